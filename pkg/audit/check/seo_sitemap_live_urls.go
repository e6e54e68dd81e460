package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoSitemapLiveURLs() Check {
	return Check{
		ID:     "seo.sitemap-live-urls",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, build a sitemap (list the canonical addresses that you want in the results)",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
		Title:  text("Live addresses in the sitemap", "Adresses valides dans le sitemap"),
		Why: text("Dead, redirected or noindexed addresses waste the crawlers' time on pages that can't be shown.",
			"Des adresses mortes, redirigées ou en noindex font perdre du temps aux robots sur des pages qui ne peuvent pas être affichées."),
		Fix: text("List only addresses that answer 200, may be indexed and are their own canonical address.",
			"N'y laissez que des adresses qui répondent 200, peuvent être indexées et sont leur propre adresse canonique."),
		Needs: []Need{Sitemap},
		Run:   runSitemapLiveURLs,
	}
}

func runSitemapLiveURLs(f *page.Facts) Finding {
	asked := addresses(f)
	for i := range f.Failures {
		asked = append(asked, f.Failures[i].URL)
	}
	listed := listing(f, asked)
	var lost, stray []audit.Evidence
	for i := range f.Failures {
		if x := &f.Failures[i]; listed[x.URL] != nil && dead(x) {
			lost = append(lost, audit.Evidence{URL: x.URL, Where: "HTTP status", Excerpt: fmt.Sprintf("HTTP %d", x.Status)})
		}
	}
	for _, p := range f.Pages {
		if listed[p.URL] == nil {
			continue
		}
		if d, shut := noindex(p, searchBots...); shut {
			lost = append(lost, audit.Evidence{URL: p.URL, Where: stands(d), Excerpt: written(d)})
		} else if len(p.Response.Redirects) > 0 {
			stray = append(stray, audit.Evidence{URL: p.URL, Where: "Location", Excerpt: hopList(p.Response.Redirects)})
		} else if consolidated(p) {
			stray = append(stray, audit.Evidence{URL: p.URL, Where: "link[rel=canonical]", Excerpt: canonicalURL(p)})
		}
	}
	if len(listed) == 0 {
		return unassessed(page.TooFewPages, "None of the addresses looked at is in the sitemap.", "Aucune des adresses consultées ne figure dans le sitemap.")
	}
	looked := count(len(listed), "address looked at", "addresses looked at", "adresse consultée", "adresses consultées")
	verdict := passed("Every listed address that was tried is live (%v).", "Chaque adresse listée qui a été essayée est valide (%v).", looked)
	switch {
	case len(lost) > 0:
		verdict = failed("The sitemap lists addresses that are dead or marked noindex: %d of %v.",
			"Le sitemap liste des adresses mortes ou en noindex : %d sur %v.", len(lost), looked)
	case len(stray) > 0:
		verdict = warned("The sitemap lists addresses that lead elsewhere: %d of %v.",
			"Le sitemap liste des adresses qui mènent ailleurs : %d sur %v.", len(stray), looked)
	}
	for _, e := range append(lost, stray...) {
		verdict = verdict.seen(e.URL, e.Where, e.Excerpt)
	}
	return verdict
}
