package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSpeedIndex(t *testing.T) {
	verdicts(t, perfSpeedIndex(), []verdict{
		{name: "good", facts: measured(lab(func(l *page.LabSpeed) { l.SI = new(3387.0) })), want: audit.Pass},
		{name: "middling", facts: measured(lab(func(l *page.LabSpeed) { l.SI = new(3388.0) })), want: audit.Warn},
		{name: "poor", facts: measured(lab(func(l *page.LabSpeed) { l.SI = new(5801.0) })), want: audit.Fail},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
