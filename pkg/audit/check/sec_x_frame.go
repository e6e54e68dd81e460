package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// frameAncestors gives the list of the first enforced policy that has one; a policy in the document can't (CSP Level 3, section 6.4.2).
func frameAncestors(p *page.Page) ([]string, bool) {
	for _, value := range p.Response.Header["Content-Security-Policy"] {
		for _, one := range strings.Split(value, ",") {
			if list, ok := readCSP(one)["frame-ancestors"]; ok {
				return list, true
			}
		}
	}
	return nil, false
}

// secXFrame fails ALLOW-FROM, which Observatory lets pass: no browser of today obeys it.
func secXFrame() Check {
	return Check{
		ID: "sec.x-frame", Weight: 5, Level: Standard, Source: observatory + ": X-Frame-Options; RFC 7034", Link: observatoryLink,
		Title: text("Protection against framing by other sites", "Protection contre l'encadrement par d'autres sites"),
		Why: text("A page that others may frame can be laid invisibly under their buttons, so that visitors click on yours unknowingly.",
			"Une page que d'autres peuvent encadrer peut être placée, invisible, sous leurs boutons : les visiteurs cliquent alors chez vous sans le savoir."),
		Fix: text("Send “Content-Security-Policy: frame-ancestors 'self'” or “X-Frame-Options: SAMEORIGIN”.",
			"Envoyez « Content-Security-Policy: frame-ancestors 'self' » ou « X-Frame-Options: SAMEORIGIN »."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if list, ok := frameAncestors(main); ok {
				if slices.ContainsFunc(list, anywhere) {
					return failed("frame-ancestors lets any site frame the page.",
						"frame-ancestors laisse tout site encadrer la page.").
						seen(main.FinalURL, "Content-Security-Policy", "frame-ancestors "+strings.Join(list, " "))
				}
				return passed("frame-ancestors says who may frame the page.", "frame-ancestors indique qui peut encadrer la page.")
			}
			option := strings.TrimSpace(header(main, "X-Frame-Options"))
			switch strings.ToLower(option) {
			case "deny", "sameorigin":
				return passed("X-Frame-Options is %s.", "X-Frame-Options vaut %s.", strings.ToUpper(option))
			case "":
				return failed("No header keeps other sites from framing the page.",
					"Aucun en-tête n'empêche d'autres sites d'encadrer la page.").seen(main.FinalURL, "X-Frame-Options", "none")
			}
			return failed("X-Frame-Options has a value that browsers ignore.",
				"X-Frame-Options porte une valeur que les navigateurs ignorent.").seen(main.FinalURL, "X-Frame-Options", option)
		},
	}
}
