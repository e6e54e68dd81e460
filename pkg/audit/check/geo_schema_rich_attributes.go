package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoSchemaRichAttributes counts the nodes that describe something by themselves; breadcrumbs, pictures and other parts have few properties by nature.
func geoSchemaRichAttributes() Check {
	return Check{
		ID: "geo.schema-rich-attributes", Weight: 2, Level: Folklore,
		Source: "schema.org, getting started; own numbers: 5 properties for each item on average, 3 for a warning", Link: "https://schema.org/docs/gs.html",
		Title: text("Detail of the structured data", "Richesse des données structurées"),
		Why: text("An item with a name alone tells an engine nothing that the title doesn't. Properties are the facts that it can reuse.",
			"Un élément qui n'a qu'un nom n'apprend rien de plus que le titre. Ce sont les propriétés qu'un moteur peut réutiliser."),
		Fix: text("Fill in what you know of each item: description, url, image, address, dates, offers, identifiers.",
			"Renseignez ce que vous savez de chaque élément : description, url, image, adresse, dates, offres, identifiants."),
		Run: runSchemaRich,
	}
}

func runSchemaRich(f *page.Facts) Finding {
	nodes, props := 0, 0
	poorest := fault{}
	least := 0
	for _, p := range f.Pages {
		for i := range p.Graph.Nodes {
			n := &p.Graph.Nodes[i]
			if !n.Root || !n.Is("Organization", "Product", "Service", "Event", "Article", "Recipe", "Course", "JobPosting",
				"SoftwareApplication", "Place") {
				continue
			}
			nodes++
			props += len(n.Props)
			if poorest.page == nil || len(n.Props) < least {
				poorest, least = fault{p, strings.Join(n.Types, ", "), p.Graph.Text(n, "name")}, len(n.Props)
			}
		}
	}
	if nodes == 0 {
		return unassessed(page.NotApplicable, "The structured data of the pages read describes no organisation, product, service, event or article.",
			"Les données structurées des pages lues ne décrivent ni organisation, ni produit, ni service, ni événement, ni article.")
	}
	said := count(nodes, "item has", "items have", "élément a", "éléments ont")
	switch mean := props / nodes; {
	case mean >= 5:
		return passed("In the structured data, %s %d properties on average.", "Dans les données structurées, %s %d propriétés en moyenne.", said, mean)
	case mean >= 3:
		return warned("In the structured data, %s only %d properties on average.", "Dans les données structurées, %s seulement %d propriétés en moyenne.", said,
			mean).seen(poorest.page.FinalURL, poorest.where, poorest.excerpt)
	default:
		return failed("In the structured data, %s hardly any properties (average: %d).", "Dans les données structurées, %s très peu de propriétés (moyenne : %d).", said, mean).
			seen(poorest.page.FinalURL, poorest.where, poorest.excerpt)
	}
}
