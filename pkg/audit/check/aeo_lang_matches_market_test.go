package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoLangMatchesMarket(t *testing.T) {
	verdicts(t, aeoLangMatchesMarket(), []verdict{
		{name: "English in Britain", facts: home(clinic), want: audit.Pass, says: "GB"},
		{name: "French in France", facts: home(bakery), want: audit.Pass, says: "FR"},
		{name: "English in France", facts: home(swapped(clinic, `"addressCountry":"GB"`, `"addressCountry":"FR"`)), want: audit.Warn, says: "FR"},
		{name: "English in France, with a French version", facts: home(swapped(clinic, `"addressCountry":"GB"`, `"addressCountry":"FR"`, "</head>",
			`<link rel=alternate hreflang="fr-FR" href="/fr/"></head>`)), want: audit.Pass},
		{name: "no country", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
