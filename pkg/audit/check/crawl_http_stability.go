package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// stableShare is how much of its text a page must keep from one reading to the next; own number.
const stableShare = 0.95

// crawlHTTPStability compares only what three readings within seconds gave; what changes by the hour is no fault.
func crawlHTTPStability() Check {
	return Check{
		ID: "crawl.http-stability", Weight: 2, Level: Folklore, Source: "own rule: the same answer to the same request; own number: 95% of the text",
		Title: text("Same answer every time", "Même réponse à chaque lecture"),
		Why: text("A page that answers now and fails then is dropped from indexes, and text that changes with every visit can't be cited.",
			"Une page qui répond puis échoue sort des index, et un texte qui change à chaque visite ne peut pas être cité."),
		Fix: text("Look in the server's log for the failures, and keep what rotates out of the main content.",
			"Cherchez les échecs dans le journal du serveur et sortez du contenu principal ce qui change à chaque visite."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if len(f.Survey.Repeats) == 0 {
				return unassessed(page.Unread, "The page could not be read again.", "La page n'a pas pu être relue.")
			}
			finding := Finding{Status: audit.Pass}
			failed, changed := 0, 0
			for i, r := range f.Survey.Repeats {
				where := fmt.Sprintf("reading %d", i+2)
				if r.Status != main.Response.Status || r.Wall != "" {
					failed++
					finding = finding.seen(main.FinalURL, where, fmt.Sprintf("status %d after %d %s", r.Status, main.Response.Status, r.Wall))
				} else if share, ok := sharedText(page.ReadingOf(main), r); ok && share < stableShare {
					changed++
					finding = finding.seen(main.FinalURL, where, fmt.Sprintf("%.0f%% of the text in common", 100*share))
				}
			}
			again := count(len(f.Survey.Repeats), "time", "times", "fois", "fois")
			switch {
			case failed > 0:
				finding.Status = audit.Fail
				finding.Detail = text("Asked again %s within seconds, the page was answered otherwise.", "Redemandée %s en quelques secondes, la page a reçu une autre réponse.", again)
			case changed > 0:
				finding.Status = audit.Warn
				finding.Detail = text("Asked again %s within seconds, the page had another text.", "Redemandée %s en quelques secondes, la page avait un autre texte.", again)
			default:
				return passed("Asked again %s, the page was answered alike.", "Redemandée %s, la page a reçu la même réponse.", again)
			}
			return finding
		},
	}
}

// sharedText is the part of their text that two readings have in common, 0 to 1. ok is false where both are too short to compare.
func sharedText(a, b page.Reading) (share float64, ok bool) {
	switch {
	case a.Text == b.Text:
		return 1, true
	case a.Words < minComparedWords && b.Words < minComparedWords:
		return 0, false
	}
	return resemblance(a.Text, b.Text), true
}
