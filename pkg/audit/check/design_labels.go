package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designLabels() Check {
	return Check{
		ID: "design.labels", Weight: 5, Level: Standard, Source: "WCAG 2.2 success criteria 3.3.2 and 4.1.2; axe rule label; own number: half of the fields for a failure",
		Link:  "https://www.w3.org/TR/WCAG22/#labels-or-instructions",
		Title: text("Labels of form fields", "Étiquettes des champs de formulaire"),
		Why: text("A field without a label says nothing to a screen reader or an agent, and little to anybody once its placeholder is gone.",
			"Un champ sans étiquette ne dit rien à un lecteur d'écran ni à un agent, et peu de chose à tout visiteur une fois son texte indicatif disparu."),
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
				fields += p.Widgets.LooseFields
				here += p.Widgets.LooseUnlabeled
				bare += here
				return "input, select, textarea", fmt.Sprintf("%d without a label", here), here > 0
			})
			if fields == 0 {
				return unassessed(page.NotApplicable, "The pages read have no form fields.", "Les pages lues n'ont pas de champ de formulaire.")
			}
			result := passed("Every form field of the pages read has a label (%d).", "Chaque champ de formulaire des pages lues a une étiquette (%d).", fields)
			switch {
			case bare*2 > fields:
				result = failed("Form fields without a label on the pages read: %d of %d.", "Champs de formulaire sans étiquette sur les pages lues : %d sur %d.", bare, fields)
			case bare > 0:
				result = warned("Form fields without a label on the pages read: %d of %d.", "Champs de formulaire sans étiquette sur les pages lues : %d sur %d.", bare, fields)
			}
			return siteWide(f, found, result, result, result)
		},
	}
}
