package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestHTMLWeightTokens(t *testing.T) {
	of := func(bytes int64) *page.Facts {
		return site(onMainPage(func(p *page.Page) { p.Response.Bytes = bytes }))
	}
	verdicts(t, crawlHTMLWeightTokens(), []verdict{
		{name: "ordinary", facts: of(60_000), want: audit.Pass, says: "15000 tokens, of which 5% is text"},
		{name: "at the bound", facts: of(400_000), want: audit.Pass},
		{name: "over", facts: of(400_004), want: audit.Warn},
		{name: "unknown", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
