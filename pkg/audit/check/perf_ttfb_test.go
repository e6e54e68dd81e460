package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestTTFB has no row without times: every answer has one, if only 0 on a fast connection.
func TestTTFB(t *testing.T) {
	after := func(ms int64) func(*page.Page) { return func(p *page.Page) { p.Response.Timing.FirstByte = ms } }
	verdicts(t, perfTTFB(), []verdict{
		{name: "fast", facts: site(onMainPage(after(800))), want: audit.Pass, says: "under 800 ms"},
		{name: "slow", facts: site(onMainPage(after(801))), want: audit.Warn, says: "entre 800 et 1 800 ms"},
		{name: "at the bound", facts: site(onMainPage(after(1800))), want: audit.Warn},
		{name: "poor", facts: site(onMainPage(after(1801))), want: audit.Fail},
		{
			name: "one slow page among three", facts: site(onMainPage(after(2500)), alsoRead("https://example.com/a", after(100)), alsoRead("https://example.com/b", after(120))),
			want: audit.Pass, says: "median of 3 pages",
		},
		{name: "the time itself isn't told", facts: site(onMainPage(after(1234))), want: audit.Warn, says: "between 800 and 1,800 ms"},
	})
}
