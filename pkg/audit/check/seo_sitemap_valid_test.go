package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSitemapValid(t *testing.T) {
	verdicts(t, seoSitemapValid(), []verdict{
		{"sound", site(mapped("https://example.com/", "https://example.com/a")), audit.Pass, "", ""},
		{
			"too many", site(mapped("https://example.com/"), func(f *page.Facts) { f.Sitemaps[0].Problems = []string{"over_50000"} }),
			audit.Fail, "", "over 50000",
		},
		{"malformed", site(mapped("https://example.com/"), func(f *page.Facts) { f.Sitemaps[0].ParseError = "line 3: no end" }), audit.Fail, "", "line 3"},
		{
			"a bad date", site(mapped("https://example.com/"), func(f *page.Facts) { f.Sitemaps[0].Problems = []string{"bad_lastmod"} }),
			audit.Warn, "", "bad lastmod",
		},
		{"only another host", site(mapped("https://staging.example.net/")), audit.Fail, "", "no address of example.com"},
		{"some of another host", site(mapped("https://example.com/", "https://blog.example.com/")), audit.Warn, "", "https://blog.example.com/"},
		{"http on an https site", site(mapped("http://example.com/")), audit.Warn, "", "http"},
		{
			"a site at an address with a port", site(func(f *page.Facts) { f.FinalURL, f.Host = "http://127.0.0.1:8080/", "127.0.0.1:8080" }, mapped("http://127.0.0.1:8080/")),
			audit.Pass, "", "",
		},
		{"kept on another host", site(mapped("https://example.com/"), func(f *page.Facts) {
			f.Sitemaps[0].URL, f.Sitemaps[0].Problems = "https://cdn.example.net/map.xml", []string{"other_host"}
		}), audit.Pass, "", ""},
		{"empty", site(mapped()), audit.Warn, "", "empty"},
		{"none", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}
