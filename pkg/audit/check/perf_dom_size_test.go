package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDOMSize(t *testing.T) {
	of := func(n int) *page.Facts {
		return site(onMainPage(func(p *page.Page) { p.DOM = page.DOM{Elements: n, Depth: 12, MaxChildren: 30} }))
	}
	verdicts(t, perfDOMSize(), []verdict{
		{name: "small", facts: of(1500), want: audit.Pass, says: "nested 12 deep"},
		{name: "large", facts: of(1501), want: audit.Warn},
		{name: "huge", facts: of(3001), want: audit.Fail},
		{name: "uncounted", facts: of(0), want: audit.NotAssessed, reason: page.Unread},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
