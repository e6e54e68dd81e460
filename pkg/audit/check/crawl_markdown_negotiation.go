package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func crawlMarkdownNegotiation() Check {
	return Check{
		ID: "crawl.markdown-negotiation", Weight: 0, Level: Standard,
		Source: "RFC 9110 sections 12.1 and 12.5.5 (content negotiation, Vary); RFC 7763 (text/markdown); reported, not scored", Link: "https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5",
		Title: text("Markdown for agents that ask for it", "Markdown pour les agents qui le demandent"),
		Why: text("Some agents ask for Markdown, which is shorter to read. Without “Vary: Accept” a cache may then give Markdown to visitors.",
			"Certains agents demandent du Markdown, plus court à lire. Sans « Vary: Accept », un cache peut ensuite servir ce Markdown aux visiteurs."),
		Fix:   text("Answer requests for text/markdown with “Vary: Accept”.", "Répondez aux demandes de text/markdown avec « Vary: Accept »."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			m := &f.Survey.Markdown.Value
			kind, _, _ := strings.Cut(strings.ToLower(m.ContentType), ";")
			varies := slices.ContainsFunc(strings.Split(strings.ToLower(m.Vary), ","), func(name string) bool {
				name = strings.TrimSpace(name)
				return name == "accept" || name == "*"
			})
			switch {
			case !f.Survey.Markdown.OK() || m.Status == 0:
				return unassessed(page.Unread, "The page could not be asked for as Markdown.", "La page n'a pas pu être demandée en Markdown.")
			case strings.TrimSpace(kind) != "text/markdown" || !m.There():
				return unassessed(page.NotApplicable, "The page isn't served as Markdown, and nothing asks for that.",
					"La page n'est pas servie en Markdown, et rien ne l'exige.")
			case !varies:
				return warned("The page is served as Markdown on request, without “Vary: Accept”.",
					"La page est servie en Markdown sur demande, sans « Vary: Accept ».").seen(m.URL, "Vary", m.Vary)
			}
			return passed("The page is served as Markdown on request, with “Vary: Accept”.",
				"La page est servie en Markdown sur demande, avec « Vary: Accept ».").seen(m.URL, "Vary", m.Vary)
		},
	}
}
