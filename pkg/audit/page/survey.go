package page

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"time"
)

// Survey is what requests beyond the usual ones brought. They are made only where an operator wants all agents tried.
type Survey struct {
	// Files are robots.txt, llms.txt and the first sitemap, as far as they exist, asked for under the names of some search agents.
	Files []Probe `json:"files,omitempty"`
	// Repeats are further readings of the submitted page under the reader's own name, one after another.
	Repeats []Reading `json:"repeats,omitempty"`
	// Browser and Googlebot are the submitted page under their names, with the reader's own beside it.
	Browser   Found[Reading] `json:"browser"`
	Googlebot Found[Reading] `json:"googlebot"`
	// Markdown is the answer for the submitted page where Markdown was asked for.
	Markdown Found[Served] `json:"markdown"`
	// WellKnown are the files that agents look for, in the order of WellKnownPaths; those that weren't asked for are missing.
	WellKnown []Served `json:"well_known,omitempty"`
	// Licenses are the files of RSL licences that are declared, as far as they lie on the site; at most 2.
	Licenses []Served `json:"licenses,omitempty"`
	// SecurityTxt is read from /.well-known/security.txt.
	SecurityTxt Found[SecurityTxt] `json:"security_txt"`
}

// Reading is one more reading of a page.
type Reading struct {
	Status int    `json:"status"`
	Wall   string `json:"wall,omitempty"` // the bot wall's name
	Words  int    `json:"words"`          // visible
	Text   string `json:"text,omitempty"` // main content, at most MaxReadingText bytes
}

// MaxReadingText bounds the text that is kept of a Reading.
const MaxReadingText = 32 << 10

// ReadingOf takes what is compared from a page.
func ReadingOf(p *Page) Reading {
	text := p.Text.Main
	if len(text) > MaxReadingText {
		text = strings.ToValidUTF8(text[:MaxReadingText], "")
	}
	return Reading{Status: p.Response.Status, Words: p.Text.Visible, Text: text}
}

// WellKnownPaths are the files that agents and researchers look for beside robots.txt, sitemap and llms.txt: RFC 9116 (security.txt), the Agent2Agent protocol
// (agent-card.json), the Model Context Protocol's server cards, agent skills, RFC 9727 (api-catalog), RFC 9728 (oauth-protected-resource), the Universal
// Commerce Protocol (ucp), the retired plugins of ChatGPT (ai-plugin.json), and llms-full.txt.
func WellKnownPaths() []string {
	return []string{
		SecurityTxtPath, "/.well-known/agent-card.json", "/.well-known/mcp/server-card.json", "/.well-known/agent-skills/index.json",
		"/.well-known/api-catalog", "/.well-known/oauth-protected-resource", "/.well-known/ucp", "/.well-known/ai-plugin.json", LLMsFullPath,
	}
}

// Paths of files that have a check of their own.
const (
	SecurityTxtPath = "/.well-known/security.txt"
	LLMsFullPath    = "/llms-full.txt"
)

