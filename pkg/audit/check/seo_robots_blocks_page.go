package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoRobotsBlocksPage() Check {
	return Check{
		ID:     "seo.robots-blocks-page",
		Weight: 8,
		Cap:    69, // Lighthouse's is-crawlable fails on robots.txt as on noindex; see seo.indexable
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 8}},
		Level:  Standard,
		Source: "RFC 9309 section 2.2; Lighthouse is-crawlable",
		Link:   "https://www.rfc-editor.org/rfc/rfc9309",
		Title:  text("Crawling by search engines allowed", "Exploration par les moteurs autorisée"),
		Why: text("Googlebot and bingbot can't read what robots.txt closes to them; at best the bare address appears in the results.",
			"Googlebot et bingbot ne peuvent pas lire ce que robots.txt leur ferme ; au mieux, l'adresse seule apparaît dans les résultats."),
		Fix: text("Remove the Disallow rule shown, or add a longer Allow rule for the page. To keep a page out of search, use noindex instead.",
			"Supprimez la règle Disallow indiquée ou ajoutez une règle Allow plus longue pour la page. Pour exclure une page de la recherche, préférez noindex."),
		Needs: []Need{Robots},
		Run:   runRobotsBlocksPage,
	}
}

func runRobotsBlocksPage(f *page.Facts) Finding {
	r := &f.Robots.Value
	if r.Status == 0 || r.Status == 429 || r.Status >= 500 {
		return unassessed(page.Unread, "robots.txt gives no rules to judge by; see the check of the file itself.",
			"robots.txt ne donne aucune règle à appliquer ; voir le contrôle du fichier lui-même.")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		for _, bot := range searchBots {
			if v := r.Verdict(bot, requestPath(p.FinalURL)); !v.Allowed {
				return "robots.txt " + place(v), bot + ": " + v.Rule, true
			}
		}
		return "", "", false
	})
	return siteWide(f, found,
		passed("robots.txt lets Googlebot and bingbot fetch the page.", "robots.txt laisse Googlebot et bingbot lire la page."),
		failed("robots.txt keeps search engines from the submitted page.", "robots.txt interdit la page soumise à des moteurs de recherche."),
		warned("robots.txt keeps search engines from %v.", "robots.txt interdit aux moteurs %v.", notMain(len(found), f)))
}
