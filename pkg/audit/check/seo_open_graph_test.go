package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoOpenGraph(t *testing.T) {
	verdicts(t, seoOpenGraph(), []verdict{
		{"all five", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/"}, {Name: "og:type", Content: "website"}}
		})), audit.Pass, "", ""},
		{"none", site(), audit.Fail, "", ""},
		{"without type", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/"}}
		})), audit.Warn, "", "og:type"},
		{"a relative image", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "/i.png"}, {Name: "og:url", Content: "https://example.com/"}, {Name: "og:type", Content: "website"}}
		})), audit.Warn, "", "absolute"},
		{"a dead image", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/"}, {Name: "og:type", Content: "website"}}
		}), func(f *page.Facts) { f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 404}} }), audit.Warn, "", "404"},
		{"a small image", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/"}, {Name: "og:type", Content: "website"}, {Name: "og:image:width", Content: "300"}, {Name: "og:image:height", Content: "200"}}
		})), audit.Warn, "", "300x200"},
		{"another address", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/other"}, {Name: "og:type", Content: "website"}}
		})), audit.Warn, "", "https://example.com/other"},
		{"the canonical address", site(submitted(canonical("https://example.com/b"), func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/b"}, {Name: "og:type", Content: "website"}}
		})), audit.Pass, "", ""},
		{"none elsewhere", site(submitted(func(p *page.Page) {
			p.OpenGraph = []page.Meta{{Name: "og:title", Content: "Example"}, {Name: "og:description", Content: "What it is"}, {Name: "og:image", Content: "https://example.com/i.png"}, {Name: "og:url", Content: "https://example.com/"}, {Name: "og:type", Content: "website"}}
		}), further("/a", func(p *page.Page) { p.OpenGraph = nil })), audit.Warn, "", "/a"},
		{"networks run no JavaScript", site(submitted(builtByScript)), audit.Fail, "", ""},
		{"cut off", site(submitted(cutOff)), audit.NotAssessed, page.Unread, ""},
	})
}
