package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTBT(t *testing.T) {
	verdicts(t, perfTBT(), []verdict{
		{name: "good", facts: measured(lab(func(l *page.LabSpeed) { l.TBT = new(200.0) })), want: audit.Pass},
		{name: "middling", facts: measured(lab(func(l *page.LabSpeed) { l.TBT = new(600.0) })), want: audit.Warn},
		{name: "poor", facts: measured(lab(func(l *page.LabSpeed) { l.TBT = new(1200.0) })), want: audit.Fail, says: "1.2 s"},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
