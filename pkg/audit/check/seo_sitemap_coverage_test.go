package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSitemapCoverage(t *testing.T) {
	verdicts(t, seoSitemapCoverage(), []verdict{
		{"all listed", site(mapped("https://example.com/", "https://example.com/a"), further("/a")), audit.Pass, "", "2 of 2"},
		{"a trailing slash is no matter", site(mapped("https://example.com", "https://example.com/a/"), further("/a")), audit.Pass, "", ""},
		{"one missing", site(mapped("https://example.com/"), further("/a")), audit.Warn, "", "https://example.com/a"},
		{"what is closed to search need not be listed", site(mapped("https://example.com/"), further("/a", noindexed)), audit.Pass, "", ""},
		{
			"only the beginning was read", site(mapped("https://example.com/"), further("/a"), func(f *page.Facts) { f.Sitemaps[0].Count = 900 }),
			audit.NotAssessed, page.Unread, "",
		},
		{"a file of the index was not read", site(func(f *page.Facts) {
			f.Sitemaps = []page.Sitemap{{URL: "https://example.com/i.xml", Form: "sitemapindex", Count: 1, Children: []string{"https://example.com/1.xml"}}}
		}), audit.NotAssessed, page.Unread, ""},
		{"no sitemap", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}
