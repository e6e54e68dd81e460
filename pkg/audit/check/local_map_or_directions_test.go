package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalMapOrDirections(t *testing.T) {
	verdicts(t, localMapOrDirections(), []verdict{
		{name: "a link to a map", facts: home(clinic), want: audit.Pass},
		{name: "coordinates in markup", facts: home(swapped(clinic, "https://www.google.com/maps/place/x", "/x")), want: audit.Pass, says: "geo"},
		{name: "none", facts: home(bakery), want: audit.Warn},
		{
			name:  "a business that travels",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme","areaServed":"Leeds"}`)),
			want:  audit.NotAssessed, reason: page.NotApplicable,
		},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
