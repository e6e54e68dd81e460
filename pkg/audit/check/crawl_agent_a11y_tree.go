package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// crawlAgentA11yTree reads names from the markup only; what scripts or style sheets do to the accessibility tree needs a browser. So it never fails.
func crawlAgentA11yTree() Check {
	return Check{
		ID: "crawl.agent-a11y-tree", Weight: 2, Level: Standard,
		Source: "WCAG 2.2, success criterion 4.1.2; Lighthouse: agent-accessibility-tree", Link: "https://www.w3.org/TR/WCAG22/#name-role-value",
		Title: text("Agents can name buttons, links and fields", "Boutons, liens et champs nommés pour les agents"),
		Why: text("Agents that act in a browser find their way by the names in the accessibility tree, as screen readers do. A button without a name can't be chosen.",
			"Les agents qui agissent dans un navigateur s'orientent, comme les lecteurs d'écran, par les noms de l'arbre d'accessibilité. Un bouton sans nom ne peut être choisi."),
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
			return warned("Without a name: %s, %s, %s.", "Sans nom : %s, %s, %s.", count(buttons, "button", "buttons", "bouton", "boutons"),
				count(links, "link", "links", "lien", "liens"), count(fields, "field", "fields", "champ", "champs")).
				seen(main.FinalURL, "button, a, input", "")
		},
	}
}
