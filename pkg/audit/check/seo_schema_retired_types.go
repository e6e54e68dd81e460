package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// seoSchemaRetiredTypes names the features by the types that were theirs alone. Course info, learning video and vehicle listing, which Google gave up
// too, shared theirs with features that live on.
func seoSchemaRetiredTypes() Check {
	return Check{
		ID:     "seo.schema-retired-types",
		Weight: 0, // neither a merit nor a fault: other readers may still use the markup
		Level:  Standard,
		Source: "Google Search Central, structured data search gallery; reported, not scored",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/search-gallery",
		Title:  text("Structured data without a rich result", "Données structurées sans résultat enrichi"),
		Why: text("Effort for these types no longer shows in Google's results.",
			"L'effort consacré à ces types ne se voit plus dans les résultats de Google."),
		Fix: text("Nothing needs to be removed; put new effort into types that Google still shows.",
			"Rien n'est à retirer ; consacrez vos efforts aux types que Google affiche encore."),
		Run: runSchemaRetiredTypes,
	}
}

func runSchemaRetiredTypes(f *page.Facts) Finding {
	found := faults(f, func(p *page.Page) (string, string, bool) {
		var used []string
		for _, r := range page.RichResults(&p.Graph) {
			if said := strings.Join(r.Types, "+") + " (" + r.Retired + ")"; r.Retired != "" && !slices.Contains(used, said) {
				used = append(used, said)
			}
		}
		return "@type", strings.Join(used, ", "), len(used) > 0
	})
	known := passed("Structured data of types for which Google no longer shows a rich result was found on %v. It does no harm.",
		"Des données structurées de types pour lesquels Google n'affiche plus de résultat enrichi figurent sur %v. Elles ne nuisent pas.", ofPages(len(found), f))
	return siteWide(f, found, passed("No structured data of a type that Google has retired was found.", "Aucune donnée structurée d'un type abandonné par Google n'a été trouvée."), known, known)
}
