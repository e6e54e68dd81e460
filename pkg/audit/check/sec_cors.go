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
		Title: text("Visitor's session closed to other sites", "Session du visiteur fermée aux autres sites"),
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
				return failed("The page is shared, credentials included, with the origin null, which any site can take on.",
					"La page est partagée, identifiants compris, avec l'origine null, que tout site peut prendre.").
					seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
			case credentials && origin == "*":
				return warned("The page is shared with everyone and with credentials, which contradict each other; browsers refuse it.",
					"La page est partagée avec tous et avec identifiants, ce qui est contradictoire ; les navigateurs le refusent.").
					seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
			}
			if credentials {
				return passed("The page is shared with %s only, credentials included.", "La page n'est partagée qu'avec %s, identifiants compris.", origin).
					seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
			}
			return passed("The page is shared with %s, without access to the visitor's session.",
				"La page est partagée avec %s, sans donner accès à la session du visiteur.", origin).
				seen(main.FinalURL, "Access-Control-Allow-Origin", origin)
		},
	}
}
