package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestINP(t *testing.T) {
	verdicts(t, perfINP(), []verdict{
		{name: "good", facts: measured(visited(page.FieldSpeed{INP: new(200.0)})), want: audit.Pass},
		{name: "middling", facts: measured(visited(page.FieldSpeed{INP: new(201.0)})), want: audit.Warn},
		{name: "poor", facts: measured(visited(page.FieldSpeed{INP: new(501.0)})), want: audit.Fail, says: "501 ms"},
		{name: "no field data", facts: measured(), want: audit.NotAssessed, reason: page.Unread, says: "no field data"},
		{name: "no tool was asked", facts: site(), want: audit.NotAssessed, reason: page.NeedsKey, says: "Aucun outil"},
		{name: "the tool failed", facts: silent(), want: audit.NotAssessed, reason: page.Unread, says: "gave no result"},
	})
}
