package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoAboutPage(t *testing.T) {
	verdicts(t, geoAboutPage(), []verdict{
		{name: "a full page", facts: read(doc{page.KindHome, "/", clinic},
			doc{page.KindAbout, "/about", swapped(clinic, "<h2>Where", filler(160)+"<h2>Where")}), want: audit.Pass},
		{name: "a short page", facts: read(doc{page.KindHome, "/", clinic},
			doc{page.KindAbout, "/about", `<h1>About Harbour Lane Dental Clinic</h1><p>We are nice.</p>`}), want: audit.Warn},
		{
			name: "a page that names nobody", facts: read(doc{page.KindHome, "/", clinic},
				doc{page.KindAbout, "/about", `<title>About</title><h1>About us</h1>` + filler(200)}), want: audit.Warn,
			says: "never names",
		},
		{name: "a section", facts: home(`<main><h1>Plombier</h1><h2>Qui sommes-nous ?</h2><p>Deux frères.</p></main>`), want: audit.Pass},
		{name: "linked and dead", facts: func() *page.Facts {
			f := home(clinic)
			f.Failures = []page.Failure{{URL: "https://example.com/about", Status: 404, Code: "http_error"}}
			return f
		}(), want: audit.Fail, says: "404"},
		{name: "linked and not read", facts: home(clinic), want: audit.NotAssessed, reason: page.Unread},
		{name: "none", facts: home(manual), want: audit.Warn},
		{name: "a language whose words we don't know", facts: spoken("ja", home(japanese)), want: audit.NotAssessed, reason: page.NotApplicable, says: "looks for words"},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
