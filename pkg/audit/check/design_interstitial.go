package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designInterstitial knows one thing without a browser: a dialog element that is sent open. Other dialogs may be closed.
func designInterstitial() Check {
	return Check{
		ID: "design.interstitial", Weight: 3, Level: Standard,
		Source: "Google Search Central, intrusive interstitials; HTML standard, the dialog element",
		Link:   "https://developers.google.com/search/docs/appearance/avoid-intrusive-interstitials",
		Title:  text("No window over the content on arrival", "Absence de fenêtre devant le contenu à l'arrivée"),
		Why: text("A window over the page on arrival keeps visitors from the content, and Google may count it against the page.",
			"Une fenêtre par-dessus la page dès l'arrivée cache le contenu aux visiteurs, et Google peut en tenir rigueur à la page."),
		Fix: text("Show offers and sign-ups inside the page, or only after the visitor asked for them.",
			"Affichez offres et inscriptions dans la page, ou seulement à la demande du visiteur."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			maybe := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				maybe += p.Widgets.Dialogs - p.Widgets.OpenDialogs
				return "dialog[open]", fmt.Sprintf("%d open", p.Widgets.OpenDialogs), p.Widgets.OpenDialogs > 0 && p.Widgets.Consent == ""
			})
			switch {
			case len(found) > 0:
				verdict := warned("A dialog is open on arrival on %v.", "Une fenêtre de dialogue est ouverte dès l'arrivée sur %v.", ofPages(len(found), f))
				return siteWide(f, found, Finding{}, verdict, verdict)
			case maybe > 0:
				return unassessed(page.NeedsRender, "The pages have dialogs; whether one opens on arrival, only a browser can tell.",
					"Les pages ont des fenêtres de dialogue ; seul un navigateur peut dire si l'une s'ouvre à l'arrivée.")
			}
			return passed("No dialog in the HTML of the pages read is open on arrival.", "Aucune fenêtre de dialogue du HTML des pages lues n'est ouverte à l'arrivée.")
		},
	}
}
