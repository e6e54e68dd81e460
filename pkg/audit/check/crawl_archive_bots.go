package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// crawlArchiveBots is not scored: an archive is upstream of many training sets, so keeping it out is a policy too.
func crawlArchiveBots() Check {
	return Check{
		ID: "crawl.archive-bots", Weight: 0, Level: Folklore,
		Source: "Common Crawl, CCBot; reported, not scored", Link: "https://commoncrawl.org/ccbot",
		Title: text("Access for web archives", "Accès des archives du web"),
		Why: text("Many language models know the web through public archives. Without a live search, they may not know a site that isn't in them.",
			"Beaucoup de modèles de langage connaissent le web par des archives publiques. Sans recherche en direct, un site qui n'y figure pas risque de leur être inconnu."),
		Fix: text("If you want models to know you without a search, allow these crawlers; otherwise leave the rule as it is.",
			"Si vous souhaitez être connu des modèles sans recherche, autorisez ces robots ; sinon, conservez la règle."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			all := rulings(f, "archive")
			main, _ := keptFrom(all)
			switch {
			case len(all) == 0:
				return unassessed(page.NotApplicable, "The crawler table lists no archive.", "La table des robots ne contient aucune archive.")
			case len(main) > 0 && unreachable(main[0].main):
				return unassessed(page.Unread, "robots.txt can't be read.", "robots.txt est illisible.")
			case len(main) == 0:
				return passed("Web archives may read the submitted page.", "Les archives du web peuvent lire la page soumise.")
			}
			return warned("%s may not read the submitted page: %s. This is your choice and isn't scored.",
				"La page soumise est fermée à %s : %s. Ce choix vous appartient et n'est pas noté.",
				count(len(main), "web archive", "web archives", "archive du web", "archives du web"), blockedNames(main, onMain)).
				withBlocked(f.Robots.Value.URL, main, onMain)
		},
	}
}
