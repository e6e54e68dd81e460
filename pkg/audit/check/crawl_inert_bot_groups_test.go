package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestInertBotGroups(t *testing.T) {
	verdicts(t, crawlInertBotGroups(), []verdict{
		{name: "allowed where all is allowed", facts: ruled("User-agent: GPTBot", "Allow: /"), want: audit.Warn, says: "User-agent: GPTBot"},
		{name: "same rules in another order", facts: ruled("User-agent: *", "Disallow: /a", "Disallow: /b", "", "User-agent: GPTBot", "Disallow: /b", "Disallow: /a"), want: audit.Warn},
		{name: "other rules", facts: ruled("User-agent: *", "Disallow: /a", "", "User-agent: GPTBot", "Disallow: /"), want: audit.Pass},
		{name: "divided over two groups", facts: ruled("User-agent: *", "Disallow: /a", "", "User-agent: GPTBot", "Disallow: /a", "", "User-agent: gptbot", "Disallow: /b"), want: audit.Pass},
		{name: "no named group", facts: ruled("User-agent: *", "Disallow: /a"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
