package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoFavicon(t *testing.T) {
	verdicts(t, seoFavicon(), []verdict{
		{
			"named", site(submitted(func(p *page.Page) { p.Icons = []page.Reference{{Href: "/i.png", URL: "https://example.com/i.png"}} })),
			audit.Pass, "", "i.png",
		},
		{"named and fetched", site(submitted(func(p *page.Page) { p.Icons = []page.Reference{{Href: "/i.png", URL: "https://example.com/i.png"}} }), func(f *page.Facts) {
			f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 200, ContentType: "image/png"}}
		}), audit.Pass, "", ""},
		{
			"named and dead", site(submitted(func(p *page.Page) { p.Icons = []page.Reference{{Href: "/i.png", URL: "https://example.com/i.png"}} }), func(f *page.Facts) { f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 404}} }),
			audit.Fail, "", "HTTP 404",
		},
		{"named, a page in its place", site(submitted(func(p *page.Page) { p.Icons = []page.Reference{{Href: "/i.png", URL: "https://example.com/i.png"}} }), func(f *page.Facts) {
			f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 200, ContentType: "text/html; charset=utf-8"}}
		}), audit.Fail, "", "text/html"},
		{"inside the page", site(submitted(func(p *page.Page) { p.Icons = []page.Reference{{URL: "data:image/svg+xml,x"}} })), audit.Pass, "", ""},
		{"in the usual place", site(func(f *page.Facts) {
			f.Assets = map[string]page.Asset{"https://example.com/favicon.ico": {Status: 200, ContentType: "image/x-icon"}}
		}), audit.Pass, "", ""},
		{"nowhere", site(func(f *page.Facts) {
			f.Assets = map[string]page.Asset{"https://example.com/favicon.ico": {Status: 404}}
		}), audit.Warn, "", ""},
		{"not looked at", site(), audit.NotAssessed, page.Unread, ""},
	})
}
