package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestStaleTokens(t *testing.T) {
	verdicts(t, crawlStaleTokens(), []verdict{
		{name: "current", facts: ruled("User-agent: GPTBot", "Disallow: /"), want: audit.Pass},
		{name: "unknown crawlers are none of our business", facts: ruled("User-agent: archive.org_bot", "Disallow: /"), want: audit.Pass},
		{name: "retired", facts: ruled("User-agent: *", "Disallow:", "", "User-agent: anthropic-ai", "Disallow: /"), want: audit.Warn, says: "line 4"},
		{name: "with a version", facts: ruled("User-agent: GPTBot/1.0", "Disallow: /"), want: audit.Warn, says: "GPTBot/1.0"},
		{name: "nobody named", facts: ruled("User-agent: *", "Disallow:"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
