package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignKeyboardFocus(t *testing.T) {
	verdicts(t, designKeyboardFocus(), []verdict{
		{name: "none above 0", facts: home(`<a href=/ tabindex=0>x</a><div tabindex=-1></div>`), want: audit.Pass},
		{name: "one above 0", facts: home(`<a href=/ tabindex=3>x</a>`), want: audit.Warn},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
