package check

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localGeoTags is reported and never scored: no large search engine says that it reads them.
func localGeoTags() Check {
	return Check{
		ID: "local.geo-tags", Weight: 0, Level: Folklore, Source: "common practice (geo.position and ICBM meta elements); schema.org, geo; reported, not scored",
		Link:  "https://schema.org/geo",
		Title: text("Geographic meta elements", "Balises géographiques"),
		Why: text("Old directories read these elements; today the coordinates in LocalBusiness structured data take their place.",
			"D'anciens annuaires lisent ces balises ; aujourd'hui, les coordonnées des données structurées LocalBusiness les remplacent."),
		Fix: text("Give the coordinates as geo in the LocalBusiness structured data.", "Donnez les coordonnées par geo dans les données structurées LocalBusiness."),
		Run: func(f *page.Facts) Finding {
			if !localIntent(f) {
				return notLocal()
			}
			main := f.Main()
			for _, m := range main.Metas {
				if slices.Contains([]string{"geo.position", "geo.placename", "geo.region", "icbm"}, m.Name) {
					return passed("The submitted page has geographic meta elements.", "La page soumise porte des balises géographiques.").seen(main.FinalURL,
						m.Name, m.Content)
				}
			}
			return passed("The submitted page has no geographic meta elements; none are needed.", "La page soumise n'a pas de balises géographiques ; il n'en faut pas.")
		},
	}
}
