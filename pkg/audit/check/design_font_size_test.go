package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignFontSize(t *testing.T) {
	with := func(small, all int) *page.Facts {
		return used(func(u *page.Usability) { u.Text.Characters, u.Text.Small = all, small })
	}
	verdicts(t, designFontSize(), []verdict{
		{name: "no browser", facts: home(clinic), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "no text", facts: with(0, 0), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a note", facts: with(50, 1000), want: audit.Pass, says: "95%"},
		{name: "many notes", facts: with(51, 1000), want: audit.Warn, says: "51 characters below 12 px"},
		{name: "hardly legible", facts: with(400, 1000), want: audit.Fail, says: "60 %"},
	})
}
