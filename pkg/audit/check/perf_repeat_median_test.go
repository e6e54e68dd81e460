package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestRepeatMedian(t *testing.T) {
	verdicts(t, perfRepeatMedian(), []verdict{
		{name: "steady", facts: measured(lab(func(l *page.LabSpeed) { l.Scores = []int{85, 90, 95} })), want: audit.Pass, says: "within 10 points"},
		{name: "unsteady", facts: measured(lab(func(l *page.LabSpeed) { l.Scores = []int{60, 90, 95} })), want: audit.Warn, says: "60 90 95"},
		{name: "one run", facts: measured(), want: audit.NotAssessed, reason: page.Unread, says: "rests on 1 run;"},
		{name: "two runs", facts: measured(lab(func(l *page.LabSpeed) { l.Scores = []int{60, 90} })), want: audit.NotAssessed, reason: page.Unread, says: "2 mesures"},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
