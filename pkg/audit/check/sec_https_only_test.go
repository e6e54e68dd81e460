package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestHTTPSOnly has no unknown: every page has a scheme.
func TestHTTPSOnly(t *testing.T) {
	verdicts(t, secHTTPSOnly(), []verdict{
		{name: "https", facts: site(), want: audit.Pass},
		{name: "http", facts: site(plainHTTP), want: audit.Fail, says: "plain http"},
		{name: "nothing on 443", facts: site(plainHTTP, func(f *page.Facts) { f.SchemeFallback = true }), want: audit.Fail, says: "Rien ne répond en https"},
		{name: "another page", facts: site(alsoRead("http://example.com/old")), want: audit.Warn, says: "http://example.com/old"},
	})
}
