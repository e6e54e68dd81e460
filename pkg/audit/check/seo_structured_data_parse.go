package check

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoStructuredDataParse() Check {
	return Check{
		ID:     "seo.structured-data-parse",
		Weight: 3,
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 2}},
		Level:  Standard,
		Source: "JSON-LD 1.1; Google Search Central, introduction to structured data",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data",
		Title:  text("Readable structured data", "Données structurées lisibles"),
		Why: text("A block with a syntax error is dropped whole, and with it what it says about the business, its prices and hours.",
			"Un bloc avec une erreur de syntaxe est ignoré en entier, avec tout ce qu'il dit de l'entreprise, de ses prix et de ses horaires."),
		Fix: text("Correct the blocks shown: valid JSON, @context https://schema.org, and an @type for every item.",
			"Corrigez les blocs indiqués : du JSON valide, @context https://schema.org et un @type pour chaque élément."),
		Run: runStructuredDataParse,
	}
}

// graphFaults are faults of the site; what is too large or too deep is a bound of ours, and an empty script says nothing wrong.
var graphFaults = []string{"syntax", "no_context", "no_type"}

func runStructuredDataParse(f *page.Facts) Finding {
	var found []fault
	pages, nodes := 0, 0
	for _, p := range f.Pages {
		if n := len(p.Graph.Nodes); n > 0 || p.Graph.Blocks > 0 {
			pages++
			nodes += n
		}
		for _, e := range p.Graph.Errors {
			if slices.Contains(graphFaults, e.Problem) {
				found = append(found, fault{p, fmt.Sprintf("%s block %d", e.Format, e.Block), e.Detail})
			}
		}
	}
	if pages == 0 {
		if !whole(f.Main()) {
			return unsure(f.Main())
		}
		return unassessed(page.NotApplicable, "The pages read have no structured data.", "Les pages lues n'ont pas de données structurées.")
	}
	errors := count(len(found), "error", "errors", "erreur", "erreurs")
	return siteWide(f, found,
		passed("All structured data can be read (%v on %v).", "Toutes les données structurées sont lisibles (%v sur %v).",
			count(nodes, "item", "items", "élément", "éléments"), ofPages(pages, f)),
		failed("The structured data of the submitted page is faulty (%v in all).",
			"Les données structurées de la page soumise sont défectueuses (%v au total).", errors),
		warned("The structured data of pages other than the submitted one is faulty (%v).", "Les données structurées d'autres pages que la page soumise sont défectueuses (%v).", errors))
}
