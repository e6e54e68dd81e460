package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCompression(t *testing.T) {
	coded := func(encoding string) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Response.Bytes, p.Response.Encoding = 40_000, encoding })
	}
	verdicts(t, perfCompression(), []verdict{
		{name: "brotli", facts: site(coded("br")), want: audit.Pass, says: "(br)"},
		{name: "none", facts: site(coded("")), want: audit.Fail, says: "40 kB"},
		{
			name: "another page", facts: site(coded("gzip"), alsoRead("https://example.com/a", func(p *page.Page) { p.Response.Encoding = "" })), want: audit.Warn,
			says: "https://example.com/a",
		},
		{name: "a script", facts: site(coded("br"), asset(page.Asset{Status: 200, ContentType: "text/javascript", Bytes: 5000})), want: audit.Warn, says: "asset.bin"},
		{name: "a compressed script", facts: site(coded("br"), asset(page.Asset{Status: 200, ContentType: "text/javascript", Bytes: 5000, Encoding: "gzip"})), want: audit.Pass},
		{name: "a photograph is packed already", facts: site(coded("br"), asset(page.Asset{Status: 200, ContentType: "image/jpeg", Bytes: 5000})), want: audit.Pass},
		{name: "too small to matter", facts: site(ofBytes(900)), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
