package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfDOMSize judges the number of elements only. Depth and children are reported: Lighthouse shows them but scores the total.
func perfDOMSize() Check {
	const warnOver, failOver = 1500, 3000
	return Check{
		ID: "perf.dom-size", Weight: 2, Level: Folklore,
		Source: "Lighthouse, DOM size; numbers of the audit tool squirrelscan: 1,500 and 3,000 elements",
		Link:   "https://developer.chrome.com/docs/performance/insights/dom-size",
		Title:  text("Number of elements", "Nombre d'éléments"),
		Why: text("Every element costs memory and time whenever the layout changes.",
			"Chaque élément coûte de la mémoire et du temps à chaque recalcul de la mise en page."),
		Fix: text("Remove wrapper elements that builders add, and load long lists piece by piece.",
			"Retirez les conteneurs superflus des constructeurs de pages et chargez les longues listes par morceaux."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			d := f.Main().DOM
			what := fmt.Sprintf("%d elements, depth %d, at most %d children", d.Elements, d.Depth, d.MaxChildren)
			switch {
			case d.Elements == 0:
				return unassessed(page.Unread, "The elements could not be counted.", "Les éléments n'ont pas pu être comptés.")
			case d.Elements > failOver:
				return failed("The page has %d elements, more than 3,000.", "La page compte %d éléments, plus de 3 000.", d.Elements).seen(f.Main().FinalURL, "html", what)
			case d.Elements > warnOver:
				return warned("The page has %d elements, more than 1,500.", "La page compte %d éléments, plus de 1 500.", d.Elements).seen(f.Main().FinalURL, "html", what)
			}
			return passed("The page has %d elements, nested %d deep at most.", "La page compte %d éléments, sur %d niveaux au plus.", d.Elements, d.Depth)
		},
	}
}
