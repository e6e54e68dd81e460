package business

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// language returns the language of most text on all pages, as a BCP 47 tag. The declaration of the front page adds the region if it names the same language,
// and decides if no text could be recognised. Templates declare English wherever they are used, so a declaration alone proves little.
func (s Subject) language() string {
	declared, read := canonicalTag(s.front.Lang), page.LanguageOf(s.facts.Pages)
	if primary, _, _ := strings.Cut(declared, "-"); declared == "" || read != "" && primary != read && !(read == "nb" && (primary == "no" || primary == "nn")) {
		return read
	}
	return declared
}

// What a language's confidence rests on: markup is often a template's, and short texts are hard to tell.
const (
	bothAgree    = 0.99
	textAlone    = 0.95
	declaredOnly = 0.8
)

// languages returns the chosen language, and the declared one if the text is in another, as candidates.
func (s Subject) languages() []Candidate {
	declared, read, chosen := canonicalTag(s.front.Lang), s.front.Detected.Value, s.language()
	if chosen == "" {
		return nil
	}
	isDeclared := Evidence{Feature: "html lang", Quote: s.front.Lang, Weight: 1}
	isRead := Evidence{Feature: "text language", Quote: read, Weight: 1}
	switch {
	case read == "":
		return []Candidate{{chosen, declaredOnly, []Evidence{isDeclared}}}
	case declared == "":
		return []Candidate{{chosen, textAlone, []Evidence{isRead}}}
	case chosen == declared:
		return []Candidate{{chosen, bothAgree, []Evidence{isRead, isDeclared}}}
	default:
		return []Candidate{{chosen, textAlone, []Evidence{isRead}}, {declared, 1 - textAlone, []Evidence{isDeclared}}}
	}
}

// renamed are ISO 639 codes that were replaced (IANA language subtag registry), still sent by old software.
var renamed = map[string]string{"iw": "he", "in": "id", "ji": "yi"}

// canonicalTag writes a language tag as RFC 5646, section 2.1.1, recommends: language lower-case, script capitalised, region upper-case. What follows
// that can't be a subtag is left off; a text that doesn't begin with a language gives nothing.
func canonicalTag(tag string) string {
	parts := strings.Split(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(tag)), "_", "-"), "-")
	if n := len(parts[0]); n < 2 || n > 3 || !isAlphabetic(parts[0]) {
		return ""
	}
	if current, ok := renamed[parts[0]]; ok {
		parts[0] = current
	}
	for i, part := range parts[1:] {
		switch {
		case len(part) == 2 && isAlphabetic(part):
			parts[i+1] = strings.ToUpper(part)
		case len(part) == 4 && isAlphabetic(part):
			parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
		case len(part) < 3 || len(part) > 8 || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "":
			return strings.Join(parts[:i+1], "-")
		}
	}
	return strings.Join(parts, "-")
}

func isAlphabetic(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}
