package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignTapTargets(t *testing.T) {
	with := func(small, all int) *page.Facts {
		return used(func(u *page.Usability) {
			u.Taps.Targets, u.Taps.Small = all, small
			u.Taps.Worst = []page.SmallTap{{Width: 16, Height: 18, Where: "a.icon", Text: "Share"}}[:min(small, 1)]
		})
	}
	verdicts(t, designTapTargets(), []verdict{
		{name: "no browser", facts: home(clinic), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "nothing to tap", facts: with(0, 0), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "large enough", facts: with(0, 20), want: audit.Pass},
		{name: "a tenth", facts: with(2, 20), want: audit.Warn, says: "16 by 18 px: Share"},
		{name: "more", facts: with(3, 20), want: audit.Fail, says: "3 of 20"},
	})
}
