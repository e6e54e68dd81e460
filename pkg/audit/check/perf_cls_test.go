package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCLS(t *testing.T) {
	verdicts(t, perfCLS(), []verdict{
		{name: "good", facts: measured(lab(func(l *page.LabSpeed) { l.CLS = new(0.1) })), want: audit.Pass, says: "CLS : 0,1 ("},
		{name: "middling", facts: measured(lab(func(l *page.LabSpeed) { l.CLS = new(0.101) })), want: audit.Warn, says: "0.101"},
		{name: "poor", facts: measured(lab(func(l *page.LabSpeed) { l.CLS = new(0.26) })), want: audit.Fail},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
