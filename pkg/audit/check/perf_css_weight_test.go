package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCSSWeight(t *testing.T) {
	inline := func(bytes int) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Styles = []page.Style{{Bytes: bytes}} })
	}
	verdicts(t, perfCSSWeight(), []verdict{
		{name: "none", facts: site(), want: audit.Pass},
		{
			name: "files of unknown size", facts: site(onMainPage(func(p *page.Page) { p.Styles = []page.Style{{Href: "https://example.com/a.css"}} })),
			want: audit.NotAssessed, reason: page.Unread,
		},
		{name: "little", facts: site(inline(20_000)), want: audit.Pass},
		{name: "much", facts: site(inline(160_000)), want: audit.Warn},
		{name: "a large file", facts: site(inline(10), loads(1, "text/css", 600_000)), want: audit.Fail, says: "600 ko"},
	})
}
