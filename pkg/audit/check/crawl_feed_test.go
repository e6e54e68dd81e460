package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestFeed(t *testing.T) {
	verdicts(t, crawlFeed(), []verdict{
		{name: "announced on the blog", facts: site(alsoRead("https://example.com/blog", func(p *page.Page) {
			p.Feeds = []page.Reference{{URL: "https://example.com/feed"}}
		})), want: audit.Pass, says: "https://example.com/feed"},
		{name: "none", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
