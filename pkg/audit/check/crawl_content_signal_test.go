package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestContentSignal(t *testing.T) {
	verdicts(t, crawlContentSignal(), []verdict{
		{name: "valid", facts: ruled("User-agent: *", "Content-Signal: search=yes, ai-train=no", "Allow: /"), want: audit.Pass, says: "search=yes"},
		{name: "misspelt", facts: ruled("User-agent: *", "Content-Signal: search=maybe", "Allow: /"), want: audit.Warn, says: "line 2"},
		{name: "contradicts the rules", facts: ruled("User-agent: *", "Content-Signal: search=yes", "Disallow: /"), want: audit.Warn, says: "but line 3: Disallow: /"},
		{name: "refuses search", facts: ruled("User-agent: *", "Content-Signal: search=no", "Allow: /"), want: audit.Warn},
		{name: "none", facts: ruled("User-agent: *", "Allow: /"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
