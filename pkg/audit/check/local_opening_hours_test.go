package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalOpeningHours(t *testing.T) {
	verdicts(t, localOpeningHours(), []verdict{
		{name: "both and equal", facts: home(clinic), want: audit.Pass},
		{name: "they differ", facts: home(swapped(clinic, "9:00–17:30", "9:00–18:00")), want: audit.Warn, says: "18:00"},
		{name: "in the text only", facts: home(bakery), want: audit.Warn},
		{name: "in the markup only", facts: home(swapped(clinic, "Monday to Friday 9:00–17:30", "")), want: audit.Warn},
		{name: "none", facts: home(swapped(bakery, "Du mardi au samedi de 6h à 19h", "", "La boutique ouvre dès six heures, et les",
			"Les")), want: audit.Fail},
		{
			name: "by appointment", facts: home(swapped(bakery, "Du mardi au samedi de 6h à 19h", "Sur rendez-vous")), want: audit.NotAssessed,
			reason: page.NotApplicable,
		},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
