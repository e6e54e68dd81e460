package business

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The longest part of a title that can be a name.
const (
	maxNameParts = 8 // words
	MaxName      = 120
)

// name is the business's: the markup's where a visitor sees it too, else the site's by its own markup, for sharing, or by its titles. Where nothing of it
// is seen, as before JavaScript runs, the markup's stands.
func (s Subject) name() string {
	if name := s.shownName(); name != "" {
		return text.Clip(name, MaxName)
	}
	for _, c := range s.names() {
		if c = strings.TrimSpace(c); c != "" {
			return text.Clip(c, MaxName)
		}
	}
	return ""
}

// names are what markup and metas call the business or the site, the strongest first.
func (s Subject) names() []string {
	return []string{s.prop("name"), s.prop("legalName"), s.siteName(), meta(s.front.OpenGraph, "og:site_name"), meta(s.front.Metas, "application-name")}
}

// shownName is the first of the names that a visitor sees too.
func (s Subject) shownName() string {
	for _, c := range s.names() {
		if s.shows(c) {
			return c
		}
	}
	return cmp.Or(s.sharedTitle(), s.titleName())
}

// alike says whether one name has all the words of the other that tell something, as "Acme Plumbing" and "Acme Plumbing of Leeds" do.
func alike(a, b string) bool {
	wa, wb := strings.Fields(text.Fold(legalForm.ReplaceAllString(a, ""))), strings.Fields(text.Fold(legalForm.ReplaceAllString(b, "")))
	if len(wa) > len(wb) {
		wa, wb = wb, wa
	}
	for _, w := range wa {
		if len(w) > 2 && !slices.Contains(wb, w) {
			return false
		}
	}
	return len(wa) > 0
}

// siteName is the name of the WebSite in the front page's markup.
func (s Subject) siteName() string {
	for _, n := range s.front.Graph.OfType("WebSite") {
		if name := s.front.Graph.Text(n, "name"); name != "" {
			return name
		}
	}
	return ""
}

// legalForm ends a name on paper, and seldom on a page.
var legalForm = regexp.MustCompile(`(?i)[ ,]+(inc|llc|ltd|limited|plc|corp|corporation|co|gmbh|sas|sasu|sarl|eurl|sa|ltée|inc)\.?$`)

// shows says whether a visitor sees the name, with or without its legal form.
func (s Subject) shows(name string) bool {
	if name = text.Fold(legalForm.ReplaceAllString(strings.TrimSpace(name), "")); name == " " {
		return false
	}
	return strings.Contains(s.shown, name)
}

// shown is what visitors see of whom a site belongs to, folded: all of the front page, and the titles of the others.
func shown(f *page.Facts, front *page.Page) string {
	parts := []string{front.Text.Main, front.Text.Outside}
	for _, h := range front.Headings {
		parts = append(parts, h.Text)
	}
	for i := range front.Links {
		parts = append(parts, front.Links[i].Text)
	}
	for i := range front.Images {
		if alt := front.Images[i].Alt; alt != nil {
			parts = append(parts, *alt)
		}
	}
	for _, p := range f.Pages {
		parts = append(parts, p.Titles...)
	}
	return text.Fold(strings.Join(parts, " | "))
}

// sharedTitle is the first or last part of a title that more than half of the pages read have in common, two at least.
func (s Subject) sharedTitle() string {
	counts, order := map[string]int{}, []string{}
	for _, p := range s.facts.Pages {
		parts := titleParts(p.Title())
		for i, part := range parts {
			if i > 0 && i < len(parts)-1 || i > 0 && part == parts[0] {
				continue
			}
			if counts[part] == 0 {
				order = append(order, part)
			}
			counts[part]++
		}
	}
	for _, part := range order {
		if n := counts[part]; n >= 2 && n*2 > len(s.facts.Pages) && canBeName(part) {
			return part
		}
	}
	return ""
}

// titleName is the part of the front page's title that something else says too is a name: the host, a copyright line, a logo, or on a home page the main
// heading.
func (s Subject) titleName() string {
	parts := titleParts(s.front.Title())
	for _, agrees := range []func(string) bool{s.inHost, s.inCopyright, s.onLogo, s.isHeading} {
		for _, part := range parts {
			if canBeName(part) && agrees(part) {
				return part
			}
		}
	}
	return ""
}

func canBeName(part string) bool {
	words := len(strings.Fields(part))
	whole := strings.Count(part, "(") == strings.Count(part, ")")
	return words > 0 && words <= maxNameParts && whole && len(generic[text.Fold(part)]) == 0
}

// generic are the parts of titles that name a page, not a business, folded.
var generic = map[string]string{
	" home ": "en", " homepage ": "en", " home page ": "en", " welcome ": "en", " index ": "en", " about us ": "en", " contact ": "en", " blog ": "en",
	" accueil ": "fr", " page d accueil ": "fr", " bienvenue ": "fr", " a propos ": "fr", " documentation ": "en", " untitled ": "en",
}

// inHost says whether the host is made of the name: "Smith & Sons" of smithandsons.co.uk.
func (s Subject) inHost(part string) bool {
	name := strings.ReplaceAll(text.Fold(part), " ", "")
	label, _, _ := strings.Cut(s.facts.Domain, ".")
	label = strings.ReplaceAll(label, "-", "")
	and := strings.ReplaceAll(text.Fold(strings.ReplaceAll(part, "&", " and ")), " ", "")
	return len(name) >= 3 && label != "" && (name == label || and == label || len(label) >= 5 && strings.HasPrefix(name, label))
}

// inCopyright says whether a line that says who holds the rights has the name.
func (s Subject) inCopyright(part string) bool {
	for _, shown := range []string{s.front.Text.Outside, s.front.Text.Main} {
		for line := range strings.Lines(shown) {
			rights := strings.Contains(line, "©") || strings.Contains(line, "(c)") || strings.Contains(line, "opyright")
			if rights && strings.Contains(text.Fold(text.Clip(line, maxDescription)), text.Fold(part)) {
				return true
			}
		}
	}
	return false
}

func (s Subject) onLogo(part string) bool {
	for i := range s.front.Images {
		alt := s.front.Images[i].Alt
		if alt == nil || i > 2 {
			continue
		}
		if alt := text.Fold(*alt); alt == text.Fold(part) || strings.Contains(alt, " logo ") && strings.Contains(alt, text.Fold(part)) {
			return true
		}
	}
	return false
}

func (s Subject) isHeading(part string) bool {
	return s.front.Kind == page.KindHome && text.Fold(s.heading(1)) == text.Fold(part)
}

// titleParts splits a title at the dividers that sites put between page and site name.
func titleParts(title string) []string {
	parts := []string{title}
	for _, divider := range []string{" | ", " – ", " — ", " · ", " • ", " - ", " :: ", " » ", ": "} {
		if strings.Contains(title, divider) {
			parts = strings.Split(title, divider)
			break
		}
	}
	var kept []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}

func meta(list []page.Meta, name string) string {
	for _, m := range list {
		if m.Name == name {
			return strings.TrimSpace(m.Content)
		}
	}
	return ""
}
