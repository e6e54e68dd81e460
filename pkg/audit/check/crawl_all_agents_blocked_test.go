package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAllAgentsBlocked(t *testing.T) {
	verdicts(t, crawlAllAgentsBlocked(), []verdict{
		{name: "open", facts: ruled(""), want: audit.Pass},
		{name: "one is enough", facts: ruled("User-agent: *", "Disallow: /", "User-agent: bingbot", "Allow: /"), want: audit.Pass, says: "1 of 4"},
		{name: "closed", facts: ruled("User-agent: *", "Disallow: /"), want: audit.Fail, says: "line 2: Disallow: /"},
		{name: "server error", facts: ruledBy(500, ""), want: audit.Warn},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
