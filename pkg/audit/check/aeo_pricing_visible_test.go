package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoPricingVisible(t *testing.T) {
	verdicts(t, aeoPricingVisible(), []verdict{
		{name: "in text", facts: home(clinic), want: audit.Pass, says: "£45"},
		{name: "French", facts: home(bakery), want: audit.Pass, says: "€"},
		{name: "in markup only", facts: home(`<h1>Acme</h1>` +
			graph(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme","priceRange":"$$"}`)), want: audit.Warn, says: "$$"},
		{name: "on request", facts: home(`<main><h1>Acme</h1><p>Travaux sur devis.</p></main>` +
			plumber), want: audit.Warn, says: "sur devis"},
		{
			name: "a page of prices without any", facts: read(doc{page.KindHome, "/", manual},
				doc{page.KindPricing, "/pricing", `<main><h1>Pricing</h1><p>Choose a plan.</p></main>`}), want: audit.Fail,
			says: "/pricing",
		},
		{name: "nothing for sale", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
