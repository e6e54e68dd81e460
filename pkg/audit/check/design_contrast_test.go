package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignContrast(t *testing.T) {
	with := func(low, texts int) *page.Facts {
		return used(func(u *page.Usability) {
			u.Contrast.Texts, u.Contrast.Low = texts, low
			u.Contrast.Worst = []page.LowContrast{{Ratio: 3.5, Least: 4.5, Where: "p.note", Text: "Prices in euros"}}[:min(low, 1)]
		})
	}
	verdicts(t, designContrast(), []verdict{
		{name: "no browser", facts: home(clinic), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "not measured", facts: opened(clinic, clinic, func(r *page.Rendering) { r.Use = nil }), want: audit.NotAssessed, reason: page.Unread},
		{name: "no text", facts: with(0, 0), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "all well", facts: with(0, 40), want: audit.Pass},
		{name: "one of many", facts: with(1, 40), want: audit.Warn, says: "3.50:1 of 4.5:1: Prices in euros"},
		{name: "a tenth", facts: with(4, 40), want: audit.Warn},
		{name: "more", facts: with(5, 40), want: audit.Fail, says: "5 sur 40"},
	})
}
