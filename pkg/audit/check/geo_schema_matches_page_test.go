package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoSchemaMatchesPage(t *testing.T) {
	verdicts(t, geoSchemaMatchesPage(), []verdict{
		{name: "healthy", facts: home(clinic), want: audit.Pass},
		{name: "national and international form of one number", facts: home(bakery), want: audit.Pass},
		{name: "another name and number", facts: home(swapped(clinic, "Harbour Lane Dental Clinic Ltd.", "Unrelated Holdings Ltd.",
			"+44 113 496 0123", "+44 113 496 0999",
			`<meta property="og:site_name" content="Harbour Lane Dental Clinic">`, "")), want: audit.Fail, says: "+44 113 496 0999"},
		{
			name: "another name on another page", facts: read(doc{page.KindHome, "/", clinic},
				doc{page.KindAbout, "/about", swapped(clinic, "Harbour Lane Dental Clinic Ltd.", "Unrelated Holdings Ltd.")}), want: audit.Warn,
			says: "Unrelated Holdings",
		},
		{name: "another number only", facts: home(swapped(clinic, "+44 113 496 0123", "+44 113 496 0999")), want: audit.Warn, says: "0999"},
		{name: "a second line for sales", facts: home(swapped(clinic, `"telephone":"+44 113 496 0123"`,
			`"telephone":"+44 113 496 0123","contactPoint":{"@type":"ContactPoint","telephone":"+44 113 496 0777"}`)), want: audit.Pass},
		{
			name:  "no number shown at all",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme","telephone":"+44 113 496 0999"}`) + `<h1>Acme</h1>`),
			want:  audit.Pass,
		},
		{
			name: "the price in French form",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Product","name":"Table","offers":{"@type":"Offer","price":"1299.00","priceCurrency":"EUR"}}`) +
				`<h1>Table</h1><p>1 299 €</p>`), want: audit.Pass,
		},
		{
			name: "another price",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Product","name":"Table","offers":{"@type":"Offer","price":"999","priceCurrency":"EUR"}}`) +
				`<h1>Table</h1><p>1 299,00 €</p>`), want: audit.Warn, says: "999",
		},
		{name: "no markup", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}

func TestAmount(t *testing.T) {
	for in, want := range map[string]string{
		"1 299,00 €": "129900", "$1,299": "129900", "1299.5": "129950", "EUR 9": "900",
		"1.299,90 EUR": "129990", "0.50": "50",
	} {
		if got := amount(in); got != want {
			t.Errorf("amount(%q) = %s, want %s", in, got, want)
		}
	}
}
