package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestWebMCP(t *testing.T) {
	verdicts(t, crawlWebMCP(), []verdict{
		{name: "none", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "declared", facts: site(onMainPage(func(p *page.Page) { p.Forms = []page.Form{{ToolName: "book_table"}} })), want: audit.Pass, says: "book_table"},
	})
}
