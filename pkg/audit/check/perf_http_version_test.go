package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestHTTPVersion(t *testing.T) {
	over := func(proto string) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Response.Proto = proto })
	}
	verdicts(t, perfHTTPVersion(), []verdict{
		{name: "HTTP/2", facts: site(), want: audit.Pass, says: "over HTTP/2."},
		{name: "HTTP/1.1", facts: site(over("HTTP/1.1")), want: audit.Warn, says: "HTTP/1.1"},
		{name: "HTTP/3 announced", facts: site(over("HTTP/1.1"), sends("Alt-Svc", `h3=":443"; ma=86400`)), want: audit.Pass, says: "HTTP/3"},
		{name: "HTTP/2 in the handshake", facts: site(over("HTTP/1.1"), func(f *page.Facts) { f.TLS = page.Known(page.TLS{ALPN: "h2"}) }), want: audit.Pass},
		{name: "unknown", facts: site(over("")), want: audit.NotAssessed, reason: page.Unread},
	})
}
