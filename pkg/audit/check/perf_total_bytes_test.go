package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTotalBytes(t *testing.T) {
	verdicts(t, perfTotalBytes(), []verdict{
		{name: "light", facts: site(ofBytes(60_000), loads(3, "image/webp", 50_000)), want: audit.Pass, says: "The HTML and 3 files looked at weigh 210 kB"},
		{name: "sent compressed", facts: site(onMainPage(func(p *page.Page) { p.Response.Bytes, p.Response.WireBytes = 1_900_000, 300_000 })), want: audit.Pass, says: "300 kB"},
		{name: "heavy", facts: site(ofBytes(60_000), loads(4, "image/jpeg", 500_000)), want: audit.Warn},
		{name: "very heavy", facts: site(ofBytes(60_000), loads(11, "image/jpeg", 500_000)), want: audit.Fail, says: "5,6 Mo"},
		{name: "sizes unknown", facts: site(ofBytes(60_000), loads(11, "image/jpeg", -1)), want: audit.Pass, says: "no other file was looked at"},
		{name: "unknown", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
