package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// crawlAllAgentsBlocked has a cap: nothing else about a page counts for search and answers while no crawler may read it. 25 is our own number.
// A robots.txt that fails is left to crawl.answer-bots-allowed, since crawlers go on with an older copy for a while.
func crawlAllAgentsBlocked() Check {
	return Check{
		ID: "crawl.all-agents-blocked", Weight: 5, Cap: 25, Level: Standard,
		Source: "RFC 9309 section 2.2; cap: own number", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
		Title: text("Access for at least one search crawler", "Accès d'au moins un robot de recherche"),
		Why: text("Where every search and answer crawler is turned away, the page can't appear in any search result or answer.",
			"Si tous les robots de recherche et de réponse sont exclus, la page ne peut apparaître dans aucun résultat ni aucune réponse."),
		Fix: text("Remove the rule that closes the whole site; it is often left over from before the launch.",
			"Retirez la règle qui ferme tout le site ; c'est souvent un reste de la période précédant la mise en ligne."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			all := rulings(f, "search", "both")
			if len(all) == 0 {
				return unassessed(page.NotApplicable, "The crawler table lists no search crawler.",
					"La table des robots ne contient aucun robot de recherche.")
			}
			main, _ := keptFrom(all)
			switch {
			case len(main) == 0:
				return passed("robots.txt opens the submitted page to all %d search and answer crawlers.",
					"robots.txt ouvre la page soumise aux %d robots de recherche et de réponse.", len(all))
			case len(main) < len(all):
				return passed("robots.txt opens the submitted page to %d of %d search and answer crawlers.",
					"robots.txt ouvre la page soumise à %d des %d robots de recherche et de réponse.",
					len(all)-len(main), len(all))
			case unreachable(main[0].main):
				return warned("robots.txt can't be read; for as long as that lasts, crawlers must stay away from the whole site.",
					"robots.txt est illisible ; tant que cela dure, les robots doivent rester à l'écart de tout le site.").
					seen(f.Robots.Value.URL, "robots.txt", main[0].main.Rule)
			}
			return failed("robots.txt closes the submitted page to all %d search and answer crawlers (%s).",
				"robots.txt ferme la page soumise aux %d robots de recherche et de réponse (%s).", len(all), deciding(main[0].main)).
				seen(f.Robots.Value.URL, place(main[0].main), main[0].main.Rule)
		},
	}
}
