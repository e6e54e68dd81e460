package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoQuestionHeadings(t *testing.T) {
	verdicts(t, aeoQuestionHeadings(), []verdict{
		{name: "three", facts: home(clinic), want: audit.Pass, says: "Where can I park?"},
		{name: "one", facts: home(bakery), want: audit.Warn},
		{
			name: "answers that are too long", facts: home("<main><h2>What?</h2>" + filler(90) + "<h2>Why so?</h2>" + filler(90) + "</main>"),
			want: audit.Warn, says: "right below: 0",
		},
		{name: "none", facts: home("<main><h1>Pipes</h1><h2>Prices</h2>" + filler(160) + "</main>"), want: audit.Warn, says: "No heading in question form"},
		{name: "no text", facts: home(`<img src=a.png>`), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
