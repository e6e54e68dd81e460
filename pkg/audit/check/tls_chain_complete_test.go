package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestChainComplete(t *testing.T) {
	verdicts(t, tlsChainComplete(), []verdict{
		{name: "complete", facts: encrypted(), want: audit.Pass},
		{name: "gap", facts: encrypted(faulty("incomplete_chain")), want: audit.Fail, says: "certificates sent: 2"},
		{name: "short key", facts: encrypted(func(t *page.TLS) { t.Chain[1].KeyBits = 1024 }), want: audit.Fail, says: "key RSA 1024"},
		{name: "SHA-1", facts: encrypted(func(t *page.TLS) { t.Chain[0].Signature = "SHA1-RSA" }), want: audit.Fail, says: "SHA1"},
		{name: "a root's own SHA-1 protects nothing", facts: encrypted(func(t *page.TLS) { t.Chain[1].Signature, t.Chain[1].SelfSigned = "SHA1-RSA", true }), want: audit.Pass},
		{name: "leads nowhere", facts: encrypted(faulty("self_signed")), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: encrypted(func(t *page.TLS) { t.Chain = nil }), want: audit.NotAssessed, reason: page.Unread},
	})
}
