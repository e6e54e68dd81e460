package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestALPN(t *testing.T) {
	alpn := func(name string) *page.Facts { return encrypted(func(t *page.TLS) { t.ALPN = name }) }
	verdicts(t, tlsALPN(), []verdict{
		{name: "h2", facts: alpn("h2"), want: audit.Pass},
		{name: "http/1.1", facts: alpn("http/1.1"), want: audit.Warn, says: "http/1.1"},
		{name: "none", facts: alpn(""), want: audit.Warn},
		{name: "plain http", facts: site(plainHTTP), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
