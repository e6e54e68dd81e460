package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// referrerPolicies are the policies of the W3C's list; true for those that keep the path from other sites.
var referrerPolicies = map[string]bool{
	"no-referrer": true, "same-origin": true, "strict-origin": true, "strict-origin-when-cross-origin": true,
	"no-referrer-when-downgrade": false, "origin": false, "origin-when-cross-origin": false, "unsafe-url": false,
}

// referrerPolicy gives the last policy that browsers know, of header and document; sent says whether there was any at all.
func referrerPolicy(p *page.Page) (policy string, sent bool) {
	values := header(p, "Referrer-Policy")
	for _, m := range p.Metas {
		if m.Name == "referrer" {
			values += "," + m.Content
		}
	}
	for _, v := range strings.Split(strings.ToLower(values), ",") {
		v = strings.TrimSpace(v)
		sent = sent || v != ""
		if _, known := referrerPolicies[v]; known {
			policy = v
		}
	}
	return policy, sent
}

func secReferrerPolicy() Check {
	return Check{
		ID: "sec.referrer-policy", Weight: 1, Level: Standard,
		Source: observatory + ": Referrer-Policy; W3C Referrer Policy", Link: "https://www.w3.org/TR/referrer-policy/",
		Title: text("Referrer policy", "Politique de référent (Referrer-Policy)"),
		Why: text("The referrer tells other sites which of your pages a visitor came from, with everything in the address.",
			"Le référent indique aux autres sites la page d'où vient le visiteur, avec tout ce que contient l'adresse."),
		Fix: text("Send “Referrer-Policy: strict-origin-when-cross-origin”.", "Envoyez « Referrer-Policy: strict-origin-when-cross-origin »."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			policy, sent := referrerPolicy(main)
			switch {
			case !sent:
				return passed("No policy is sent, so browsers use their safe default (strict-origin-when-cross-origin).",
					"Aucune politique n'est envoyée : les navigateurs appliquent leur valeur sûre par défaut (strict-origin-when-cross-origin).")
			case policy == "":
				return warned("The value of Referrer-Policy isn't one that browsers know.",
					"La valeur de Referrer-Policy n'est pas connue des navigateurs.").seen(main.FinalURL, "Referrer-Policy", header(main, "Referrer-Policy"))
			case !referrerPolicies[policy]:
				return warned("The policy %s passes on more than the browsers' default would.",
					"La politique %s transmet plus que la valeur par défaut des navigateurs.", policy).seen(main.FinalURL, "Referrer-Policy", policy)
			}
			return passed("The policy is %s.", "La politique est %s.", policy)
		},
	}
}
