package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestPayPerCrawl(t *testing.T) {
	verdicts(t, crawlPayPerCrawl(), []verdict{
		{name: "free", facts: probed(screening(404)), want: audit.Pass},
		{name: "an assistant must pay", facts: probed(asAgent("Claude-User", 402, 0)), want: audit.Warn, says: "Claude-User"},
		{name: "a training crawler must pay", facts: probed(asAgent("GPTBot", 402, 0)), want: audit.Pass},
		{name: "a price list", facts: changed(probed(screening(404)), sends("Crawler-Price", "USD 0.01")), want: audit.Pass, says: "USD 0.01"},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
