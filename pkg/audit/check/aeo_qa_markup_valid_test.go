package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// asked is one question in markup.
var asked = graph(`{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Do you deliver?",
"acceptedAnswer":{"@type":"Answer","text":"Yes, in town."}}]}`)

func TestAeoQAMarkupValid(t *testing.T) {
	verdicts(t, aeoQAMarkupValid(), []verdict{
		{name: "as on the page", facts: home(asked + `<main><h2>Do you  deliver ?</h2><p>Yes, in town.</p></main>`), want: audit.Pass},
		{name: "not on the page", facts: home(asked + `<main><h1>Acme</h1></main>`), want: audit.Warn, says: "Do you deliver?"},
		{
			name: "without an answer",
			facts: home(graph(`{"@context":"https://schema.org","@type":"FAQPage","mainEntity":{"@type":"Question","name":"Why?"}}`) +
				`<main><h2>Why?</h2></main>`), want: audit.Warn, says: "Why?",
		},
		{name: "none", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
