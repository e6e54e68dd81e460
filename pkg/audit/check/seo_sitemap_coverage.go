package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoSitemapCoverage() Check {
	return Check{
		ID:     "seo.sitemap-coverage",
		Weight: 1,
		Level:  Folklore,
		Source: "Google Search Central, sitemaps; own number: 90% of the pages read that may be indexed",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview",
		Title:  text("Pages covered by the sitemap", "Pages couvertes par le sitemap"),
		Why: text("A page that the sitemap leaves out may be found later, and its changes noticed later.",
			"Une page absente du sitemap risque d'être découverte plus tard, et ses changements remarqués plus tard."),
		Fix:   text("Let the sitemap be generated from all pages that may be indexed.", "Faites générer le sitemap à partir de toutes les pages indexables."),
		Needs: []Need{Sitemap},
		Run:   runSitemapCoverage,
	}
}

func runSitemapCoverage(f *page.Facts) Finding {
	if !wholeSitemaps(f) {
		return unassessed(page.Unread, "The sitemaps weren't read to their end.", "Les sitemaps n'ont pas été lus jusqu'au bout.")
	}
	pages := standing(f)
	if len(pages) == 0 {
		return unassessed(page.NotApplicable, "None of the pages read may be indexed.", "Aucune des pages lues n'est indexable.")
	}
	listed := map[string]bool{}
	for e := range sitemapEntries(f) {
		listed[strings.TrimSuffix(e.URL, "/")] = true
	}
	var missing []fault
	for _, p := range pages {
		if !listed[strings.TrimSuffix(p.URL, "/")] && !listed[strings.TrimSuffix(p.FinalURL, "/")] {
			missing = append(missing, fault{p, "sitemap", "not listed"})
		}
	}
	verdict := passed("Indexable pages read that the sitemap lists: %d of %d.",
		"Pages indexables lues qui figurent dans le sitemap : %d sur %d.", len(pages)-len(missing), len(pages))
	if 10*len(missing) > len(pages) {
		verdict = warned("Indexable pages read that the sitemap lists: only %d of %d.",
			"Pages indexables lues qui figurent dans le sitemap : %d sur %d seulement.",
			len(pages)-len(missing), len(pages))
	}
	return siteWide(f, missing, verdict, verdict, verdict)
}
