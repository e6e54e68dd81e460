package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAgentA11yTree(t *testing.T) {
	verdicts(t, crawlAgentA11yTree(), []verdict{
		{name: "all named", facts: site(), want: audit.Pass},
		{name: "some unnamed", facts: site(onMainPage(func(p *page.Page) {
			p.Widgets.ButtonsUnnamed, p.Forms = 1, []page.Form{{Inputs: 3, Unlabeled: 2}}
		})), want: audit.Warn, says: "1 button, 0 links, 2 fields"},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
