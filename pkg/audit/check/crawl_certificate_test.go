package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCertificateForCrawlers(t *testing.T) {
	verdicts(t, crawlCertificate(), []verdict{
		{name: "trusted", facts: encrypted(), want: audit.Pass},
		{name: "expired", facts: encrypted(faulty("expired")), want: audit.Fail, says: "expired"},
		{name: "plain http", facts: site(plainHTTP), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: site(func(f *page.Facts) { f.TLS = page.Unknown[page.TLS](page.Unread, "") }), want: audit.NotAssessed, reason: page.Unread},
	})
}
