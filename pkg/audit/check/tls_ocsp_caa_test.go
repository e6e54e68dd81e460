package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestOCSPCAA(t *testing.T) {
	verdicts(t, tlsOCSPCAA(), []verdict{
		{name: "stapled", facts: encrypted(func(t *page.TLS) { t.OCSP = true }), want: audit.Pass, says: "staples"},
		{name: "not stapled", facts: encrypted(), want: audit.Pass, says: "usual today"},
		{name: "demanded and not stapled", facts: encrypted(func(t *page.TLS) { t.Chain[0].MustStaple = true }), want: audit.Warn, says: "must-staple"},
		{name: "CAA", facts: encrypted(func(t *page.TLS) {
			t.CAA = page.Known(page.CAA{Domain: "example.com", Records: []page.CAARecord{{Tag: "issue", Value: "ca.example"}}})
		}), want: audit.Pass, says: "issue ca.example"},
		{name: "no CAA", facts: encrypted(func(t *page.TLS) { t.CAA = page.Known(page.CAA{}) }), want: audit.Pass, says: "No CAA record"},
		{name: "CAA not looked up", facts: encrypted(func(t *page.TLS) { t.CAA = page.Unknown[page.CAA](page.Unread, "") }), want: audit.Pass, says: "could not be looked up"},
		{name: "plain http", facts: site(plainHTTP), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
