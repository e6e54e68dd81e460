package check

import (
	"fmt"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSitemapLastmodHonest(t *testing.T) {
	verdicts(t, seoSitemapLastmodHonest(), []verdict{
		{"different dates", site(dated(3, 9)), audit.Pass, "", ""},
		{"all of today", site(dated(40, 0)), audit.Warn, "", "40"},
		{"all of one day last year", site(dated(40, 0), func(f *page.Facts) { f.ReadAt = readOn.AddDate(1, 0, 0) }), audit.Pass, "", ""},
		{"a young small site", site(dated(3, 0)), audit.Pass, "", ""},
		{"news", site(dated(40, 0), func(f *page.Facts) { f.Sitemaps[0].News = true }), audit.NotAssessed, page.NotApplicable, ""},
		{
			"behind the page", site(dated(1, 0), func(f *page.Facts) { f.Sitemaps[0].Entries[0].Modified = daysBefore(60) }, submitted(changedOn(daysBefore(10)))),
			audit.Warn, "", "jsonld",
		},
		{"ahead of the page", site(dated(1, 0), submitted(changedOn(daysBefore(60)))), audit.Warn, "", ""},
		{"as the page says", site(dated(1, 0), submitted(changedOn(daysBefore(2)))), audit.Pass, "", "1 compared"},
		{"no dates", site(mapped("https://example.com/")), audit.NotAssessed, page.NotApplicable, ""},
		{"no sitemap", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}

// dated lists n addresses, the first one changed on the day of reading, each further one step days earlier.
func dated(n, step int) func(*page.Facts) {
	return func(f *page.Facts) {
		f.ReadAt = readOn
		s := page.Sitemap{URL: "https://example.com/sitemap.xml", Status: 200, Form: "urlset", Count: n}
		for i := range n {
			e := page.SitemapEntry{URL: "https://example.com/", Modified: daysBefore(i * step)}
			if i > 0 {
				e.URL = fmt.Sprintf("https://example.com/%d", i)
			}
			s.Entries = append(s.Entries, e)
		}
		f.Sitemaps = append(f.Sitemaps, s)
	}
}

func changedOn(day time.Time) func(*page.Page) {
	return func(p *page.Page) {
		p.Dates = []page.DateMark{{Role: "modified", Source: "jsonld", Raw: day.Format("2006-01-02"), Time: day, Valid: true}}
	}
}
