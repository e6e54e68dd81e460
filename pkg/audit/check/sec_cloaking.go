package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The parts of a browser's text that Googlebot's must share; own numbers, as those of crawl.edge-parity.
const (
	cloakedShare  = 0.3
	doubtfulShare = 0.7
)

// secCloaking says nothing where Googlebot's name is turned away: firewalls verify the address behind it, and ours isn't Google's. A page that changes from one
// reading to the next has no text to compare.
func secCloaking() Check {
	return Check{
		ID: "sec.cloaking", Weight: 4, Level: Standard,
		Source: "Google Search Central, spam policies (cloaking; hacked content); own numbers: 30% and 70% of the text", Link: "https://developers.google.com/search/docs/essentials/spam-policies#cloaking",
		Title: text("Same text for visitors and Googlebot", "Même texte pour les visiteurs et Googlebot"),
		Why: text("Google removes pages that show its crawler another text than people. Most often an intruder put the other text there.",
			"Google retire les pages qui montrent à son robot un autre texte qu'aux visiteurs. Le plus souvent, un intrus a placé cet autre texte."),
		Fix: text("Compare the two texts. If you didn't write the one for Googlebot, the site has been broken into: restore it from a clean copy and close the hole.",
			"Comparez les deux textes. Si celui de Googlebot n'est pas de vous, le site a été piraté : restaurez une copie saine et corrigez la faille."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			browser, google := &f.Survey.Browser, &f.Survey.Googlebot
			if !browser.OK() || !google.OK() {
				return unassessed(page.Unread, "The page could not be read under both names.", "La page n'a pas pu être lue sous les deux noms.")
			}
			b, g := browser.Value, google.Value
			if b.Wall != "" || g.Wall != "" || b.Status/100 != 2 || g.Status/100 != 2 {
				return unassessed(page.Blocked, "One of the names was turned away, as firewalls do with borrowed ones (a browser's: status %d, Googlebot's: %d).",
					"L'un des noms a été refusé, comme le font les pare-feu des noms empruntés (navigateur : statut %d, Googlebot : %d).", b.Status, g.Status)
			}
			share, ok := sharedText(b, g)
			if !ok {
				return unassessed(page.NotApplicable, "The page has too little text to compare.", "La page a trop peu de texte pour une comparaison.")
			}
			if share < doubtfulShare {
				for _, r := range f.Survey.Repeats {
					if again, ok := sharedText(page.ReadingOf(f.Main()), r); ok && again < doubtfulShare {
						return unassessed(page.NotApplicable, "The page has another text at every reading, so that two can't be compared.",
							"La page change de texte à chaque lecture ; deux lectures ne se comparent pas.")
					}
				}
			}
			percent := fmt.Sprintf("%.0f", 100*share)
			finding := Finding{}
			switch {
			case share >= doubtfulShare:
				return passed("A browser and Googlebot's name get the same text (%s%% in common).",
					"Un navigateur et le nom de Googlebot reçoivent le même texte (%s %% en commun).", percent)
			case share >= cloakedShare:
				finding = warned("A browser's text and the one under Googlebot's name differ (%s%% in common).",
					"Le texte d'un navigateur et celui servi sous le nom de Googlebot diffèrent (%s %% en commun).", percent)
			default:
				finding = failed("Under Googlebot's name the page has another text than in a browser (%s%% in common).",
					"Sous le nom de Googlebot, la page a un autre texte que dans un navigateur (%s %% en commun).", percent)
			}
			return finding.seen(f.FinalURL, "User-Agent: Googlebot", beginning(g.Text)).seen(f.FinalURL, "User-Agent: a browser's", beginning(b.Text))
		},
	}
}

// beginning gives the first 200 characters of a text.
func beginning(text string) string {
	n := 0
	for i := range text {
		if n == 200 {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
