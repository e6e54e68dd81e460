package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designKeyboardFocus reads tabindex only; whether the focus can be seen takes a browser.
func designKeyboardFocus() Check {
	return Check{
		ID: "design.keyboard-focus", Weight: 3, Level: Standard, Source: "Lighthouse tabindex; WCAG 2.2, 2.4.3",
		Link:  "https://www.w3.org/TR/WCAG22/#focus-order",
		Title: text("The keyboard follows the page", "Le clavier suit la page"),
		Why: text("A tabindex above 0 pulls its element out of the order of reading; whoever goes by keyboard jumps about the page.",
			"Un tabindex supérieur à 0 sort l'élément de l'ordre de lecture ; qui navigue au clavier saute d'un endroit à l'autre."),
		Fix: text("Use tabindex 0 or -1 only, and bring the elements themselves into the right order.",
			"N'employez que tabindex 0 ou -1, et placez les éléments eux-mêmes dans le bon ordre."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			found := faults(f, func(p *page.Page) (string, string, bool) {
				return "[tabindex]", fmt.Sprintf("%d", p.Widgets.PositiveTab), p.Widgets.PositiveTab > 0
			})
			verdict := warned("A tabindex above 0 on %v.", "Un tabindex supérieur à 0 : %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("No tabindex above 0.", "Aucun tabindex supérieur à 0."), verdict, verdict)
		},
	}
}
