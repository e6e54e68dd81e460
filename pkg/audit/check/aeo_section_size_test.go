package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoSectionSize(t *testing.T) {
	verdicts(t, aeoSectionSize(), []verdict{
		{name: "divided", facts: home("<main><h1>x</h1>" + strings.Repeat("<h2>y</h2>"+filler(150), 5) + "</main>"), want: audit.Pass},
		{name: "one long stretch", facts: home("<main><h1>x</h1>" + strings.Repeat(filler(150), 6) + "</main>"), want: audit.Warn},
		{name: "a long list of links", facts: home("<main><h1>x</h1><p>All chapters.</p><ul>" + strings.Repeat("<li>one two three four five six", 150) + "</ul></main>"), want: audit.Pass},
		{name: "short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
