package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoOrganizationSchema(t *testing.T) {
	verdicts(t, geoOrganizationSchema(), []verdict{
		{name: "a local business with everything", facts: home(clinic), want: audit.Pass, says: "Dentist"},
		{name: "in a graph, without a telephone profile", facts: home(bakery), want: audit.Pass, says: "L'EPI D'OR SARL"},
		{name: "a name and nothing else", facts: home(`<title>x</title>` +
			graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme"}`)), want: audit.Warn, says: "sameAs"},
		{
			name: "as publisher of the site",
			facts: home(graph(`{"@context":"https://schema.org","@type":"WebSite","name":"Acme","publisher":{"@type":"Organization","name":"Acme",
"url":"https://example.com/","logo":"https://example.com/l.png","email":"a@example.com"}}`)), want: audit.Pass,
		},
		{
			name: "on another page only", facts: read(doc{page.KindHome, "/", manual}, doc{page.KindAbout, "/about", clinic}),
			want: audit.Warn, says: "https://example.com/about",
		},
		{name: "none", facts: home(manual), want: audit.Fail},
		{name: "broken JSON", facts: home(swapped(clinic, `"@type":"Dentist",`, `"@type":"Dentist`)), want: audit.Fail},
		{
			name:  "somebody else's",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Organization","name":"Globex","url":"https://globex.test/"}`)),
			want:  audit.Fail,
		},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
