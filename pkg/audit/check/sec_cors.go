package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secCORS judges the plain answer. A server that echoes whatever Origin it is asked with can't be told without asking with a foreign one.
func secCORS() Check {
	return Check{
		ID: "sec.cors", Weight: 2, Level: Standard,
		Source: observatory + ": cross-origin resource sharing; WHATWG Fetch", Link: "https://fetch.spec.whatwg.org/#http-cors-protocol",
		Title: text("Other sites can't read with the visitor's login", "Session du visiteur fermée aux autres sites"),
		Why: text("Sharing with credentials lets another site read what the visitor sees when signed in.",
			"Un partage avec identifiants permet à un autre site de lire ce que voit le visiteur connecté."),
		Fix: text("Remove Access-Control-Allow-Credentials from pages, or allow single trusted origins only.",
			"Retirez Access-Control-Allow-Credentials des pages, ou n'autorisez que des origines de confiance."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			origin := strings.TrimSpace(header(main, "Access-Control-Allow-Origin"))
			credentials := strings.EqualFold(strings.TrimSpace(header(main, "Access-Control-Allow-Credentials")), "true")
			switch {
			case origin == "":
				return passed("The page isn't shared with other origins.", "La page n'est pas partagée avec d'autres origines.")
			case credentials && origin == "null":
				return failed("The page is shared with credentials with the origin null, which any site can take on.",
					"La page est partagée avec identifiants avec l'origine null, que tout site peut prendre.").
					seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
			case credentials && origin == "*":
				return warned("Sharing with everyone and with credentials contradict each other; browsers refuse it.",
					"Un partage avec tous et avec identifiants est contradictoire ; les navigateurs le refusent.").
					seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
			}
			if credentials {
				return passed("The page is shared with credentials, with %s only.", "La page est partagée avec identifiants, avec %s seulement.", origin).
					seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
			}
			return passed("The page is shared with %s, which lets no site read as the visitor.",
				"La page est partagée avec %s, sans donner accès à la session du visiteur.", origin).
				seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
		},
	}
}
