package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTTFBBot(t *testing.T) {
	after := func(status int, times ...int64) *page.Facts {
		f := probed(screening(404))
		for _, ms := range times {
			p := asAgent("Claude-User", status, 600)
			p.Timing.FirstByte = ms
			f.Probes = append(f.Probes, p)
		}
		return f
	}
	verdicts(t, crawlTTFBBot(), []verdict{
		{name: "fast", facts: after(200, 100, 200, 5000), want: audit.Pass},
		{name: "slow", facts: after(200, 801, 900, 5000), want: audit.Warn, says: "5000 ms"},
		{name: "very slow", facts: after(200, 1801), want: audit.Fail},
		{name: "refused", facts: after(403, 3), want: audit.NotAssessed, reason: page.Unread},
		{name: "only all names at once", facts: after(200), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
