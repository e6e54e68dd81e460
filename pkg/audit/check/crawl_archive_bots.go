package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// crawlArchiveBots is not scored: an archive is upstream of many training sets, so keeping it out is a policy too.
func crawlArchiveBots() Check {
	return Check{
		ID: "crawl.archive-bots", Weight: 0, Level: Folklore,
		Source: "Common Crawl's and the Internet Archive's pages on their crawlers", Link: "https://commoncrawl.org/ccbot",
		Title: text("Web archives may read the page", "Accès des archives du Web"),
		Why: text("Many language models know the web through public archives. A site that isn't in them is less likely to be known without a live search.",
			"Beaucoup de modèles de langage connaissent le Web par les archives publiques. Un site qui n'y figure pas est moins souvent connu sans recherche en direct."),
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
				return passed("Web archives may read this page.", "Les archives du Web peuvent lire cette page.")
			}
			return warned("%s may not read this page: %s. This is a policy and isn't scored.",
				"Cette page est fermée à %s : %s. Ce choix vous appartient et n'est pas noté.",
				count(len(main), "web archive", "web archives", "archive du Web", "archives du Web"), blockedNames(main, onMain)).
				withBlocked(f.Robots.Value.URL, main, onMain)
		},
	}
}
