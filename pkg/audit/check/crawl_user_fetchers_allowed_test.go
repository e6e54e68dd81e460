package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestUserFetchersAllowed(t *testing.T) {
	verdicts(t, crawlUserFetchersAllowed(), []verdict{
		{name: "open", facts: ruled("User-agent: GPTBot", "Disallow: /"), want: audit.Pass, says: "all 2"},
		{name: "blocked", facts: ruled("User-agent: Claude-User", "Disallow: /"), want: audit.Warn, says: "Claude can't open the page"},
		{name: "blocked on another page", facts: changed(ruled("User-agent: Claude-User", "Disallow: /shop"), alsoRead("https://example.com/shop")), want: audit.Warn},
		{name: "one that ignores robots.txt", facts: ruled("User-agent: Perplexity-User", "Disallow: /"), want: audit.Pass, says: "no effect"},
		{name: "server error", facts: ruledBy(503, ""), want: audit.Warn, says: "can't be read"},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
