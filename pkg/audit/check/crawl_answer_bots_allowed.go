package check

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlAnswerBotsAllowed fails only for crawlers that a rule costs something: for the others the loss can't be shown, or is none for this site.
func crawlAnswerBotsAllowed() Check {
	return Check{
		ID: "crawl.answer-bots-allowed", Weight: 10, Level: Standard, Also: []audit.Share{{Metric: audit.GSO, Weight: 10}},
		Source: "RFC 9309 section 2.2, and each operator's own page on its crawler", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
		Title: text("Access for search and answer crawlers", "Accès des robots de recherche et de réponse"),
		Why: text("The product behind a search or answer crawler can't find, quote or cite a page that its crawler may not read.",
			"Une page interdite à un robot de recherche ou de réponse ne peut être ni trouvée ni citée par le produit qu'il alimente."),
		Fix: text("Allow the named crawlers in robots.txt: remove the deciding Disallow line, or give them a group that repeats your other rules. Crawlers that only train models can stay out.",
			"Autorisez les robots nommés dans robots.txt : retirez la ligne Disallow en cause, ou donnez-leur un groupe qui reprend vos autres règles. Les robots d'entraînement peuvent rester exclus."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			all := rulings(f, "search", "both")
			if len(all) == 0 {
				return unassessed(page.NotApplicable, "The crawler table lists no search crawler.",
					"La table des robots ne contient aucun robot de recherche.")
			}
			main, others := keptFrom(all)
			robots := f.Robots.Value.URL
			switch {
			case len(main) > 0 && unreachable(main[0].main):
				return failed("robots.txt can't be read, so every crawler must assume that the whole site is off limits.",
					"robots.txt est illisible : tout robot doit considérer que le site entier lui est interdit.").
					seen(robots, "robots.txt", main[0].main.Rule)
			case len(main) > 0:
				say := warned
				if slices.ContainsFunc(main, func(r ruling) bool { return costly(f, r.Crawler) }) {
					say = failed
				}
				return say("%s out of %d may not read the submitted page: %s.", "La page soumise est fermée à %s sur %d : %s.",
					count(len(main), "search or answer crawler", "search or answer crawlers", "robot de recherche ou de réponse", "robots de recherche ou de réponse"),
					len(all), blockedNames(main, onMain)).withBlocked(robots, main, onMain)
			case len(others) > 0:
				return warned("The submitted page is open to all search and answer crawlers, but other pages are closed to %s: %s.",
					"La page soumise est ouverte à tous les robots de recherche et de réponse, mais d'autres pages sont fermées à %s : %s.",
					count(len(others), "search or answer crawler", "search or answer crawlers", "robot de recherche ou de réponse", "robots de recherche ou de réponse"),
					blockedNames(others, onOther)).withBlocked(robots, others, onOther).seen(others[0].others[0], "robots.txt", others[0].other.Rule)
			}
			return passed("robots.txt lets all %d search and answer crawlers fetch the pages read.",
				"robots.txt laisse les %d robots de recherche et de réponse lire les pages lues ici.", len(all))
		},
	}
}
