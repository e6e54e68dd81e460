package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestHTMLSize(t *testing.T) {
	verdicts(t, perfHTMLSize(), []verdict{
		{name: "ordinary", facts: site(ofBytes(80_000)), want: audit.Pass, says: "80 kB"},
		{name: "large", facts: site(ofBytes(1_200_000)), want: audit.Warn, says: "1.2 MB"},
		{name: "very large", facts: site(ofBytes(3_100_000)), want: audit.Fail},
		{
			name: "another page", facts: site(ofBytes(80_000), alsoRead("https://example.com/all", func(p *page.Page) { p.Response.Bytes = 4_000_000 })), want: audit.Warn,
			says: "https://example.com/all",
		},
		{name: "unknown", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
