package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSitemapFound(t *testing.T) {
	verdicts(t, seoSitemapFound(), []verdict{
		{"found", site(mapped("https://example.com/")), audit.Pass, "", "1 entries"},
		{"none is no failure", site(func(f *page.Facts) {
			f.Sitemaps = append(f.Sitemaps, page.Sitemap{URL: "https://example.com/sitemap.xml", From: "default", Status: 404})
		}), audit.Warn, "", ""},
		{"a page in the usual place", site(func(f *page.Facts) {
			f.Sitemaps = append(f.Sitemaps, page.Sitemap{URL: "https://example.com/sitemap.xml", From: "default", Status: 200, HTML: true})
		}), audit.Warn, "", ""},
		{"declared and dead", site(func(f *page.Facts) {
			f.Sitemaps = append(f.Sitemaps, page.Sitemap{URL: "https://example.com/map.xml", From: "robots", Status: 404})
		}), audit.Fail, "", "HTTP 404"},
		{"one of two dead", site(mapped("https://example.com/"), func(f *page.Facts) {
			f.Sitemaps = append(f.Sitemaps, page.Sitemap{URL: "https://example.com/news.xml", From: "robots", Status: 410})
		}), audit.Warn, "", "1 autre fichier"},
		{"not for us", site(func(f *page.Facts) {
			f.Sitemaps = append(f.Sitemaps, page.Sitemap{URL: "https://example.com/map.xml", From: "robots", Status: 403})
		}), audit.NotAssessed, page.Blocked, ""},
		{"not looked for", site(), audit.NotAssessed, page.Unread, ""},
	})
}
