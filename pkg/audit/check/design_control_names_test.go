package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignControlNames(t *testing.T) {
	verdicts(t, designControlNames(), []verdict{
		{name: "all named", facts: home(clinic), want: audit.Pass},
		{
			name: "one icon among many", facts: home(strings.Repeat(`<a href="/x">Page</a>`, 12) + `<a href="/y"><i class=icon></i></a>`),
			want: audit.Warn, says: "1 of 13",
		},
		{name: "icons only", facts: home(`<button><svg></svg></button><a href="/y"><i></i></a>`), want: audit.Fail},
		{name: "no controls", facts: home(`<p>x</p>`), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
