package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestHTTPRedirect(t *testing.T) {
	plain := func(p page.Plain) *page.Facts { return site(func(f *page.Facts) { f.Plain = page.Known(p) }) }
	hops := func(to ...string) *page.Facts {
		from, p := "http://example.com/", page.Plain{Status: 301}
		for _, t := range to {
			p.Redirects = append(p.Redirects, page.Redirect{From: from, Status: 301, To: t})
			from, p.FinalURL = t, t
		}
		return plain(p)
	}
	verdicts(t, secHTTPRedirect(), []verdict{
		{name: "straight", facts: hops("https://example.com/"), want: audit.Pass},
		{name: "straight, then www", facts: hops("https://example.com/", "https://www.example.com/"), want: audit.Pass},
		{name: "off the host", facts: hops("https://www.example.com/"), want: audit.Warn, says: "301 to https://www.example.com/"},
		{name: "over http first", facts: hops("http://www.example.com/", "https://www.example.com/"), want: audit.Warn},
		{name: "http to http", facts: hops("http://www.example.com/"), want: audit.Fail},
		{name: "no redirect", facts: plain(page.Plain{Status: 200, FinalURL: "http://example.com/"}), want: audit.Fail},
		{name: "closed", facts: plain(page.Plain{Closed: true}), want: audit.Pass},
		{name: "refused", facts: plain(page.Plain{Status: 403, FinalURL: "http://example.com/"}), want: audit.Fail},
		{name: "plain site", facts: site(plainHTTP), want: audit.Fail},
		{
			name: "not asked", facts: site(func(f *page.Facts) { f.Plain = page.Unknown[page.Plain](page.NotApplicable, "") }), want: audit.NotAssessed,
			reason: page.NotApplicable,
		},
	})
}
