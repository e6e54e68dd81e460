package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestFieldVsLab(t *testing.T) {
	verdicts(t, perfFieldVsLab(), []verdict{
		{name: "alike", facts: measured(visited(page.FieldSpeed{LCP: new(2400.0), CLS: new(0.0)})), want: audit.Pass, says: "field 2.4 s, lab 1.8 s"},
		{name: "different", facts: measured(visited(page.FieldSpeed{LCP: new(2600.0)})), want: audit.Warn, says: "different verdicts on LCP"},
		{name: "of the whole site", facts: measured(visited(page.FieldSpeed{Origin: true, LCP: new(2600.0)})), want: audit.Warn, says: "visitors of the whole site"},
		{name: "no field data", facts: measured(), want: audit.NotAssessed, reason: page.Unread, says: "pas de données de terrain"},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
