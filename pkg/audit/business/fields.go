package business

import (
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// field is a text of the site, by what it is.
type field struct {
	name string
	text string
	long bool // many words, of which each says little

	folded string // text.Fold of the text
	words  []string
}

// How much of long texts is looked at, characters.
const (
	mainChars  = 6000
	otherChars = 1500
	allChars   = 12000
)

// fields are the texts by which sites say what they are, the headlines first.
func (s Subject) fields() []field {
	var links, nav, alts []string
	for i := range s.front.Links {
		l := &s.front.Links[i]
		if l.Place == "nav" || l.Place == "header" {
			nav = append(nav, l.Text)
		} else {
			links = append(links, l.Text)
		}
	}
	for i := range s.front.Images {
		if alt := s.front.Images[i].Alt; alt != nil {
			alts = append(alts, *alt)
		}
	}
	var titles, texts []string
	for _, p := range s.facts.Pages {
		if p == s.front {
			continue
		}
		titles = append(titles, p.Title(), p.Description())
		for _, h := range p.Headings {
			if h.Level == 1 {
				titles = append(titles, h.Text)
			}
		}
		texts = append(texts, text.Clip(p.Text.Main, otherChars))
	}
	fields := []field{
		{name: "title", text: s.front.Title()},
		{name: "description", text: joined(s.front.Description(), meta(s.front.OpenGraph, "og:description"), meta(s.front.OpenGraph, "og:title"))},
		{name: "h1", text: s.heading(1)},
		{name: "name", text: joined(s.prop("name"), s.siteName(), meta(s.front.OpenGraph, "og:site_name"), hostWords(s.facts.Domain))},
		{name: "markup", text: joined(s.prop("description"), s.prop("additionalType"), s.prop("slogan"), s.prop("knowsAbout"), s.prop("keywords"))},
		{name: "keywords", text: meta(s.front.Metas, "keywords")},
		{name: "headings", text: text.Clip(joined(s.heading(2), s.heading(3)), otherChars)},
		{name: "nav", text: text.Clip(strings.Join(nav, " | "), otherChars)},
		{name: "titles", text: text.Clip(strings.Join(titles, " | "), 2*otherChars)},
		{name: "alts", text: text.Clip(strings.Join(alts, " | "), otherChars)},
		{name: "links", text: text.Clip(strings.Join(links, " | "), 2*otherChars), long: true},
		{name: "main", text: text.Clip(s.front.Text.Main, mainChars), long: true},
		{name: "others", text: text.Clip(strings.Join(texts, " | "), allChars), long: true},
		{name: "outside", text: text.Clip(s.front.Text.Outside, 2*otherChars), long: true},
	}
	for i := range fields {
		fields[i].folded = text.Fold(fields[i].text)
		fields[i].words = strings.Fields(fields[i].folded)
	}
	return fields
}

// hostWords are the parts of a domain's first label, for words such as "dentist" in smith-dentist.co.uk.
func hostWords(domain string) string {
	label, _, _ := strings.Cut(domain, ".")
	return strings.ReplaceAll(label, "-", " ")
}

func joined(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, " | ")
}

func meta(list []page.Meta, name string) string {
	for _, m := range list {
		if m.Name == name {
			return strings.TrimSpace(m.Content)
		}
	}
	return ""
}
