package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// maxCrawlDelay is the pause between two requests that a search crawler can bear, in seconds.
const maxCrawlDelay = 10

// crawlCrawlDelay judges crawlers for search and answers only: slowing others down is a policy.
func crawlCrawlDelay() Check {
	return Check{
		ID: "crawl.crawl-delay", Weight: 2, Level: Folklore,
		Source: "Google Search Central, robots.txt (crawl-delay isn't supported); own number: 10 seconds", Link: "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
		Title: text("Crawl delay for search crawlers", "Délai imposé aux robots de recherche"),
		Why: text("With a pause of more than 10 seconds a crawler reads fewer than 8,640 pages a day and comes back late to what you change. Google ignores the line, Bing and others obey it.",
			"Avec plus de 10 secondes de pause, un robot lit moins de 8 640 pages par jour et voit tard vos modifications. Google ignore cette ligne, Bing et d'autres la respectent."),
		Fix: text("Remove Crawl-delay, or set it to 10 seconds or less; limit load at the server instead.",
			"Supprimez Crawl-delay ou ramenez-le à 10 secondes au plus ; limitez plutôt la charge côté serveur."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			var slow []string
			for _, c := range crawlerTable(f) {
				if !feedsAnswers(c) {
					continue
				}
				if seconds, ok := f.Robots.Value.CrawlDelay(c.Token); ok && seconds > maxCrawlDelay {
					slow = append(slow, c.Token)
					finding = finding.seen(f.Robots.Value.URL, "robots.txt, "+c.Token, fmt.Sprintf("Crawl-delay: %g", seconds))
				}
			}
			if len(slow) == 0 {
				return passed("robots.txt asks no search or answer crawler to wait more than 10 seconds between requests.",
					"robots.txt n'impose à aucun robot de recherche ou de réponse plus de 10 secondes entre deux requêtes.")
			}
			finding.Status = audit.Warn
			finding.Detail = text("robots.txt asks for more than 10 seconds between two requests of %s.",
				"robots.txt impose plus de 10 secondes entre deux requêtes à %s.", firstOf(slow, 5))
			return finding
		},
	}
}
