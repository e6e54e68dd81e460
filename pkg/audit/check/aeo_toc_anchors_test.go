package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoTOCAnchors(t *testing.T) {
	verdicts(t, aeoTOCAnchors(), []verdict{
		{
			name: "with contents",
			facts: home(`<main><h1>x</h1><ul><li><a href="#a">A</a><li><a href="#b">B</a><li><a href="#c">C</a></ul><h2 id=a>A</h2><h2 id=b>B</h2><h2 id=c>C</h2>` +
				strings.Repeat(filler(400), 4) + "</main>"), want: audit.Pass,
		},
		{name: "without", facts: home(`<main><h1>x</h1><h2>A</h2><h2>B</h2><h2>C</h2>` + strings.Repeat(filler(400), 4) + "</main>"), want: audit.Warn},
		{name: "nothing to list", facts: home(`<main><h1>x</h1><h2>A</h2>` + strings.Repeat(filler(400), 4) + "</main>"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
