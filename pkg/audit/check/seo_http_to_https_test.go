package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHTTPToHTTPS(t *testing.T) {
	verdicts(t, seoHTTPToHTTPS(), []verdict{
		{"straight", site(overHTTP(301, "https://example.com/")), audit.Pass, "", "301"},
		{"temporary", site(overHTTP(302, "https://example.com/")), audit.Warn, "", "302"},
		{"over another host first", site(overHTTP(301, "https://www.example.com/")), audit.Warn, "", ""},
		{"over http once more", site(overHTTP(301, "http://www.example.com/", "https://www.example.com/")), audit.Warn, "", "http://www.example.com/"},
		{"never to https", site(overHTTP(301, "http://www.example.com/")), audit.Fail, "", ""},
		{"a second copy", site(overHTTP(200)), audit.Fail, "", "200"},
		{"forbidden", site(overHTTP(403)), audit.Warn, "", "403"},
		{"closed", site(func(f *page.Facts) { f.Plain = page.Known(page.Plain{Closed: true}) }), audit.Pass, "", ""},
		{"a site on http", site(func(f *page.Facts) { f.Plain = page.Unknown[page.Plain](page.NotApplicable, "") }), audit.NotAssessed, page.NotApplicable, ""},
	})
}

// overHTTP says what http://example.com/ answers, and where its redirects lead.
func overHTTP(status int, hops ...string) func(*page.Facts) {
	return func(f *page.Facts) {
		p := page.Plain{Status: status, FinalURL: "http://example.com/"}
		for _, to := range hops {
			p.Redirects = append(p.Redirects, page.Redirect{From: p.FinalURL, Status: status, To: to})
			p.FinalURL = to
		}
		f.Plain = page.Known(p)
	}
}
