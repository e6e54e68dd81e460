package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalCityInTitle(t *testing.T) {
	verdicts(t, localCityInTitle(), []verdict{
		{name: "in the title", facts: home(clinic), want: audit.Pass, says: "Leeds"},
		{name: "Saint written out and not", facts: home(swapped(bakery, "Boulangerie à Saint-Étienne</title>", "Boulangerie</title>")), want: audit.Pass},
		{name: "on another page only", facts: read(doc{
			page.KindHome, "/",
			swapped(clinic, "Dentist in Leeds</title>", "Dentist</title>", "<h1>Dentist in Leeds", "<h1>Dentist"),
		},
			doc{page.KindService, "/implants", `<title>Implants in Leeds</title>`}), want: audit.Warn, says: "/implants"},
		{name: "nowhere", facts: home(swapped(clinic, "Dentist in Leeds</title>", "Dentist</title>", "<h1>Dentist in Leeds",
			"<h1>Dentist")), want: audit.Fail},
		{name: "no town known", facts: home(`<h1>Acme</h1>` + plumber), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
