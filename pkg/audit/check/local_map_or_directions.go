package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func localMapOrDirections() Check {
	return Check{
		ID: "local.map-or-directions", Weight: 2, Level: Folklore,
		Source: "own rule: a map, a link to a map service, hasMap or geo; schema.org hasMap", Link: "https://schema.org/hasMap",
		Title: text("A map or directions", "Un plan ou un itinéraire"),
		Why: text("A link to the entry on a map ties the site to that entry, and takes customers to the door.",
			"Un lien vers la fiche sur une carte relie le site à cette fiche, et mène les clients jusqu'à la porte."),
		Fix: text("Embed a map on the contact page, or link to the entry of the business on a map service.",
			"Intégrez un plan à la page de contact, ou reliez la fiche de l'établissement sur un service de cartes."),
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
					return passed("A map or a link to one is on the site.",
						"Un plan ou un lien vers un plan figure sur le site.").seen(p.FinalURL, "iframe, a", "")
				}
				for _, n := range localBusinesses(f, p) {
					if n.Has("hasMap") || n.Has("geo") {
						return passed("The markup gives the place on the map.",
							"Le balisage donne l'emplacement sur la carte.").seen(p.FinalURL, "geo, hasMap", p.Graph.Text(n, "hasMap"))
					}
				}
				for _, l := range p.Links {
					label := folded(l.Text)
					if slices.ContainsFunc([]string{"directions", "itineraire", "how to find us", "plan dacces", "anfahrt", "como llegar"},
						func(w string) bool { return strings.Contains(label, w) }) {
						return passed("Directions are linked.", "Un itinéraire est relié.").seen(p.FinalURL, "a", l.Text)
					}
				}
			}
			if !whole(f.Main()) {
				return unsure(f.Main())
			}
			return warned("No map, no link to one and no directions on %v.", "Ni plan, ni lien vers un plan, ni itinéraire : %v.",
				ofPages(len(f.Pages), f)).seen(f.FinalURL, "iframe, a", "")
		},
	}
}
