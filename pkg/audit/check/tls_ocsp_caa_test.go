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
		{name: "plain http", facts: site(plainHTTP), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
