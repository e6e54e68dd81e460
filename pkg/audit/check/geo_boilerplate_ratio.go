package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func geoBoilerplateRatio() Check {
	return Check{
		ID: "geo.boilerplate-ratio", Weight: 1, Level: Folklore, Source: "own number: at most 60% of the visible words outside the main content",
		Title: text("Share of the main content", "Part du contenu principal"),
		Why: text("Where menus and footers make up most of the words, programs that extract text may take the wrong part for the content.",
			"Quand menus et pieds de page forment l'essentiel des mots, les programmes d'extraction peuvent prendre la mauvaise partie pour le contenu."),
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
				return "body", fmt.Sprintf("%d of %d words", p.Text.BoilerplateWords, p.Text.Visible), p.Text.BoilerplateWords*10 > p.Text.Visible*6
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "No page read has 100 words.", "Aucune page lue n'atteint 100 mots.")
			}
			verdict := warned("Menus, headers and footers make up more than 60%% of the words on %v.",
				"Menus, en-têtes et pieds de page forment plus de 60 %% des mots sur %v.",
				ofPages(len(found), f))
			return siteWide(f, found, passed("The main content makes up 40%% or more of the words (%v).",
				"Le contenu principal forme au moins 40 %% des mots (%v).",
				count(judged, "page judged", "pages judged", "page examinée", "pages examinées")), verdict, verdict)
		},
	}
}
