package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestCSP has no unknown: a page that was read has the header, or lacks it.
func TestCSP(t *testing.T) {
	csp := func(values ...string) *page.Facts { return site(sends("Content-Security-Policy", values...)) }
	verdicts(t, secCSP(), []verdict{
		{name: "none", facts: site(), want: audit.Fail, says: "No Content-Security-Policy"},
		{name: "reports only", facts: site(sends("Content-Security-Policy-Report-Only", "default-src 'self'")), want: audit.Fail, says: "only reports"},
		{name: "strict", facts: csp("default-src 'none'; script-src 'self'; style-src 'self'"), want: audit.Pass, says: "forbids everything"},
		{name: "styles inline", facts: csp("default-src 'self'; style-src 'self' 'unsafe-inline'"), want: audit.Pass, says: "only styles"},
		{name: "scripts inline", facts: csp("default-src 'self'; script-src 'self' 'unsafe-inline'"), want: audit.Fail},
		{name: "a nonce takes unsafe-inline back", facts: csp("default-src 'self'; script-src 'nonce-x' 'unsafe-inline'"), want: audit.Pass},
		{name: "strict-dynamic with fallbacks", facts: csp("object-src 'none'; script-src 'nonce-x' 'strict-dynamic' https: 'unsafe-inline'"), want: audit.Pass},
		{name: "any https host", facts: csp("default-src https:"), want: audit.Fail},
		{name: "scripts from data", facts: csp("default-src 'self' data:"), want: audit.Fail},
		{name: "scripts not restricted", facts: csp("img-src 'self'"), want: audit.Fail},
		{name: "objects not restricted", facts: csp("script-src 'self'"), want: audit.Fail},
		{name: "eval", facts: csp("default-src 'self' 'unsafe-eval'"), want: audit.Warn, says: "unsafe-eval"},
		{name: "images over http", facts: csp("default-src 'self'; img-src http:"), want: audit.Warn},
		{name: "a doubled directive", facts: csp("default-src 'self'; default-src *"), want: audit.Fail, says: "isn't valid"},
		{name: "several count together", facts: csp("upgrade-insecure-requests", "default-src 'self'"), want: audit.Pass},
		{name: "in the document", facts: site(onMainPage(func(p *page.Page) { p.CSPMeta = "default-src 'self'" })), want: audit.Pass},
		{name: "capitals", facts: csp("Default-Src 'SELF'"), want: audit.Pass},
	})
}
