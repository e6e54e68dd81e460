package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSitemapLiveURLs(t *testing.T) {
	verdicts(t, seoSitemapLiveURLs(), []verdict{
		{"all live", site(mapped("https://example.com/", "https://example.com/a"), further("/a")), audit.Pass, "", "2 addresses"},
		{
			"one dead", site(mapped("https://example.com/", "https://example.com/gone"),
				failing(page.Failure{URL: "https://example.com/gone", From: "sitemap", Status: 404})),
			audit.Fail, "", "HTTP 404",
		},
		{"one closed to search", site(mapped("https://example.com/a"), further("/a", noindexed)), audit.Fail, "", "noindex"},
		{"one redirected", site(mapped("https://example.com/a"), further("/a", through(1))), audit.Warn, "", "301"},
		{"one that names another", site(mapped("https://example.com/a"), further("/a", canonical("/b"))), audit.Warn, "", "https://example.com/b"},
		{
			"one that turns us away proves nothing", site(mapped("https://example.com/", "https://example.com/x"),
				failing(page.Failure{URL: "https://example.com/x", Status: 403})),
			audit.Pass, "", "",
		},
		{"none looked at", site(mapped("https://example.com/z")), audit.NotAssessed, page.TooFewPages, ""},
		{"no sitemap", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}
