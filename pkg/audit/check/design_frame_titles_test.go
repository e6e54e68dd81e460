package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignFrameTitles(t *testing.T) {
	verdicts(t, designFrameTitles(), []verdict{
		{name: "titled", facts: home(`<p>x</p><iframe src="https://www.youtube.com/embed/x" title="Our workshop"></iframe>`), want: audit.Pass},
		{name: "untitled", facts: home(`<p>x</p><iframe src="https://www.youtube.com/embed/x"></iframe>`), want: audit.Warn, says: "youtube"},
		{name: "no frame", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
