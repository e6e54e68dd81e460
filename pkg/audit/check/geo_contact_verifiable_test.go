package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoContactVerifiable(t *testing.T) {
	verdicts(t, geoContactVerifiable(), []verdict{
		{name: "three ways", facts: home(clinic), want: audit.Pass, says: "desk@example.com"},
		{name: "on the contact page", facts: read(doc{page.KindHome, "/", manual}, doc{page.KindContact, "/contact", clinic}), want: audit.Pass},
		{
			name: "an email address only", facts: home(`<p>Write to <a href="mailto:a@example.com">a@example.com</a></p>`), want: audit.Warn,
			says: "une adresse électronique",
		},
		{name: "a form only", facts: home(`<h1>Acme</h1><form><input name=a><input name=b><textarea></textarea></form>`), want: audit.Warn, says: "form"},
		{name: "none", facts: home(manual), want: audit.Fail},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
