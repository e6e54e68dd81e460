package check

import (
	"fmt"
	"math"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// shellWords is how much text a page with an application's root element should show before its JavaScript runs. A short page without such an
// element is whole as sent, however short.
const shellWords = 200

// Where a browser opened the page, the HTML as sent is to have so many words, or so large a share of those that are there after JavaScript. A page with
// fewer than leastWords of its own that gains as many by JavaScript is one that agents without it find empty.
const (
	leastWords = 100
	leastShare = 0.6
)

// crawlRawHTMLContent has a cap of our own, 50: an agent that runs no scripts gets nothing from the page, whatever else is right about it.
func crawlRawHTMLContent() Check {
	return Check{
		ID: "crawl.raw-html-content", Weight: 10, Cap: 50, Level: OneStudy, Also: []audit.Share{{Metric: audit.GSO, Weight: 8}},
		Source: "Vercel and MERJ, The rise of the AI crawler (2024), by which AI crawlers fetch scripts but don't run them; own numbers: 200 words, 100 words, 60%, cap of 50",
		Link:   "https://vercel.com/blog/the-rise-of-the-ai-crawler",
		Title:  text("Content in the HTML as sent", "Contenu présent dans le HTML envoyé"),
		Why: text("Most AI crawlers don't run JavaScript. What a script puts on the page later isn't there for them.",
			"La plupart des robots d'IA n'exécutent pas JavaScript. Ce qu'un script affiche ensuite n'existe pas pour eux."),
		Fix: text("Render the page on the server or at build time, so that its text is in the HTML.",
			"Générez la page côté serveur ou à la compilation, pour que son texte figure dans le HTML."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			words := count(main.Text.Visible, "word", "words", "mot", "mots")
			r := f.Rendered
			if main.NeedsRender() && r != nil {
				return failed("Before its JavaScript runs the page shows %s: an empty application shell. A browser shows %s.",
					"Avant l'exécution de son JavaScript, la page affiche %s : une coquille vide. Un navigateur affiche %s.", words, wordsOf(r.Page)).
					seen(main.FinalURL, "#"+main.Shell, words.EN)
			}
			if main.NeedsRender() {
				return failed("Before its JavaScript runs the page shows %s: an empty application shell.",
					"Avant l'exécution de son JavaScript, la page affiche %s : une coquille vide.", words).
					seen(main.FinalURL, "#"+main.Shell, words.EN)
			}
			if main.ParseError != "" && main.Text.Visible == 0 {
				return unassessed(page.Unread, "The page's HTML could not be read to its end.",
					"Le HTML de la page n'a pas pu être lu jusqu'au bout.")
			}
			finding, empty := Finding{Status: audit.Warn}, 0
			for _, p := range f.Pages[1:] {
				if p.NeedsRender() {
					empty++
					finding = finding.seen(p.FinalURL, "#"+p.Shell, count(p.Text.Visible, "word", "words", "mot", "mots").EN)
				}
			}
			switch {
			case r != nil && main.Text.Visible < shellWords && r.Share < leastShare:
				verdict := warned
				if main.Text.Visible < leastWords && r.Page.Text.Visible >= main.Text.Visible+leastWords {
					verdict = failed
				}
				return verdict("The HTML as sent shows %s, a browser %s: %s of what it shows stands in the HTML.",
					"Le HTML envoyé affiche %s, un navigateur %s : %s de ce qu'il affiche figure dans le HTML.", words, wordsOf(r.Page), percentage(r.Share)).
					seen(main.FinalURL, "html", words.EN)
			case r == nil && main.Shell != "" && main.Text.Visible < shellWords:
				return warned("The HTML as sent shows %s beside an application's root element; more may come from scripts, unseen by most AI crawlers.",
					"Le HTML envoyé affiche %s à côté de l'élément racine d'une application ; le reste vient peut-être de scripts, invisibles pour la plupart des robots d'IA.", words).
					seen(main.FinalURL, "#"+main.Shell, words.EN)
			case empty > 0:
				finding.Detail = text("The submitted page has its text in the HTML, but %s without JavaScript (%d pages read).",
					"La page soumise a son texte dans le HTML, mais %s sans JavaScript (%d pages lues).",
					count(empty, "other page is an empty shell", "other pages are empty shells", "autre page est une coquille vide", "autres pages sont des coquilles vides"), len(f.Pages))
				return finding
			}
			if r != nil {
				return passed("The HTML as sent shows %s, a browser %s: %s of what it shows stands in the HTML.",
					"Le HTML envoyé affiche %s, un navigateur %s : %s de ce qu'il affiche figure dans le HTML.", words, wordsOf(r.Page), percentage(r.Share))
			}
			return passed("The HTML as sent shows %s; no script has to run.", "Le HTML envoyé affiche %s ; aucun script n'est nécessaire.", words)
		},
	}
}

func wordsOf(p *page.Page) audit.Text {
	return count(p.Text.Visible, "word", "words", "mot", "mots")
}

// percentage writes a share of 0 to 1, rounded down: what isn't whole isn't 100%.
func percentage(share float64) audit.Text {
	n := int(math.Floor(share*100 + 1e-9))
	return audit.Text{EN: fmt.Sprintf("%d%%", n), FR: fmt.Sprintf("%d %%", n)}
}
