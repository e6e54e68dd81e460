package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designKeyboardFocus reads tabindex only; whether the focus can be seen takes a browser.
func designKeyboardFocus() Check {
	return Check{
		ID: "design.keyboard-focus", Weight: 3, Level: Standard, Source: "WCAG 2.2 success criterion 2.4.3; Lighthouse tabindex",
		Link:  "https://www.w3.org/TR/WCAG22/#focus-order",
		Title: text("Keyboard order", "Ordre de navigation au clavier"),
		Why: text("A tabindex above 0 pulls its element out of the order of reading; visitors who use the keyboard then jump about the page.",
			"Un tabindex supérieur à 0 sort l'élément de l'ordre de lecture ; les visiteurs qui naviguent au clavier sautent alors d'un endroit à l'autre."),
		Fix: text("Use tabindex 0 or -1 only, and bring the elements themselves into the right order.",
			"N'employez que tabindex 0 ou -1, et placez les éléments eux-mêmes dans le bon ordre."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			found := faults(f, func(p *page.Page) (string, string, bool) {
				return "[tabindex]", fmt.Sprintf("%d above 0", p.Widgets.PositiveTab), p.Widgets.PositiveTab > 0
			})
			verdict := warned("Elements have a tabindex above 0 on %v.", "Des éléments ont un tabindex supérieur à 0 sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("No tabindex above 0 was found on the pages read.", "Aucun tabindex supérieur à 0 n'a été trouvé sur les pages lues."), verdict, verdict)
		},
	}
}
