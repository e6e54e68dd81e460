package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoContactAction(t *testing.T) {
	verdicts(t, aeoContactAction(), []verdict{
		{name: "a telephone link", facts: home(clinic), want: audit.Pass, says: "tel"},
		{name: "a booking service", facts: home(`<a href="https://www.doctolib.fr/dentiste/lyon/x">Agenda</a>`), want: audit.Pass, says: "doctolib"},
		{name: "a link that says so", facts: home(`<a href="/rdv">Prendre rendez-vous</a>`), want: audit.Pass, says: "rendez-vous"},
		{
			name: "on another page only", facts: read(doc{page.KindHome, "/", manual}, doc{page.KindContact, "/contact", clinic}),
			want: audit.Warn, says: "/contact",
		},
		{
			name: "a shell beside a page that has one", facts: read(doc{page.KindHome, "/", shellPage}, doc{page.KindContact, "/contact", clinic}),
			want: audit.NotAssessed, reason: page.NeedsRender,
		},
		{name: "none, for a business", facts: home(`<h1>Acme</h1>` +
			plumber), want: audit.Fail},
		{name: "none, for documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
