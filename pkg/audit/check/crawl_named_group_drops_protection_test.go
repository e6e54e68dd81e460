package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestNamedGroupDropsProtection(t *testing.T) {
	verdicts(t, crawlNamedGroupDropsProtection(), []verdict{
		{
			name: "copied advice", facts: ruled("User-agent: *", "Disallow: /private/", "Disallow: /*?print=", "", "User-agent: GPTBot", "Allow: /"), want: audit.Warn,
			says: "not repeated: Disallow: /private/, /*?print=",
		},
		{name: "rules repeated", facts: ruled("User-agent: *", "Disallow: /private/", "", "User-agent: GPTBot", "Disallow: /private/", "Disallow: /shop/"), want: audit.Pass},
		{name: "closed altogether", facts: ruled("User-agent: *", "Disallow: /private/", "", "User-agent: GPTBot", "Disallow: /"), want: audit.Pass},
		{name: "exception to a closed site", facts: ruled("User-agent: *", "Disallow: /", "", "User-agent: bingbot", "Allow: /"), want: audit.Pass},
		{
			name: "a link preview may read all", facts: ruled("User-agent: *", "Disallow: /private/", "", "User-agent: facebookexternalhit", "Disallow:"),
			want: audit.NotAssessed, reason: page.NotApplicable,
		},
		{name: "no * group", facts: ruled("User-agent: GPTBot", "Allow: /"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
