package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoSchemaRichAttributes counts the nodes that describe something by themselves; breadcrumbs, pictures and other parts have few properties by nature.
func geoSchemaRichAttributes() Check {
	return Check{
		ID: "geo.schema-rich-attributes", Weight: 2, Level: Folklore,
		Source: "own number: 5 properties a node on average (warning from 3); schema.org", Link: "https://schema.org/docs/gs.html",
		Title: text("Structured data has substance", "Des données structurées fournies"),
		Why: text("A node with a name alone tells an engine nothing that the title didn't. Properties are the facts that it can reuse.",
			"Un nœud qui n'a qu'un nom n'apprend rien de plus que le titre. Ce sont les propriétés qu'un moteur peut réutiliser."),
		Fix: text("Fill in what you know of each thing: description, url, image, address, dates, offers, identifiers.",
			"Renseignez ce que vous savez de chaque chose : description, url, image, adresse, dates, offres, identifiants."),
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
		return unassessed(page.NotApplicable, "The markup of the pages read describes no organisation, product, service, event or article.",
			"Le balisage des pages lues ne décrit ni organisation, ni produit, ni service, ni événement, ni article.")
	}
	said := count(nodes, "node", "nodes", "nœud", "nœuds")
	switch mean := props / nodes; {
	case mean >= 5:
		return passed("%s with %d properties on average.", "%s avec %d propriétés en moyenne.", said, mean)
	case mean >= 3:
		return warned("%s with only %d properties on average.", "%s avec seulement %d propriétés en moyenne.", said,
			mean).seen(poorest.page.FinalURL, poorest.where, poorest.excerpt)
	default:
		return failed("%s with hardly any properties (%d on average).", "%s presque sans propriétés (%d en moyenne).", said, mean).
			seen(poorest.page.FinalURL, poorest.where, poorest.excerpt)
	}
}
