package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignTrustElements(t *testing.T) {
	verdicts(t, designTrustElements(), []verdict{
		{name: "reviews", facts: home(clinic), want: audit.Pass, says: "reviews or a rating"},
		{name: "a French label", facts: home(`<main><h1>Acme</h1><p>Artisan certifié Qualibat, garantie décennale.</p></main>` +
			plumber), want: audit.Pass, says: "Qualibat"},
		{name: "none", facts: home(`<main><h1>Acme</h1><p>We mend pipes.</p></main>` + plumber), want: audit.Warn},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a language whose words we don't know", facts: spoken("ja", home(japanese)), want: audit.NotAssessed, reason: page.NotApplicable, says: "looks for words"},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
