package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoIndexable() Check {
	return Check{
		ID: "seo.indexable",
		// Lighthouse gives is-crawlable 31% of its category, so that a page which isn't crawlable reaches 69 at most. Beside forty other checks no
		// weight has that effect; the cap has.
		Weight: 10,
		Cap:    69,
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 10}},
		Level:  Standard,
		Source: "Google Search Central, robots meta tag and X-Robots-Tag; Lighthouse is-crawlable",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
		Title:  text("Indexing allowed", "Indexation autorisée"),
		Why: text("A page marked noindex appears in no search result, and in no AI answer that rests on search results.",
			"Une page marquée noindex n'apparaît dans aucun résultat de recherche, ni dans les réponses d'IA qui s'appuient sur ces résultats."),
		Fix: text("Remove noindex (or none) from the robots meta element and from the X-Robots-Tag header, and unavailable_after dates that have passed.",
			"Retirez noindex (ou none) de la balise meta robots et de l'en-tête X-Robots-Tag, ainsi que les dates unavailable_after dépassées."),
		Run: runIndexable,
	}
}

func runIndexable(f *page.Facts) Finding {
	if d, ok := closed(f, f.Main()); ok {
		said := failed("The submitted page is closed to all search engines.", "La page soumise est fermée à tous les moteurs de recherche.")
		if who := agentName(d); who != "robots" {
			said = failed("The submitted page is closed to %s.", "La page soumise est fermée à %s.", who)
		}
		return said.seen(f.Main().FinalURL, stands(d), written(d))
	}
	if d, ok := noindex(f.Main(), "duckduckbot"); ok {
		return warned("The submitted page is closed to DuckDuckBot.", "La page soumise est fermée à DuckDuckBot.").
			seen(f.Main().FinalURL, stands(d), written(d))
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		d, ok := closed(f, p)
		return stands(d), written(d), ok && !private(p)
	})
	return siteWide(f, found,
		passed("Nothing keeps search engines from indexing the page.", "Rien n'empêche les moteurs d'indexer la page."),
		Finding{}, // decided above
		warned("Search engines may not index %v; check that this is intended.", "Les moteurs ne peuvent pas indexer %v ; vérifiez que c'est voulu.", notMain(len(found), f)))
}

// closed gives the directive that keeps the page out of Google's or Bing's index.
func closed(f *page.Facts, p *page.Page) (page.Directive, bool) {
	if d, ok := noindex(p, searchBots...); ok {
		return d, true
	}
	for _, d := range directives(p, searchBots...) {
		if d.Expired(f.ReadAt) {
			return d, true
		}
	}
	return page.Directive{}, false
}
