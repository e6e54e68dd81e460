package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestReferrerPolicy has no unknown: without a policy the browsers' default holds.
func TestReferrerPolicy(t *testing.T) {
	verdicts(t, secReferrerPolicy(), []verdict{
		{name: "default", facts: site(), want: audit.Pass, says: "default"},
		{name: "strict", facts: site(sends("Referrer-Policy", "strict-origin")), want: audit.Pass},
		{name: "a fallback list", facts: site(sends("Referrer-Policy", "no-referrer, strict-origin-when-cross-origin")), want: audit.Pass, says: "strict-origin-when-cross-origin"},
		{name: "unsafe", facts: site(sends("Referrer-Policy", "unsafe-url")), want: audit.Warn},
		{name: "unknown", facts: site(sends("Referrer-Policy", "none")), want: audit.Warn},
		{name: "in the document", facts: site(onMainPage(func(p *page.Page) { p.Metas = []page.Meta{{Name: "referrer", Content: "unsafe-url"}} })), want: audit.Warn},
	})
}
