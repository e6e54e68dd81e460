package business

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// alike reports whether one name has all the words of the other that tell something, as "Acme Plumbing" and "Acme Plumbing of Leeds" do.
func alike(a, b string) bool {
	wa, wb := strings.Fields(text.Fold(withoutLegalForm(a))), strings.Fields(text.Fold(withoutLegalForm(b)))
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

// shows reports whether a visitor sees the name, with or without its legal form.
func (s Subject) shows(name string) bool {
	if name = text.Fold(withoutLegalForm(name)); name == " " {
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
