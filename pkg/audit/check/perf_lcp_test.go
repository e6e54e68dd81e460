package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLCP(t *testing.T) {
	verdicts(t, perfLCP(), []verdict{
		{name: "good", facts: measured(lab(func(l *page.LabSpeed) { l.LCP = new(2500.0) })), want: audit.Pass},
		{name: "middling", facts: measured(lab(func(l *page.LabSpeed) { l.LCP = new(2501.0) })), want: audit.Warn},
		{name: "poor", facts: measured(lab(func(l *page.LabSpeed) { l.LCP = new(4001.0) })), want: audit.Fail, says: "LCP, lab"},
		{name: "a version of Lighthouse without it", facts: measured(lab(func(l *page.LabSpeed) { l.LCP = nil })), want: audit.NotAssessed, reason: page.Unread, says: "no LCP"},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
