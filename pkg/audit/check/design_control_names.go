package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designControlNames reads names from the HTML; a style sheet may still give a button an icon, but never a name.
func designControlNames() Check {
	return Check{
		ID: "design.control-names", Weight: 4, Level: Standard, Source: "WCAG 2.2 success criteria 2.4.4 and 4.1.2; axe rules button-name and link-name; own number: 10% for a failure",
		Link:  "https://www.w3.org/TR/WCAG22/#name-role-value",
		Title: text("Names of buttons and links", "Noms des boutons et des liens"),
		Why: text("An icon alone is no name: a screen reader says “link”, and an agent doesn't know what it would press.",
			"Une icône seule n'est pas un nom : le lecteur d'écran dit « lien », et l'agent ignore ce qu'il actionnerait."),
		Fix: text("Put a text into every button and link, or an aria-label where only an icon is shown.",
			"Placez un texte dans chaque bouton et lien, ou un aria-label là où seule une icône s'affiche."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			all, unnamed := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				w := &p.Widgets
				all += w.Buttons + p.LinksTotal
				here := w.ButtonsUnnamed + w.LinksUnnamed
				unnamed += here
				return "button, a", fmt.Sprintf("%d button, %d a", w.ButtonsUnnamed, w.LinksUnnamed), here > 0
			})
			if all == 0 {
				return unassessed(page.NotApplicable, "The pages read have no buttons and links.", "Les pages lues n'ont ni bouton ni lien.")
			}
			result := passed("Every button and link of the pages read has a name (%d).", "Chaque bouton et lien des pages lues a un nom (%d).", all)
			switch {
			case unnamed*10 > all:
				result = failed("Buttons and links without a name on the pages read: %d of %d.", "Boutons et liens sans nom sur les pages lues : %d sur %d.", unnamed, all)
			case unnamed > 0:
				result = warned("Buttons and links without a name on the pages read: %d of %d.", "Boutons et liens sans nom sur les pages lues : %d sur %d.", unnamed, all)
			}
			return siteWide(f, found, result, result, result)
		},
	}
}
