package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoFAQVisible(t *testing.T) {
	verdicts(t, aeoFAQVisible(), []verdict{
		{name: "three under headings", facts: home(clinic), want: audit.Pass, says: "How much do implants cost?"},
		{name: "one", facts: home(bakery), want: audit.Warn, says: "Comment commander"},
		{
			name: "in markup only", facts: home(`<h1>Acme</h1>` + plumber +
				graph(`{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Why?","acceptedAnswer":{"@type":"Answer","text":"So."}}]}`)),
			want: audit.Fail,
		},
		{name: "documentation has no customers", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
