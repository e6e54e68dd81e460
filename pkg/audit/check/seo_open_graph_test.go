package check

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoOpenGraph(t *testing.T) {
	deadImage := func(f *page.Facts) { f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 404}} }
	verdicts(t, seoOpenGraph(), []verdict{
		{"all five", site(submitted(previewed())), audit.Pass, "", ""},
		{"an address without its slash", site(submitted(previewed("og:url", "https://EXAMPLE.com"))), audit.Pass, "", ""},
		{"the canonical address", site(submitted(canonical("https://example.com/b"), previewed("og:url", "https://example.com/b"))), audit.Pass, "", ""},
		{"another address", site(submitted(previewed("og:url", "https://example.com/other"))), audit.Warn, "", "https://example.com/other"},
		{"none", site(), audit.Fail, "", ""},
		{"without type", site(submitted(previewed("og:type", ""))), audit.Warn, "", "og:type"},
		{"a relative image", site(submitted(previewed("og:image", "/i.png"))), audit.Warn, "", "absolute"},
		{"a dead image", site(submitted(previewed()), deadImage), audit.Warn, "", "404"},
		{"a small image", site(submitted(previewed("og:image:width", "300", "og:image:height", "200"))), audit.Warn, "", "300x200"},
		{"a picture that is smaller than declared", site(submitted(previewed("og:image:width", "1200", "og:image:height", "630")), func(f *page.Facts) {
			f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 200, ContentType: "image/png", Width: 600, Height: 315}}
		}), audit.Warn, "", "600x315"},
		{"a picture as large as it should be", site(submitted(previewed("og:image:width", "300")), func(f *page.Facts) {
			f.Assets = map[string]page.Asset{"https://example.com/i.png": {Status: 200, ContentType: "image/png", Width: 1200, Height: 630}}
		}), audit.Pass, "", ""},
		{"none elsewhere", site(submitted(previewed()), further("/a", func(p *page.Page) { p.OpenGraph = nil })), audit.Warn, "", "/a"},
		{"networks run no JavaScript", site(submitted(builtByScript)), audit.Fail, "", ""},
		{"cut off", site(submitted(cutOff)), audit.NotAssessed, page.Unread, ""},
	})
}

// previewed gives the page all five properties, some of them changed or, with an empty content, left out: name, content, name, content.
func previewed(changes ...string) func(*page.Page) {
	all := []string{"og:title", "Example", "og:description", "What it is", "og:image", "https://example.com/i.png", "og:url", "https://example.com/", "og:type", "website"}
	return func(p *page.Page) {
		p.OpenGraph = nil
		for i := 0; i < len(changes); i += 2 {
			p.OpenGraph = append(p.OpenGraph, page.Meta{Name: changes[i], Content: changes[i+1]})
		}
		for i := 0; i < len(all); i += 2 {
			if !slices.Contains(changes, all[i]) {
				p.OpenGraph = append(p.OpenGraph, page.Meta{Name: all[i], Content: all[i+1]})
			}
		}
	}
}
