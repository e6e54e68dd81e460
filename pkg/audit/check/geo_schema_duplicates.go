package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoSchemaDuplicates looks for things that a page can be or have only once. Two local businesses are two branches; two organisations count only where
// both are the site's own.
func geoSchemaDuplicates() Check {
	return Check{
		ID: "geo.schema-duplicates", Weight: 2, Level: Standard,
		Source: "Google Search Central, FAQPage (one to a page); schema.org WebSite; JSON-LD 1.1, node identifiers",
		Link:   "https://www.w3.org/TR/json-ld11/#node-identifiers",
		Title:  text("Single description of each thing", "Description unique de chaque élément"),
		Why: text("Two descriptions of the same thing, often by two plugins, can come to disagree, and an engine has to pick one.",
			"Deux descriptions d'un même élément, souvent dues à deux extensions, peuvent se contredire, et le moteur doit choisir."),
		Fix: text("Keep one description each of the organisation, the site and the FAQ; give it an @id and refer to that.",
			"Gardez une seule description de l'organisation, du site et de la FAQ ; donnez-lui un @id et faites-y référence."),
		Run: runSchemaDuplicates,
	}
}

func runSchemaDuplicates(f *page.Facts) Finding {
	any := false
	found := faults(f, func(p *page.Page) (string, string, bool) {
		any = any || len(p.Graph.Nodes) > 0
		var twice []string
		for _, typ := range []string{"WebSite", "FAQPage", "Organization"} {
			if n := descriptions(f, p, typ); n > 1 {
				twice = append(twice, typ)
			}
		}
		return "structured data", strings.Join(twice, ", "), len(twice) > 0
	})
	if !any {
		return unassessed(page.NotApplicable, "The pages read have no structured data.", "Les pages lues n'ont pas de données structurées.")
	}
	verdict := warned("The structured data describes the same thing more than once on %v.", "Les données structurées décrivent plusieurs fois le même élément sur %v.", ofPages(len(found), f))
	return siteWide(f, found, passed("Site, organisation and FAQ are described at most once to a page.",
		"Site, organisation et FAQ sont décrits au plus une fois par page."),
		verdict, verdict)
}

// descriptions counts the nodes of exactly this type that say more than their identifier.
func descriptions(f *page.Facts, p *page.Page, typ string) int {
	n := 0
	own := ownEntities(f, p)
	for i := range p.Graph.Nodes {
		x := &p.Graph.Nodes[i]
		if x.Root && slices.Contains(x.Types, typ) && len(x.Props) > 1 && (typ != "Organization" || slices.Contains(own, x)) {
			n++
		}
	}
	return n
}
