package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoLegalPages(t *testing.T) {
	verdicts(t, geoLegalPages(), []verdict{
		{name: "both", facts: home(clinic), want: audit.Pass, says: "Privacy policy"},
		{name: "French", facts: home(bakery), want: audit.Pass, says: "Politique de confidentialité"},
		{name: "a legal notice only", facts: home(`<p>Bonjour</p><footer><a href="/ml">Mentions légales</a></footer>`), want: audit.Warn},
		{name: "linked and dead", facts: func() *page.Facts {
			f := home(clinic)
			f.Failures = []page.Failure{{URL: "https://example.com/privacy", Status: 404, Code: "http_error"}}
			return f
		}(), want: audit.Fail, says: "404"},
		{name: "none, and nothing is asked of visitors", facts: home(manual), want: audit.Warn},
		{name: "none, beside a form", facts: home(`<h1>Acme</h1><form><input name=email></form>`), want: audit.Fail},
		{name: "a language whose words we don't know", facts: home(japanese), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
