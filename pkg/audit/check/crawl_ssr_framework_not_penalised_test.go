package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSSRFrameworkNotPenalised(t *testing.T) {
	verdicts(t, crawlSSRFrameworkNotPenalised(), []verdict{
		{name: "no framework", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "rendered on the server", facts: site(onMainPage(func(p *page.Page) { p.Shell = "__nuxt" })), want: audit.Pass, says: "#__nuxt"},
		{name: "empty", facts: site(onMainPage(emptyShell)), want: audit.Warn},
	})
}
