package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignCTAClarity(t *testing.T) {
	verdicts(t, designCTAClarity(), []verdict{
		{name: "a form", facts: home(clinic), want: audit.Pass},
		{
			name: "one link", facts: home(`<main><h1>Acme</h1><a href="/devis">Demander un devis</a></main>` + plumber),
			want: audit.Pass, says: "Demander un devis",
		},
		{name: "the same call on every product", facts: home(`<main><h1>Shop</h1>` + strings.Repeat(`<a href="/cart">Buy now</a>`, 20) +
			`</main>` + plumber), want: audit.Pass, says: "1 call"},
		{
			name: "too many",
			facts: home(`<main><h1>Acme</h1><a href=/1>Book now</a><a href=/2>Order here</a><a href=/3>Subscribe</a><a href=/4>Get a quote</a><a href=/5>Join us</a>
<a href=/6>Download the guide</a></main>` + plumber), want: audit.Warn, says: "6 different",
		},
		{name: "none", facts: home(`<main><h1>Acme</h1><p>We mend pipes.</p></main>` + plumber), want: audit.Warn},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a language whose words we don't know", facts: spoken("ja", home(japanese)), want: audit.NotAssessed, reason: page.NotApplicable, says: "looks for words"},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
