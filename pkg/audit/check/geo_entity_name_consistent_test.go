package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoEntityNameConsistent(t *testing.T) {
	verdicts(t, geoEntityNameConsistent(), []verdict{
		{name: "healthy, with Ltd. in the markup only", facts: home(clinic), want: audit.Pass, says: "og:site_name"},
		{name: "French, capitals and SARL in the markup", facts: home(bakery), want: audit.Pass, says: "Organization.name"},
		{name: "town added to the name", facts: home(swapped(clinic, `"name":"Harbour Lane Dental Clinic Ltd."`,
			`"name":"Harbour Lane Dental Clinic | Leeds"`)), want: audit.Pass},
		{
			name: "another business in the markup", facts: home(swapped(clinic, "Harbour Lane Dental Clinic Ltd.", "Unrelated Holdings Ltd.")),
			want: audit.Fail,
			says: "Unrelated Holdings Ltd.",
		},
		{
			name: "another business on another page", facts: read(doc{page.KindHome, "/", clinic},
				doc{page.KindAbout, "/about", swapped(clinic, "Harbour Lane Dental Clinic Ltd.", "Unrelated Holdings Ltd.")}), want: audit.Warn,
			says: "https://example.com/about",
		},
		{
			name: "a partner's markup", facts: home(swapped(clinic, "</head>",
				graph(`{"@context":"https://schema.org","@type":"Organization","name":"Globex","url":"https://globex.test/"}`)+"</head>")),
			want: audit.Pass,
		},
		{
			name: "not in the footer, under another heading",
			facts: home(`<title>Acme | Plumbing</title><meta property="og:site_name" content="Acme"><body><h1>Welcome</h1><p>We mend pipes.</p>
<footer>Call us any day</footer>`), want: audit.Warn, says: "missing in: header, footer",
		},
		{name: "a heading that names the subject", facts: home(`<title>Bread in Nantes | Martin</title><body><header><a href="/">Martin</a></header><h1>Bread in Nantes</h1>`), want: audit.Pass},
		{
			name: "one page with a logo that leads to its top", facts: home(`<title>Acme | Plumbing</title><body><header><a href="#top">Acme</a></header><h1>We mend pipes</h1>`),
			want: audit.Pass, says: "Acme",
		},
		{
			name: "no name anywhere", facts: home(`<title>Welcome</title><body><h1>Welcome</h1><p>We mend pipes.</p>`), want: audit.Warn,
			says: "ne déclare aucun nom",
		},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
