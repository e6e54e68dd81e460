package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCrawlDelay(t *testing.T) {
	verdicts(t, crawlCrawlDelay(), []verdict{
		{name: "none", facts: ruled("User-agent: *", "Disallow: /a"), want: audit.Pass},
		{name: "ten seconds", facts: ruled("User-agent: *", "Crawl-delay: 10"), want: audit.Pass},
		{name: "more", facts: ruled("User-agent: bingbot", "Crawl-delay: 10.5"), want: audit.Warn, says: "Crawl-delay: 10.5"},
		{name: "a training crawler", facts: ruled("User-agent: GPTBot", "Crawl-delay: 120"), want: audit.Pass},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
