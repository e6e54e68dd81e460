package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestForwardSecrecy(t *testing.T) {
	verdicts(t, tlsForwardSecrecy(), []verdict{
		{name: "TLS 1.3 always", facts: encrypted(), want: audit.Pass},
		{name: "ECDHE", facts: agreedOn("TLS 1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), want: audit.Pass},
		{name: "RSA key exchange preferred", facts: agreedOn("TLS 1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256"), want: audit.Warn},
		{
			name:  "RSA key exchange",
			facts: encrypted(answers(page.AskForwardSecrecy, "", ""), func(t *page.TLS) { t.Version, t.Suite = "TLS 1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256" }), want: audit.Fail,
		},
		{name: "unknown", facts: agreedOn("TLS 1.2", ""), want: audit.NotAssessed, reason: page.Unread},
	})
}
