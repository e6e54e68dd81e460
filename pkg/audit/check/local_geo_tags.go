package check

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localGeoTags is reported and never scored: no large search engine says that it reads them.
func localGeoTags() Check {
	return Check{
		ID: "local.geo-tags", Weight: 0, Level: Folklore, Source: "common practice; GeoURL and geo.position meta elements",
		Link:  "https://schema.org/geo",
		Title: text("Geographic meta elements", "Balises géographiques"),
		Why: text("Old directories read them; today the coordinates in LocalBusiness markup take their place.",
			"D'anciens annuaires les lisent ; aujourd'hui, les coordonnées du balisage LocalBusiness les remplacent."),
		Fix: text("Nothing to do; give geo in the LocalBusiness markup.", "Rien à faire ; donnez geo dans le balisage LocalBusiness."),
		Run: func(f *page.Facts) Finding {
			if !localIntent(f) {
				return notLocal()
			}
			main := f.Main()
			for _, m := range main.Metas {
				if slices.Contains([]string{"geo.position", "geo.placename", "geo.region", "icbm"}, m.Name) {
					return passed("The page has geographic meta elements.", "La page porte des balises géographiques.").seen(main.FinalURL,
						m.Name, m.Content)
				}
			}
			return passed("No geographic meta elements; none are needed.", "Pas de balises géographiques ; il n'en faut pas.")
		},
	}
}
