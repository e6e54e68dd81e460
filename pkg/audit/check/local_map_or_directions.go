package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func localMapOrDirections() Check {
	return Check{
		ID: "local.map-or-directions", Weight: 2, Level: Folklore,
		Source: "own rule: a map, a link to a map service, hasMap or geo; schema.org, hasMap", Link: "https://schema.org/hasMap",
		Title: text("Map or directions", "Plan ou itinéraire"),
		Why: text("A link to the entry on a map ties the site to that entry, and takes customers to the door.",
			"Un lien vers la fiche sur une carte relie le site à cette fiche, et mène les clients jusqu'à la porte."),
		Fix: text("Embed a map on the contact page, or link to the entry of the business on a map service.",
			"Intégrez un plan à la page de contact, ou placez un lien vers la fiche de l'établissement sur un service de cartes."),
		Run: func(f *page.Facts) Finding {
			switch {
			case !localIntent(f):
				return notLocal()
			case travels(f):
				return unassessed(page.NotApplicable, "The business goes to its customers; there is no place to find.",
					"L'entreprise se déplace chez ses clients ; il n'y a pas de lieu à trouver.")
			}
			for _, p := range f.Pages {
				if p.Widgets.Maps > 0 {
					return passed("A map or a link to a map service was found.",
						"Un plan ou un lien vers un service de cartes a été trouvé.").seen(p.FinalURL, "iframe, a", fmt.Sprintf("maps: %d", p.Widgets.Maps))
				}
				for _, n := range localBusinesses(f, p) {
					if n.Has("hasMap") || n.Has("geo") {
						return passed("The structured data gives the place on the map.",
							"Les données structurées donnent l'emplacement sur la carte.").seen(p.FinalURL, "structured data", "geo or hasMap")
					}
				}
				for _, l := range p.Links {
					label := folded(l.Text)
					if slices.ContainsFunc([]string{"directions", "itineraire", "how to find us", "plan dacces", "anfahrt", "como llegar"},
						func(w string) bool { return strings.Contains(label, w) }) {
						return passed("A link to directions was found.", "Un lien vers un itinéraire a été trouvé.").seen(p.FinalURL, "a", l.Text)
					}
				}
			}
			if !whole(f.Main()) {
				return unsure(f.Main())
			}
			return warned("No map, link to a map service or directions were found on %v.", "Aucun plan, lien vers un service de cartes ni itinéraire n'a été trouvé sur %v.",
				anyPage(f)).seen(f.FinalURL, "iframe, a", "none")
		},
	}
}
