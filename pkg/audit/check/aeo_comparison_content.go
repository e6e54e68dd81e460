package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoComparisonContent judges comparisons that are there. Not every business has rivals to compare itself with in public, so their absence is no fault.
func aeoComparisonContent() Check {
	return Check{
		ID: "aeo.comparison-content", Weight: 1, Level: Folklore, Source: "own rule: a comparison has a table with header cells",
		Title: text("Tables in comparisons", "Tableaux dans les comparatifs"),
		Why: text("People ask assistants “X or Y?”. A fair table answers it row by row.",
			"On demande aux assistants « X ou Y ? ». Un tableau honnête y répond ligne par ligne."),
		Fix: text("Give every comparison a table with one column for each choice, and say where the other choice is better.",
			"Donnez à chaque comparatif un tableau avec une colonne par option, et dites en quoi l'autre option est meilleure."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if p.Text.Clipped || !compares(p) {
					return "", "", false
				}
				judged++
				_, tables := listsAndTables(p)
				return "<title>", first(p.Titles), tables == 0
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "None of the pages read is a comparison.", "Aucune des pages lues n'est un comparatif.")
			}
			verdict := warned("A comparison has no table with header cells on %v.", "Un comparatif n'a pas de tableau avec cellules d'en-tête sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("Every comparison has a table (%s).", "Chaque comparatif a un tableau (%s).",
				count(judged, "page judged", "pages judged", "page examinée", "pages examinées")),
				verdict, verdict)
		},
	}
}

// compares says whether the page's title or main heading is that of a comparison.
func compares(p *page.Page) bool {
	for _, s := range []string{first(p.Titles), first(mainHeadings(p))} {
		s = " " + folded(s) + " "
		for _, w := range []string{
			" vs ", " versus ", " alternatives to ", " alternative to ", " compared ", " comparison ",
			" comparatif ", " alternatives a ", " vergleich ",
		} {
			if strings.Contains(s, w) {
				return true
			}
		}
	}
	return false
}
