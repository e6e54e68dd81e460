package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoCanonicalValid(t *testing.T) {
	verdicts(t, seoCanonicalValid(), []verdict{
		{"names itself", site(submitted(canonical("https://example.com/"))), audit.Pass, "", "https://example.com/"},
		{"missing is no failure", site(), audit.Warn, "", "required"},
		{"an application sets it later", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
		{"of a file", site(submitted(canonical("file:///usr/share/doc/index.html"))), audit.Fail, "", "isn't a web address"},
		{"relative", site(submitted(canonical("/"))), audit.Warn, "", "relative"},
		{"empty", site(submitted(func(p *page.Page) { p.Canonicals = []page.Reference{{Href: "", Source: "html"}} })), audit.Fail, "", ""},
		{"another site", site(submitted(canonical("https://example.org/"))), audit.Fail, "", "example.org"},
		{"another host of the domain", site(submitted(canonical("https://shop.example.com/"))), audit.Fail, "", "shop.example.com"},
		{"the www form, which may be served", site(submitted(canonical("https://www.example.com/"))), audit.Warn, "", "www.example.com"},
		{"the www form, which leads back here", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 301, FinalURL: "https://example.com/", Redirects: []page.Redirect{{From: "https://www.example.com/", Status: 301, To: "https://example.com/"}}})
		}, submitted(canonical("https://www.example.com/"))), audit.Fail, "", "www.example.com"},
		{"http, which leads to https", site(func(f *page.Facts) {
			f.Plain = page.Known(page.Plain{Status: 301, Redirects: []page.Redirect{{Status: 301, To: "https://example.com/"}}})
		}, submitted(canonical("http://example.com/"))), audit.Fail, "", "http"},
		{"header and HTML disagree", site(submitted(canonical("https://example.com/"), func(p *page.Page) {
			p.Canonicals = append(p.Canonicals, page.Reference{Href: "https://example.com/b", URL: "https://example.com/b", Source: "header"})
		})), audit.Fail, "", "different"},
		{"the same twice", site(submitted(canonical("https://example.com/"), canonical("https://example.com/"))), audit.Pass, "", ""},
		{"in the body", site(submitted(func(p *page.Page) {
			p.Canonicals = []page.Reference{{Href: "https://example.com/", URL: "https://example.com/", Source: "html", InBody: true}}
		})), audit.Fail, "", "body"},
		{
			"a dead target", site(submitted(canonical("https://example.com/gone")), failing(page.Failure{URL: "https://example.com/gone", Status: 404})),
			audit.Fail, "", "404",
		},
		{
			"a target closed to search", site(submitted(canonical("https://example.com/a")), further("/a", noindexed, func(p *page.Page) { p.Canonicals = nil })),
			audit.Fail, "", "noindex",
		},
		{
			"a target that redirects", site(submitted(canonical("https://example.com/a")),
				further("/a", func(p *page.Page) { p.FinalURL, p.Canonicals = "https://example.com/b", nil })),
			audit.Fail, "", "redirects",
		},
		{"another page of the site", site(submitted(canonical("https://example.com/other"))), audit.Warn, "", ""},
		{"only parameters left out", site(func(f *page.Facts) { f.FinalURL = "https://example.com/?utm_source=x" }, submitted(func(p *page.Page) {
			p.URL, p.FinalURL = "https://example.com/?utm_source=x", "https://example.com/?utm_source=x"
		}, canonical("https://example.com/"))), audit.Pass, "", ""},
		{"an inner page that names the front page", site(submitted(canonical("https://example.com/")), further("/a")), audit.Warn, "", "front page"},
		{
			"an inner page that names another host", site(submitted(canonical("https://example.com/")),
				further("/a", func(p *page.Page) { p.Canonicals = nil }, canonical("https://staging.example.net/a"))),
			audit.Warn, "", "staging.example.net",
		},
		{
			"an address with a port", site(func(f *page.Facts) { f.FinalURL, f.Host = "http://127.0.0.1:8080/", "127.0.0.1:8080" }, submitted(func(p *page.Page) { p.FinalURL = "http://127.0.0.1:8080/" }, canonical("http://127.0.0.1:8080/"))),
			audit.Pass, "", "",
		},
	})
}
