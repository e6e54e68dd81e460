package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secXFrame() Check {
	return Check{
		ID: "sec.x-frame", Weight: 4, Observatory: true, Level: Standard, Source: observatorySource + ": X-Frame-Options; RFC 7034", Link: observatoryLink,
		Title: text("Protection against framing by other sites", "Protection contre l'encadrement par d'autres sites"),
		Why: text("A page that others may frame can be laid invisibly under their buttons, so that visitors click on yours unknowingly.",
			"Une page que d'autres peuvent encadrer peut être placée, invisible, sous leurs boutons : les visiteurs cliquent alors chez vous sans le savoir."),
		Fix: text("Send “Content-Security-Policy: frame-ancestors 'self'” or “X-Frame-Options: SAMEORIGIN”.",
			"Envoyez « Content-Security-Policy: frame-ancestors 'self' » ou « X-Frame-Options: SAMEORIGIN »."),
		Run: observed(observatory.Framing, func(f *page.Facts, result string) Finding {
			main := f.Main()
			option := header(main, "X-Frame-Options")
			switch result {
			case "x-frame-options-implemented-via-csp":
				list, _ := directive(header(main, "Content-Security-Policy"), "frame-ancestors")
				if slices.ContainsFunc(list, func(s string) bool { return s == "*" || s == "http:" || s == "https:" }) {
					return warned("The Observatory counts frame-ancestors, but this one lets any site frame the page.",
						"L'Observatory compte frame-ancestors, mais celui-ci laisse tout site encadrer la page.").
						seen(main.FinalURL, "Content-Security-Policy", "frame-ancestors "+strings.Join(list, " "))
				}
				return noted("frame-ancestors says who may frame the page.", "frame-ancestors indique qui peut encadrer la page.")
			case "x-frame-options-sameorigin-or-deny":
				return noted("X-Frame-Options is %s.", "X-Frame-Options vaut %s.", strings.ToUpper(strings.TrimSpace(option)))
			case "x-frame-options-allow-from-origin":
				return warned("The Observatory counts ALLOW-FROM, but no browser of today obeys it.",
					"L'Observatory compte ALLOW-FROM, mais aucun navigateur actuel ne l'applique.").seen(main.FinalURL, "X-Frame-Options", option)
			case "x-frame-options-not-implemented":
				return noted("No header keeps other sites from framing the page.",
					"Aucun en-tête n'empêche d'autres sites d'encadrer la page.").seen(main.FinalURL, "X-Frame-Options", "none")
			}
			return noted("X-Frame-Options has a value that browsers ignore.",
				"X-Frame-Options porte une valeur que les navigateurs ignorent.").seen(main.FinalURL, "X-Frame-Options", option)
		}),
	}
}
