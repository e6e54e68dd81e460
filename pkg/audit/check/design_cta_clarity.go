package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designCTAClarity counts different calls to action, by their words: a shop repeats “Add to cart” on every product, which competes with nothing.
func designCTAClarity() Check {
	return Check{
		ID: "design.cta-clarity", Weight: 2, Level: Folklore, Source: "own numbers: 1 to 5 different calls to action on the page",
		Title: text("Clear next step", "Étape suivante claire"),
		Why: text("Visitors and agents understand a page that asks for one thing more easily than one that asks for nothing, or for ten things.",
			"Visiteurs et agents comprennent mieux une page qui demande une seule chose qu'une page qui n'en demande aucune, ou dix."),
		Fix: text("Decide what a visitor should do on this page, and say it in words on one clear link or button.",
			"Décidez de ce que le visiteur doit faire sur cette page, et dites-le en mots sur un lien ou un bouton bien visible."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if !commercial(f) {
				return unassessed(page.NotApplicable, "The site offers nothing to order, book or ask for.",
					"Le site ne propose rien à commander, réserver ou demander.")
			}
			calls := callsToAction(main)
			said := strings.Join(calls[:min(5, len(calls))], " | ")
			switch {
			case len(calls) == 0 && contactForm(f), len(calls) == 0 && main.Widgets.Buttons > 0:
				return passed("The action of the page is a form or button.", "L'action de la page est un formulaire ou un bouton.")
			case len(calls) == 0 && !worded(f):
				return unknownWords()
			case len(calls) == 0:
				return warned("No link was found on the submitted page that says what a visitor should do.",
					"Aucun lien disant ce que le visiteur doit faire n'a été trouvé sur la page soumise.").seen(main.FinalURL, "a, button", "none")
			case len(calls) > 5:
				return warned("%d different calls to action compete on the submitted page.",
					"%d appels à l'action différents se concurrencent sur la page soumise.", len(calls)).seen(main.FinalURL, "a", said)
			}
			return passed("The submitted page has %s.", "La page soumise a %s.",
				count(len(calls), "call to action", "different calls to action", "appel à l'action", "appels à l'action différents")).
				seen(main.FinalURL, "a", said)
		},
	}
}

// callWords are folded words of links that ask for an action; more than those by which something is ordered.
var callWords = wordSet(`call contact contactez appeler appelez ecrivez download telecharger join start try get request discover inscription inscrire signup sign
	rejoindre demarrer essayer demander obtenir estimate estimation`)

// callsToAction gives the different texts of the links that ask for an action, outside navigation and footer.
func callsToAction(p *page.Page) []string {
	var calls, known []string
	for _, l := range p.Links {
		if l.Place == "nav" || l.Place == "footer" || l.Text == "" {
			continue
		}
		label := folded(l.Text)
		words := strings.Fields(label)
		asks := l.Scheme == "tel" || len(words) <= 5 && slices.ContainsFunc(words, func(w string) bool { return actionWords[w] || callWords[w] })
		if l.Scheme == "tel" {
			label = "tel"
		}
		if asks && !slices.Contains(known, label) {
			known = append(known, label)
			calls = append(calls, l.Text)
		}
	}
	return calls
}
