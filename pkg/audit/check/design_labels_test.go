package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignLabels(t *testing.T) {
	verdicts(t, designLabels(), []verdict{
		{name: "all labelled", facts: home(clinic), want: audit.Pass, says: "has a label (2)"},
		{
			name: "one of three", facts: home(`<h1>Acme</h1><form><input aria-label=a><input title=b><input name=c></form>`), want: audit.Warn,
			says: "1 of 3",
		},
		{name: "none", facts: home(`<h1>Acme</h1><form><input placeholder=Name><textarea></textarea></form>`), want: audit.Fail},
		{name: "no form", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
