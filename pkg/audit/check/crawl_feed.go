package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func crawlFeed() Check {
	return Check{
		ID: "crawl.feed", Weight: 0, Level: Folklore, Source: "RSS Advisory Board, RSS autodiscovery; reported, not scored", Link: "https://www.rssboard.org/rss-autodiscovery",
		Title: text("News feed", "Flux d'actualités"),
		Why: text("A feed tells readers and some crawlers what is new without reading the whole site.",
			"Un flux indique aux lecteurs et à certains robots les nouveautés sans relire tout le site."),
		Fix: text("Where the site has news or articles, offer an RSS or Atom feed and announce it with a link element.",
			"Si le site publie des actualités, proposez un flux RSS ou Atom et annoncez-le par un élément link."),
		Run: func(f *page.Facts) Finding {
			for _, p := range f.Pages {
				if len(p.Feeds) > 0 {
					return passed("The pages announce a feed.", "Les pages annoncent un flux.").seen(p.FinalURL, "link rel=alternate", p.Feeds[0].URL)
				}
			}
			return unassessed(page.NotApplicable, "The pages read announce no feed; only a site with news or articles needs one.",
				"Les pages lues n'annoncent aucun flux ; seul un site d'actualités en a besoin.")
		},
	}
}
