package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The drifts, in days, and the size from which equal dates are suspicious.
const (
	lastmodBehind = 7
	lastmodAhead  = 30
	stampedFrom   = 20
)

func seoSitemapLastmodHonest() Check {
	return Check{
		ID:     "seo.sitemap-lastmod-honest",
		Weight: 1,
		Level:  Standard,
		Source: "Google Search Central, build a sitemap (lastmod is used if it is consistently and verifiably accurate); own numbers: 7 and 30 days, 80%",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
		Title:  text("Honest dates in the sitemap", "Dates sincères dans le sitemap"),
		Why: text("Google uses lastmod only as long as it proves true; a stamp of today on every page makes it ignore them all.",
			"Google ne tient compte de lastmod que tant qu'il s'avère exact ; si chaque page porte la date du jour, il les ignore toutes."),
		Fix: text("Write the day of the last real change of each page into lastmod, the same as dateModified on the page.",
			"Inscrivez dans lastmod le jour de la dernière vraie modification de chaque page, identique à son dateModified."),
		Needs: []Need{Sitemap},
		Run:   runSitemapLastmodHonest,
	}
}

func runSitemapLastmodHonest(f *page.Facts) Finding {
	dated, fresh := 0, 0
	for i := range f.Sitemaps {
		s := &f.Sitemaps[i]
		for j := range s.Entries {
			if e := &s.Entries[j]; !e.Modified.IsZero() && !s.News { // a news sitemap lists the last two days by definition
				dated++
				if age := f.ReadAt.Sub(e.Modified).Hours(); age < 48 {
					fresh++
				}
			}
		}
	}
	if dated == 0 {
		return unassessed(page.NotApplicable, "The sitemap gives no dates.", "Le sitemap ne donne pas de dates.")
	}
	// Equal dates of long ago can be those of a launch; only a stamp of the day of reading shows that the list is dated on delivery.
	if dated >= stampedFrom && 10*fresh > 8*dated {
		return warned("Of %[2]d dates in the sitemap, %[1]d are of the last two days, which looks like the day the file was made.",
			"Sur %[2]d dates du sitemap, %[1]d sont des deux derniers jours, ce qui ressemble à la date de génération du fichier.", fresh, dated).
			seen(f.ReadSitemap().URL, "lastmod", fmt.Sprintf("%d of %d", fresh, dated))
	}
	listed := listing(f, addresses(f))
	compared, verdict := 0, warned("Dates in the sitemap don't match those of the pages.", "Des dates du sitemap ne concordent pas avec celles des pages.")
	for _, p := range f.Pages {
		entry := listed[p.URL]
		mark, ok := modified(p)
		if entry == nil || entry.Modified.IsZero() || !ok {
			continue
		}
		compared++
		if days := entry.Modified.Sub(mark.Time).Hours() / 24; days < -lastmodBehind || days > lastmodAhead {
			verdict = verdict.seen(p.FinalURL, "lastmod, "+mark.Source, "sitemap "+entry.LastMod+", page "+mark.Raw)
		}
	}
	switch {
	case len(verdict.Evidence) > 0:
		return verdict
	case compared == 0:
		return passed("The sitemap's dates differ from page to page.", "Les dates du sitemap varient d'une page à l'autre.")
	}
	return passed("The sitemap's dates match those of the pages (%v).", "Les dates du sitemap concordent avec celles des pages (%v).",
		count(compared, "compared", "compared", "comparée", "comparées"))
}

// modified gives the date of the last change that the page declares to machines.
func modified(p *page.Page) (page.DateMark, bool) {
	for _, d := range p.Dates {
		if d.Role == "modified" && d.Valid && (d.Source == "jsonld" || d.Source == "meta") && !d.Time.IsZero() {
			return d, true
		}
	}
	return page.DateMark{}, false
}
