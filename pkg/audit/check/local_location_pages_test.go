package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// office is the page of a branch.
func office(town, text string) doc {
	return doc{page.KindOther, "/" + town, `<main><h1>` + town + `</h1>` + text + `</main>` +
		graph(`{"@context":"https://schema.org","@type":"Dentist","name":"Harbour Lane `+town+
			`","url":"https://example.com/`+town+`","address":{"@type":"PostalAddress","addressLocality":"`+town+`"}}`)}
}

func TestLocalLocationPages(t *testing.T) {
	verdicts(t, localLocationPages(), []verdict{
		{
			name: "their own words", facts: read(doc{page.KindHome, "/", clinic}, office("York", filler(120)),
				office("Hull", strings.Repeat("<p>The Hull team of three looks after the harbour and its people in an old warehouse by the quay.</p>", 4))),
			want: audit.Pass,
		},
		{
			name: "the same words", facts: read(doc{page.KindHome, "/", clinic}, office("York", filler(120)), office("Hull", filler(120))),
			want: audit.Warn, says: "/York",
		},
		{
			name: "one branch", facts: read(doc{page.KindHome, "/", clinic}, office("York", filler(120))), want: audit.NotAssessed,
			reason: page.NotApplicable,
		},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
