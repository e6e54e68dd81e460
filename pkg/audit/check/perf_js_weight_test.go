package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestJSWeight(t *testing.T) {
	inline := func(bytes int) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Scripts = []page.Script{{Bytes: bytes / 2}, {Bytes: bytes / 2}} })
	}
	verdicts(t, perfJSWeight(), []verdict{
		{name: "none", facts: site(), want: audit.Pass, says: "no script"},
		{
			name: "files of unknown size", facts: site(onMainPage(func(p *page.Page) { p.Scripts = []page.Script{{Src: "https://example.com/a.js"}} })),
			want: audit.NotAssessed, reason: page.Unread,
		},
		{name: "little", facts: site(inline(250_000)), want: audit.Pass},
		{name: "much inline", facts: site(inline(260_000)), want: audit.Warn, says: "260 kB"},
		{name: "a large file", facts: site(inline(10), loads(1, "text/javascript; charset=utf-8", 1_100_000)), want: audit.Fail, says: "asset0"},
	})
}
