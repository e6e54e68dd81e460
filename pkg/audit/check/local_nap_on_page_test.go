package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestLocalNAPOnPage(t *testing.T) {
	verdicts(t, localNAPOnPage(), []verdict{
		{name: "all three", facts: home(clinic), want: audit.Pass, says: "+441134960123"},
		{name: "French", facts: home(bakery), want: audit.Pass, says: "rue des Martyrs"},
		{name: "no address", facts: home(swapped(clinic, `<address>Harbour Lane Dental Clinic, 12 Harbour Lane, Leeds LS1 4AP</address>`,
			"")), want: audit.Warn, says: "adresse"},
		{name: "an area served in its place", facts: home(`<main><h1>Acme, plumber</h1><a href="tel:+441134960123">0113 496 0123</a></main>` +
			graph(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme","areaServed":"Leeds"}`)), want: audit.Pass, says: "Leeds"},
		{name: "documentation is assessed too", facts: home(manual), want: audit.Fail},
		{name: "and so is a shell", facts: home(shellPage), want: audit.Fail},
	})
}
