package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlAgentA11yTree reads names from the markup only; what scripts or style sheets do to the accessibility tree needs a browser. So it never fails.
func crawlAgentA11yTree() Check {
	return Check{
		ID: "crawl.agent-a11y-tree", Weight: 2, Level: Standard,
		Source: "WCAG 2.2 success criterion 4.1.2; Lighthouse 13.3, agentic browsing (accessibility tree)", Link: "https://www.w3.org/TR/WCAG22/#name-role-value",
		Title: text("Names of buttons, links and fields for agents", "Noms des boutons, liens et champs pour les agents"),
		Why: text("Agents that act in a browser find their way by the names in the accessibility tree, as screen readers do. They can't choose a button without a name.",
			"Les agents qui agissent dans un navigateur s'orientent, comme les lecteurs d'écran, par les noms de l'arbre d'accessibilité. Ils ne peuvent pas choisir un bouton sans nom."),
		Fix: text("Give every button and link a text or an aria-label, and every field a label.",
			"Donnez à chaque bouton et lien un texte ou un aria-label, et à chaque champ une étiquette (label)."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			fields := 0
			for _, form := range main.Forms {
				fields += form.Unlabeled
			}
			buttons, links := main.Widgets.ButtonsUnnamed, main.Widgets.LinksUnnamed
			if buttons+links+fields == 0 {
				return passed("Every button, link and field of the page has a name.", "Chaque bouton, lien et champ de la page porte un nom.")
			}
			return warned("Elements of the page without a name: %s, %s, %s.", "Éléments de la page sans nom : %s, %s, %s.", count(buttons, "button", "buttons", "bouton", "boutons"),
				count(links, "link", "links", "lien", "liens"), count(fields, "field", "fields", "champ", "champs")).
				seen(main.FinalURL, "button, a, input", fmt.Sprintf("%d button, %d a, %d input", buttons, links, fields))
		},
	}
}
