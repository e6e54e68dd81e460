package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestFCP(t *testing.T) {
	verdicts(t, perfFCP(), []verdict{
		{name: "good", facts: measured(lab(func(l *page.LabSpeed) { l.FCP = new(1800.0) })), want: audit.Pass},
		{name: "middling", facts: measured(lab(func(l *page.LabSpeed) { l.FCP = new(3000.0) })), want: audit.Warn},
		{name: "poor for visitors", facts: measured(visited(page.FieldSpeed{FCP: new(3001.0)})), want: audit.Fail},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
