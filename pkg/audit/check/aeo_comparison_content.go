package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoComparisonContent judges comparisons that are there. Not every business has rivals to compare itself with in public, so their absence is no fault.
func aeoComparisonContent() Check {
	return Check{
		ID: "aeo.comparison-content", Weight: 1, Level: Folklore, Source: "own rule: a comparison has a table with header cells",
		Title: text("Comparisons have a table", "Les comparatifs ont un tableau"),
		Why: text("“X or Y?” is among the commonest questions to assistants. A fair table answers it row by row.",
			"« X ou Y ? » est l'une des questions les plus posées aux assistants. Un tableau honnête y répond ligne par ligne."),
		Fix: text("Give every comparison a table with one column for each choice, and say where the other one is better.",
			"Donnez à chaque comparatif un tableau avec une colonne par option, et dites où l'autre est meilleure."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if !compares(p) {
					return "", "", false
				}
				judged++
				_, tables := listsAndTables(p)
				return "table", first(p.Titles), tables == 0
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "None of the pages read is a comparison.", "Aucune des pages lues n'est un comparatif.")
			}
			verdict := warned("A comparison without a table on %v.", "Un comparatif sans tableau : %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("Comparisons have a table (%s).", "Les comparatifs ont un tableau (%s).",
				count(judged, "page", "pages", "page", "pages")),
				verdict, verdict)
		},
	}
}

// compares says whether the page's title or main heading is that of a comparison.
func compares(p *page.Page) bool {
	for _, s := range []string{first(p.Titles), first(headings(p, 1))} {
		s = " " + folded(s) + " "
		for _, w := range []string{" vs ", " versus ", " alternatives to ", " alternative to ", " compared ", " comparison ",
			" comparatif ", " alternatives a ", " vergleich "} {
			if strings.Contains(s, w) {
				return true
			}
		}
	}
	return false
}
