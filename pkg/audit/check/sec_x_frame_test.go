package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestXFrame has no unknown: a page that was read has the header, or lacks it.
func TestXFrame(t *testing.T) {
	verdicts(t, secXFrame(), []verdict{
		{name: "frame-ancestors", facts: site(sends("Content-Security-Policy", "frame-ancestors 'self'")), want: audit.Pass},
		{name: "frame-ancestors beats the older header", facts: site(sends("Content-Security-Policy", "frame-ancestors *"), sends("X-Frame-Options", "DENY")), want: audit.Warn},
		{name: "frame-ancestors in the document has no effect", facts: site(onMainPage(func(p *page.Page) { p.CSPMeta = "frame-ancestors 'none'" })), want: audit.Fail},
		{name: "sameorigin", facts: site(sends("X-Frame-Options", "sameorigin")), want: audit.Pass, says: "SAMEORIGIN"},
		{name: "allow-from", facts: site(sends("X-Frame-Options", "ALLOW-FROM https://a.example")), want: audit.Warn},
		{name: "missing", facts: site(), want: audit.Fail},
	})
}
