package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoListsTables(t *testing.T) {
	verdicts(t, aeoListsTables(), []verdict{
		{name: "a list", facts: home(clinic), want: audit.Pass, says: "1 list"},
		{
			name: "a table", facts: home(`<main><table><tr><th>Day</th><th>Price</th></tr><tr><td>Monday</td><td>5</td></tr></table></main>`),
			want: audit.Pass, says: "1 tableau",
		},
		{name: "menus are no lists of the content", facts: home(`<nav><ul><li>a<li>b<li>c</ul></nav><main>` + filler(200) + `</main>`), want: audit.Warn},
		{name: "too short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
