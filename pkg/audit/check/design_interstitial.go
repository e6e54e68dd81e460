package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// overlayShare is how much of a telephone's screen something may cover on arrival. An own number.
const overlayShare = 0.3

// designInterstitial knows one thing without a browser: a dialog element that is sent open. Other dialogs may be closed. A browser measured what lies over
// the submitted page; what asks for consent is exempt, as Google has it.
func designInterstitial() Check {
	return Check{
		ID: "design.interstitial", Weight: 3, Level: Standard,
		Source: "Google Search Central, intrusive interstitials; HTML standard, the dialog element; own number: 30% of the screen",
		Link:   "https://developers.google.com/search/docs/appearance/avoid-intrusive-interstitials",
		Title:  text("No window over the content on arrival", "Absence de fenêtre devant le contenu à l'arrivée"),
		Why: text("A window over the page on arrival keeps visitors from the content, and Google may count it against the page.",
			"Une fenêtre par-dessus la page dès l'arrivée cache le contenu aux visiteurs, et Google peut en tenir rigueur à la page."),
		Fix: text("Show offers and sign-ups inside the page, or only after the visitor asked for them.",
			"Affichez offres et inscriptions dans la page, ou seulement à la demande du visiteur."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			maybe := 0
			r := f.Rendered
			measured := r != nil && r.Use != nil
			if measured && r.Use.Overlay.Share > overlayShare && !asksConsent(r) {
				return warned("On a telephone something lies over %s of the screen on arrival.",
					"Sur un téléphone, quelque chose couvre %s de l'écran à l'arrivée.", percentage(r.Use.Overlay.Share)).
					seen(r.FinalURL, r.Use.Overlay.Where, r.Use.Overlay.Text)
			}
			found := faults(f, func(p *page.Page) (string, string, bool) {
				maybe += p.Widgets.Dialogs - p.Widgets.OpenDialogs
				return "dialog[open]", fmt.Sprintf("%d open", p.Widgets.OpenDialogs), p.Widgets.OpenDialogs > 0 && p.Widgets.Consent == ""
			})
			switch {
			case len(found) > 0:
				verdict := warned("A dialog is open on arrival on %v.", "Une fenêtre de dialogue est ouverte dès l'arrivée sur %v.", ofPages(len(found), f))
				return siteWide(f, found, Finding{}, verdict, verdict)
			case measured:
				return passed("The browser showed no window over the content of the submitted page on arrival.",
					"Le navigateur n'a montré aucune fenêtre devant le contenu de la page soumise à l'arrivée.")
			case maybe > 0:
				return unassessed(page.NeedsRender, "The pages have dialogs; whether one opens on arrival, only a browser can tell.",
					"Les pages ont des fenêtres de dialogue ; seul un navigateur peut dire si l'une s'ouvre à l'arrivée.")
			}
			return passed("No dialog in the HTML of the pages read is open on arrival.", "Aucune fenêtre de dialogue du HTML des pages lues n'est ouverte à l'arrivée.")
		},
	}
}

// consentWords are what consent windows speak of, in the languages that most of them are in.
var consentWords = []string{"cookie", "consent", "gdpr", "rgpd", "privacy", "confidentialité", "datenschutz", "privacidad"}

// asksConsent says that what lies over the page is there by law: a consent manager's window.
func asksConsent(r *page.Rendered) bool {
	said := strings.ToLower(r.Use.Overlay.Text + " " + r.Use.Overlay.Where)
	return r.Page.Widgets.Consent != "" || slices.ContainsFunc(consentWords, func(w string) bool { return strings.Contains(said, w) })
}
