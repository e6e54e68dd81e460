package service

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// together groups addresses that one run answers, by their place in the list: the first of a group is run, groups come in the order of their first. A
// front page answers for whatever of its domain comes after it, another page for its own address alone.
func together(targets []audit.Target) [][]int {
	var groups [][]int
	byRoot, byURL := map[string]int{}, map[string]int{}
	for i, t := range targets {
		g, known := byRoot[t.Domain]
		if !known {
			g, known = byURL[t.URL]
		}
		switch {
		case known:
			groups[g] = append(groups[g], i)
			continue
		case t.Root:
			byRoot[t.Domain] = len(groups)
		default:
			byURL[t.URL] = len(groups)
		}
		groups = append(groups, []int{i})
	}
	return groups
}

// flights names what audits in the air answer: those of one language and version of the rules, for those who share a cache.
type flights struct{ lang, rules, scope string }

// domain names the flight of a front page. Every such name sorts before every one of a page.
func (f flights) domain(domain string) string { return f.name("domain", domain) }

// page names the flight of another page, by a hash: an address can be longer than what a database has an index for.
func (f flights) page(url string) string {
	sum := sha256.Sum256([]byte(url))
	return f.name("page", hex.EncodeToString(sum[:]))
}

func (f flights) name(kind, of string) string {
	return strings.Join([]string{kind, f.lang, f.rules, f.scope, of}, "|")
}
