package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestProtocols(t *testing.T) {
	verdicts(t, tlsProtocols(), []verdict{
		{name: "refused", facts: encrypted(), want: audit.Pass},
		{name: "accepted", facts: encrypted(answers(page.AskTLS11, "TLS 1.0", "")), want: audit.Fail, says: "TLS 1.0"},
		{name: "SSLv3", facts: encrypted(answers(page.AskTLS11, "SSLv3", "")), want: audit.Fail, says: "SSLv3"},
		{name: "nothing better", facts: encrypted(func(t *page.TLS) { t.Version, t.Legacy = "TLS 1.1", page.Unknown[string](page.Unread, "") }), want: audit.Fail, says: "TLS 1.1 at most"},
		{name: "not tried", facts: encrypted(func(t *page.TLS) { t.Legacy = page.Unknown[string](page.Unread, "") }), want: audit.NotAssessed, reason: page.Unread},
	})
}
