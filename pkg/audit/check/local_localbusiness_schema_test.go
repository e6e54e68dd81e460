package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalLocalBusinessSchema(t *testing.T) {
	verdicts(t, localLocalBusinessSchema(), []verdict{
		{name: "complete", facts: home(clinic), want: audit.Pass, says: "Dentist"},
		{
			name: "a vet, which the vocabulary keeps elsewhere", facts: home(swapped(clinic, `"@type":"Dentist"`, `"@type":"VeterinaryCare"`)),
			want: audit.Pass, says: "VeterinaryCare",
		},
		{
			name:  "an area served and no address",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme","areaServed":"Leeds","telephone":"1","url":"/"}`)),
			want:  audit.Pass,
		},
		{
			name:  "name and address only",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme","address":"1 High Street, Leeds"}`)),
			want:  audit.Warn, says: "geo",
		},
		{name: "neither address nor area", facts: home(plumber), want: audit.Fail},
		{
			name: "an organisation only", facts: home(swapped(clinic, `"@type":"Dentist"`, `"@type":"Organization"`)), want: audit.Warn,
			says: "Organization",
		},
		{
			name: "on another page only", facts: read(doc{page.KindHome, "/", manual}, doc{page.KindContact, "/contact", clinic}),
			want: audit.Warn, says: "/contact",
		},
		{name: "no markup", facts: home(swapped(clinic, "application/ld+json", "text/plain")), want: audit.Fail},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
