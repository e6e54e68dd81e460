package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secReferrerPolicy() Check {
	return Check{
		ID: "sec.referrer-policy", Weight: 1, Observatory: true, Level: Standard,
		Source: observatorySource + ": Referrer-Policy; W3C Referrer Policy", Link: "https://www.w3.org/TR/referrer-policy/",
		Title: text("Referrer policy", "Politique de référent (Referrer-Policy)"),
		Why: text("The referrer tells other sites which of your pages a visitor came from, with everything in the address.",
			"Le référent indique aux autres sites la page d'où vient le visiteur, avec tout ce que contient l'adresse."),
		Fix: text("Send “Referrer-Policy: strict-origin-when-cross-origin”.", "Envoyez « Referrer-Policy: strict-origin-when-cross-origin »."),
		Run: observed(observatory.Referrer, func(f *page.Facts, result string) Finding {
			main := f.Main()
			sent := header(main, "Referrer-Policy")
			for _, m := range main.Metas {
				if m.Name == "referrer" {
					sent = strings.TrimPrefix(sent+", "+m.Content, ", ")
				}
			}
			switch result {
			case "referrer-policy-not-implemented":
				return noted("No policy is sent, so browsers use their safe default (strict-origin-when-cross-origin).",
					"Aucune politique n'est envoyée : les navigateurs appliquent leur valeur sûre par défaut (strict-origin-when-cross-origin).")
			case "referrer-policy-private":
				return noted("The policy (%s) passes on no more than the browsers' default.",
					"La politique (%s) ne transmet pas plus que la valeur par défaut des navigateurs.", sent)
			case "referrer-policy-unsafe":
				return noted("The policy %s passes on more than the browsers' default would.",
					"La politique %s transmet plus que la valeur par défaut des navigateurs.", sent).seen(main.FinalURL, "Referrer-Policy", sent)
			}
			return noted("The value of Referrer-Policy isn't one that browsers know.",
				"La valeur de Referrer-Policy n'est pas connue des navigateurs.").seen(main.FinalURL, "Referrer-Policy", sent)
		}),
	}
}
