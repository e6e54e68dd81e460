package check

import (
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secCORS asks, as the Observatory does, with an origin that nobody has.
func secCORS() Check {
	return Check{
		ID: "sec.cors", Weight: 10, Observatory: true, Level: Standard,
		Source: observatorySource + ": cross-origin resource sharing; WHATWG Fetch", Link: "https://fetch.spec.whatwg.org/#http-cors-protocol",
		Title: text("Visitor's session closed to other sites", "Session du visiteur fermée aux autres sites"),
		Why: text("Sharing with credentials lets another site read what the visitor sees when signed in.",
			"Un partage avec identifiants permet à un autre site de lire ce que voit le visiteur connecté."),
		Fix: text("Remove Access-Control-Allow-Credentials from pages, or allow single trusted origins only.",
			"Retirez Access-Control-Allow-Credentials des pages, ou n'autorisez que des origines de confiance."),
		Run: observed(observatory.CORS, func(f *page.Facts, result string) Finding {
			p := &f.Preflight.Value
			switch result {
			case "cross-origin-resource-sharing-implemented-with-universal-access":
				return noted("The page is shared, credentials included, with any origin that asks for it.",
					"La page est partagée, identifiants compris, avec toute origine qui le demande.").
					seen(f.Main().FinalURL, "Access-Control-Allow-Origin", p.Allow).seen(f.Main().FinalURL, "Access-Control-Allow-Credentials", p.Credentials)
			case "cross-origin-resource-sharing-implemented-with-public-access":
				return noted("The page is shared with everyone, without access to the visitor's session.",
					"La page est partagée avec tous, sans donner accès à la session du visiteur.").seen(f.Main().FinalURL, "Access-Control-Allow-Origin", p.Allow)
			case "cross-origin-resource-sharing-implemented-with-restricted-access":
				return noted("The page is shared with %s.", "La page est partagée avec %s.", p.Allow).seen(f.Main().FinalURL, "Access-Control-Allow-Origin", p.Allow)
			}
			if !f.Preflight.OK() {
				return unassessed(f.Preflight.Reason, "It wasn't asked what a page of another origin would be allowed.",
					"Il n'a pas été demandé ce qui serait permis à une page d'une autre origine.")
			}
			return noted("The page isn't shared with other origins.", "La page n'est pas partagée avec d'autres origines.")
		}),
	}
}
