package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestPSIScore(t *testing.T) {
	verdicts(t, perfPSIScore(), []verdict{
		{name: "good", facts: measured(lab(func(l *page.LabSpeed) { l.Score = 90 })), want: audit.Pass, says: "90 of 100"},
		{name: "middling", facts: measured(lab(func(l *page.LabSpeed) { l.Score = 89 })), want: audit.Warn},
		{name: "poor", facts: measured(lab(func(l *page.LabSpeed) { l.Score = 49 })), want: audit.Fail, says: "49 sur 100"},
		{
			name: "with what could be saved", want: audit.Pass, says: "Reduce unused JavaScript, 1.2 s, 300 kB",
			facts: measured(lab(func(l *page.LabSpeed) {
				l.Failures = []page.SlowAudit{{ID: "unused-javascript", Title: "Reduce unused JavaScript", SavingsMS: 1200, SavingsBytes: 300_000}}
			})),
		},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