// Served is a file that was asked for.
type Served struct {
	URL         string `json:"url"`
	Status      int    `json:"status"` // 0 where nothing came
	Code        string `json:"code,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Vary        string `json:"vary,omitempty"`
	Bytes       int64  `json:"bytes"`                 // decoded, read
	HTML        bool   `json:"html,omitempty"`        // an HTML page stands in its place
	JSON        bool   `json:"json,omitempty"`        // a JSON object, or an array
	PrivateKey  bool   `json:"private_key,omitempty"` // it holds a private JSON Web Key (RFC 7517, 7518)
	RSL         bool   `json:"rsl,omitempty"`         // XML whose first element is that of Really Simple Licensing
}

// There says that a file is served, other than the HTML page that some sites give for every address.
func (s *Served) There() bool { return s.Status >= 200 && s.Status < 300 && !s.HTML && s.Bytes > 0 }

// Describe fills in what the body tells.
func (s *Served) Describe(body []byte) {
	s.Bytes, s.HTML, s.RSL = int64(len(body)), LooksLikeHTML(body), isRSL(body)
	var v any
	if err := json.Unmarshal(bytes.TrimPrefix(body, []byte(utf8Mark)), &v); err != nil {
		return
	}
	switch v.(type) {
	case map[string]any, []any:
		s.JSON, s.PrivateKey = true, holdsPrivateKey(v, 0)
	}
}

// isRSL says that the document element is rsl, in the namespace of the standard (rslstandard.org).
func isRSL(body []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(body))
	for {
		switch token, err := d.RawToken(); e := token.(type) {
		case xml.StartElement:
			for _, a := range e.Attr {
				if a.Name.Local == "xmlns" && a.Name.Space == "" || a.Name.Space == "xmlns" && a.Name.Local == e.Name.Space {
					return e.Name.Local == "rsl" && strings.HasPrefix(a.Value, "https://rslstandard.org/rsl")
				}
			}
			return false
		default:
			if err != nil {
				return false
			}
		}
	}
}

// deepestKey bounds the search for keys; encoding/json reads 10,000 levels.
const deepestKey = 64

// holdsPrivateKey finds a JSON Web Key with its private part: d of an RSA, EC or OKP key, k of a symmetric one.
func holdsPrivateKey(v any, depth int) bool {
	if depth > deepestKey {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if holdsPrivateKey(item, depth+1) {
				return true
			}
		}
	case map[string]any:
		if kind, ok := v["kty"].(string); ok {
			part, _ := v["d"].(string)
			if kind == "oct" {
				part, _ = v["k"].(string)
			}
			if part != "" {
				return true
			}
		}
		for _, item := range v {
			if holdsPrivateKey(item, depth+1) {
				return true
			}
		}
	}
	return false
}

// SecurityTxt is /.well-known/security.txt (RFC 9116).
type SecurityTxt struct {
	URL      string    `json:"url"`                // after redirects
	Contacts []string  `json:"contacts,omitempty"` // at most 20
	Expires  time.Time `json:"expires,omitzero"`   // zero where there is none, or none that can be read
	Dates    int       `json:"dates"`              // Expires fields; the RFC wants exactly one
	Policy   string    `json:"policy,omitempty"`
	Signed   bool      `json:"signed,omitempty"` // an OpenPGP signature stands around it; it isn't verified
	Bad      []string  `json:"bad,omitempty"`    // the first 20 lines that are neither field, comment nor empty
}

const (
	maxSecurityLines = 20
	maxSecurityText  = 200 // characters
)

// ParseSecurityTxt reads the file. Names of fields have no case, and fields that it doesn't know are let pass (RFC 9116, 2.4).
func ParseSecurityTxt(url string, body []byte) SecurityTxt {
	s := SecurityTxt{URL: url}
	for line := range linesOf(string(trimMark(body))) {
		text := trimBlanks(line)
		switch {
		case text == "-----BEGIN PGP SIGNED MESSAGE-----":
			s.Signed = true
			continue
		case text == "-----BEGIN PGP SIGNATURE-----":
			return s
		case text == "" || text[0] == '#':
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(text, "- "), ":")
		if value = clipText(trimBlanks(value), maxSecurityText); !ok || name == "" || strings.ContainsAny(name, " \t") {
			if len(s.Bad) < maxSecurityLines {
				s.Bad = append(s.Bad, clipText(text, maxSecurityText))
			}
			continue
		}
		switch strings.ToLower(name) {
		case "contact":
			if len(s.Contacts) < maxSecurityLines {
				s.Contacts = append(s.Contacts, value)
			}
		case "expires":
			s.Dates++
			if at, err := time.Parse(time.RFC3339, strings.ToUpper(value)); err == nil && s.Expires.IsZero() {
				s.Expires = at.UTC()
			}
		case "policy":
			s.Policy = value
		}
	}
	return s
}
