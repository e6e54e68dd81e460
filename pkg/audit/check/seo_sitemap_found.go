package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoSitemapFound() Check {
	return Check{
		ID:     "seo.sitemap-found",
		Weight: 4,
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 2}},
		Level:  Standard,
		Source: "sitemaps.org protocol; Google Search Central, sitemaps",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview",
		Title:  text("Reachable sitemap", "Sitemap accessible"),
		Why: text("A sitemap tells engines which pages there are and when they changed, including those that few links lead to.",
			"Le sitemap indique aux moteurs quelles pages existent et quand elles ont changé, y compris celles vers lesquelles peu de liens mènent."),
		Fix: text("Publish an XML sitemap and name it in robots.txt on a line “Sitemap:” with its absolute address.",
			"Publiez un sitemap XML et déclarez-le dans robots.txt par une ligne « Sitemap: » suivie de son adresse absolue."),
		Run: runSitemapFound,
	}
}

func runSitemapFound(f *page.Facts) Finding {
	if len(f.Sitemaps) == 0 {
		return unassessed(page.Unread, "No sitemap was looked for.", "Aucun sitemap n'a été cherché.")
	}
	var broken []*page.Sitemap
	refusals := 0
	for i := range f.Sitemaps {
		s := &f.Sitemaps[i]
		switch {
		case s.Form != "":
		case refused(s):
			refusals++
		case declared(s):
			broken = append(broken, s)
		}
	}
	var verdict Finding
	switch read := f.ReadSitemap(); {
	case read != nil && len(broken) == 0:
		return passed("A sitemap was found and read.", "Un sitemap a été trouvé et lu.").
			seen(read.URL, read.Form, fmt.Sprintf("HTTP %d, %d entries", read.Status, read.Count))
	case read != nil:
		verdict = warned("A sitemap was read, but %v can't be.", "Un sitemap a été lu, mais %v.",
			audit.Text{
				EN: count(len(broken), "other named file", "other named files", "", "").EN,
				FR: count(len(broken), "", "", "autre fichier déclaré est illisible", "autres fichiers déclarés sont illisibles").FR,
			})
	case len(broken) > 0:
		verdict = failed("The sitemap that the site declares can't be read.", "Le sitemap que le site déclare est illisible.")
	case refusals > 0:
		return unassessed(page.Blocked, "The site didn't let us read its sitemap.", "Le site ne nous a pas laissés lire son sitemap.")
	default:
		// Google: a small site whose pages link to one another may do without.
		verdict = warned("No sitemap was found, neither in robots.txt nor at the usual place. A small, well-linked site can do without one.",
			"Aucun sitemap n'a été trouvé, ni dans robots.txt ni à l'endroit habituel. Un petit site bien maillé peut s'en passer.")
		for i := range f.Sitemaps {
			verdict = verdict.seen(f.Sitemaps[i].URL, "sitemap", answeredWith(&f.Sitemaps[i]))
		}
	}
	for _, s := range broken {
		verdict = verdict.seen(s.URL, s.From, answeredWith(s))
	}
	return verdict
}
