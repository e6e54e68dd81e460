package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoRedirectChain(t *testing.T) {
	verdicts(t, seoRedirectChain(), []verdict{
		{"straight", site(), audit.Pass, "", ""},
		{"one", site(submitted(through(1))), audit.Pass, "", "One redirect (301)"},
		{"two", site(submitted(through(2))), audit.Warn, "", "2 redirects"},
		{"three", site(submitted(through(3))), audit.Fail, "", ""},
		{"two elsewhere", site(further("/a", through(2))), audit.Warn, "", "/a"},
		{"a meta refresh to another page", site(submitted(func(p *page.Page) { p.Refresh = "0; URL='https://example.com/en/'" })), audit.Warn, "", "/en/"},
		{"a page that reloads itself", site(submitted(func(p *page.Page) { p.Refresh = "300" })), audit.Pass, "", ""},
		{"a page that reloads itself by its address", site(submitted(func(p *page.Page) { p.Refresh = "300;url=/" })), audit.Pass, "", ""},
	})
}

// through puts redirects before the page.
func through(hops int) func(*page.Page) {
	return func(p *page.Page) {
		for range hops {
			p.Response.Redirects = append(p.Response.Redirects, page.Redirect{From: p.URL, Status: 301, To: p.FinalURL})
		}
	}
}
