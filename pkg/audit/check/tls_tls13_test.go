package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// agreedOn gives a site whose handshake ends with this version and suite.
func agreedOn(version, suite string) *page.Facts {
	return encrypted(func(t *page.TLS) { t.Version, t.Suite = version, suite })
}

func TestTLS13(t *testing.T) {
	verdicts(t, tlsTLS13(), []verdict{
		{name: "1.3", facts: encrypted(), want: audit.Pass},
		{name: "1.2", facts: agreedOn("TLS 1.2", ""), want: audit.Warn},
		{name: "1.1", facts: agreedOn("TLS 1.1", ""), want: audit.Fail, says: "TLS 1.1"},
		{name: "unknown", facts: agreedOn("", ""), want: audit.NotAssessed, reason: page.Unread},
	})
}
