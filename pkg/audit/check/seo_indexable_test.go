package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoIndexable(t *testing.T) {
	verdicts(t, seoIndexable(), []verdict{
		{"nothing said", site(), audit.Pass, "", ""},
		{"noindex for all", site(submitted(noindexed)), audit.Fail, "", "meta[name=robots]"},
		{"none in the header", site(submitted(told("header", page.Directive{Agent: "robots", Name: "none"}))), audit.Fail, "", "X-Robots-Tag"},
		{"noindex for Bing only", site(submitted(told("header", page.Directive{Agent: "bingbot", Name: "noindex"}))), audit.Fail, "", "bingbot: noindex"},
		{"noindex for DuckDuckGo only", site(submitted(told("meta", page.Directive{Agent: "duckduckbot", Name: "noindex"}))), audit.Warn, "", ""},
		{"noindex for an archive is no matter", site(submitted(told("meta", page.Directive{Agent: "archive.org_bot", Name: "noindex"}))), audit.Pass, "", ""},
		{
			"unavailable since last year", site(func(f *page.Facts) { f.ReadAt = readOn }, submitted(told("meta", page.Directive{Agent: "robots", Name: "unavailable_after", Value: "2025-01-01"}))),
			audit.Fail, "", "unavailable_after: 2025-01-01",
		},
		{
			"unavailable next year", site(func(f *page.Facts) { f.ReadAt = readOn }, submitted(told("meta", page.Directive{Agent: "robots", Name: "unavailable_after", Value: "2027-01-01"}))),
			audit.Pass, "", "",
		},
		{"a service page is closed", site(further("/services/roofing", noindexed)), audit.Warn, "", "1 of the 2 pages read"},
		{
			"the cart and the legal notice are rightly closed", site(further("/panier/", noindexed),
				further("/legal", noindexed, func(p *page.Page) { p.Kind = page.KindLegal })),
			audit.Pass, "", "",
		},
	})
}
