package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designLabels() Check {
	return Check{
		ID: "design.labels", Weight: 5, Level: Standard, Source: "WCAG 2.2, 3.3.2 and 4.1.2; axe rule label",
		Link:  "https://www.w3.org/TR/WCAG22/#labels-or-instructions",
		Title: text("Form fields have labels", "Champs de formulaire étiquetés"),
		Why: text("A field without a label says nothing to a screen reader or an agent, and little to anybody once the placeholder is gone.",
			"Un champ sans étiquette ne dit rien à un lecteur d'écran ni à un agent, et peu à quiconque une fois l'indication disparue."),
		Fix: text("Give every field a label element, or an aria-label where none fits.",
			"Donnez à chaque champ un élément label, ou un aria-label s'il n'y a pas la place."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			fields, bare := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				here := 0
				for _, form := range p.Forms {
					fields += form.Inputs
					here += form.Unlabeled
				}
				bare += here
				return "input, select, textarea", fmt.Sprintf("%d", here), here > 0
			})
			if fields == 0 {
				return unassessed(page.NotApplicable, "The pages read have no form.", "Les pages lues n'ont pas de formulaire.")
			}
			said := count(fields, "form field", "form fields", "champ de formulaire", "champs de formulaire")
			result := passed("%s, all with a label.", "%s, tous étiquetés.", said)
			switch {
			case bare*2 > fields:
				result = failed("Without a label: %d of %s.", "Sans étiquette : %d sur %s.", bare, said)
			case bare > 0:
				result = warned("Without a label: %d of %s.", "Sans étiquette : %d sur %s.", bare, said)
			}
			return siteWide(f, found, result, result, result)
		},
	}
}
