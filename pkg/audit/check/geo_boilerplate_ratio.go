package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func geoBoilerplateRatio() Check {
	return Check{
		ID: "geo.boilerplate-ratio", Weight: 1, Level: Folklore, Source: "own number: at most 60 % of the visible words outside the main content",
		Title: text("More content than frame", "Plus de contenu que d'habillage"),
		Why: text("Where menus and footers make up most of the words, extractors take the wrong part for the page.",
			"Quand menus et pieds de page font l'essentiel des mots, les extracteurs prennent la mauvaise partie pour la page."),
		Fix: text("Put the content into main, and shorten menus and footers that list the whole site.",
			"Placez le contenu dans main, et raccourcissez les menus et pieds de page qui listent tout le site."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if p.Text.Visible < 100 || !whole(p) {
					return "", "", false
				}
				judged++
				return "body", fmt.Sprintf("%d/%d", p.Text.BoilerplateWords, p.Text.Visible), p.Text.BoilerplateWords*10 > p.Text.Visible*6
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "No page read has 100 words.", "Aucune page lue n'atteint 100 mots.")
			}
			verdict := warned("Menus, headers and footers make up more than 60 %% of the words on %v.",
				"Menus, en-têtes et pieds de page font plus de 60 %% des mots : %v.",
				ofPages(len(found), f))
			return siteWide(f, found, passed("The main content makes up 40 %% or more of the words (%v).",
				"Le contenu principal fait 40 %% des mots ou plus (%v).",
				count(judged, "page", "pages", "page", "pages")), verdict, verdict)
		},
	}
}
