// Package realsites measures what auditctl says of whose a site is on real ones: sites that their owners keep in public repositories. sites.jsonl has
// where each lies and what people who read it say of it; no page is copied. The copies of the repositories lie where AUDITCTL_SITES says.
package realsites

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// Site is one labelled site.
type Site struct {
	Repo   string `json:"repo"`           // owner/name
	Commit string `json:"commit"`         // 40 hexadecimal digits
	Root   string `json:"root,omitempty"` // the folder that is the site's root
	Page   string `json:"page"`           // the file of the submitted page, under Root
	Lang   string `json:"lang"`           // ISO 639-1, of most of the text
	Name   string `json:"name"`
	// Also are other names that are as right.
	Also []string `json:"also,omitempty"`
	// Industry is a key of the taxonomy, or "other" where none fits; Or are others that a reader accepts.
	Industry string   `json:"industry"`
	Or       []string `json:"or,omitempty"`
	Type     string   `json:"type"`
	TypeOr   []string `json:"type_or,omitempty"`
	Kind     string   `json:"kind,omitempty"` // what the submitted page is, where it is no home page
	// Held says that the site is one of the third that nothing is learnt from. All sites of a repository are on one side, but where it collects pages of
	// many publishers: there the name decides.
	Held bool   `json:"held,omitempty"`
	Note string `json:"note,omitempty"`
}

//go:embed sites.jsonl
var labels []byte

// Load returns the labelled sites.
func Load() ([]Site, error) {
	var sites []Site
	for line := range bytes.Lines(labels) {
		var s Site
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("sites.jsonl, line %d: %w", len(sites)+1, err)
		}
		sites = append(sites, s)
	}
	return sites, nil
}

// ID tells sites apart: several may lie in one repository.
func (s *Site) ID() string { return strings.TrimSuffix(s.Repo+"/"+s.Root, "/") + "/" + s.Page }

// Fold puts the site into one of n parts, all sites of one name into the same.
func (s *Site) Fold(n int) int { return int(sha256.Sum256([]byte(s.Name))[1]) % n }

// Group is one of three sorts of sites, whose figures are told apart.
type Group string

// The groups.
const (
	Business      Group = "businesses and organisations" // sites of small ones, as their owners keep them
	Saved         Group = "saved pages"                  // single pages of well-known sites
	Documentation Group = "documentation"                // trees that a documentation tool built
)

// Group returns the sort of site.
func (s *Site) Group() Group {
	switch {
	case s.Kind != "": // labelled for saved pages only
		return Saved
	case s.RightIndustry("documentation"):
		return Documentation
	}
	return Business
}
