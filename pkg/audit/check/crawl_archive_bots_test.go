package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestArchiveBots(t *testing.T) {
	verdicts(t, crawlArchiveBots(), []verdict{
		{name: "open", facts: ruled("User-agent: GPTBot", "Disallow: /"), want: audit.Pass},
		{name: "kept out", facts: ruled("User-agent: CCBot", "Disallow: /"), want: audit.Warn, says: "1 archive du web"},
		{name: "server error", facts: ruledBy(503, ""), want: audit.NotAssessed, reason: page.Unread},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
