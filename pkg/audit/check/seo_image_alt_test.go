package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoImageAlt(t *testing.T) {
	verdicts(t, seoImageAlt(), []verdict{
		{"all named", site(submitted(pictures(10, 0))), audit.Pass, "", "0 of 10"},
		{"one of ten bare", site(submitted(pictures(9, 1))), audit.Warn, "", "1 of 10"},
		{"half bare", site(submitted(pictures(5, 5))), audit.Fail, "", "5 of 10"},
		{"half bare elsewhere", site(submitted(pictures(5, 0)), further("/a", pictures(1, 1))), audit.Warn, "", "/a"},
		{"decorative and taken out", site(submitted(func(p *page.Page) { p.Images = []page.Image{{Alt: new(string)}, {Named: true}} })), audit.Pass, "", ""},
		{
			"a counting pixel is no image", site(submitted(func(p *page.Page) { p.Images = []page.Image{{Width: "1", Height: "1"}} })),
			audit.NotAssessed, page.NotApplicable, "",
		},
		{"no images", site(), audit.NotAssessed, page.NotApplicable, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}

// pictures gives the page images with and without alt.
func pictures(named, bare int) func(*page.Page) {
	return func(p *page.Page) {
		alt := "The shop from outside"
		p.Images = nil
		for range named {
			p.Images = append(p.Images, page.Image{Src: "https://example.com/n.jpg", Alt: &alt})
		}
		for range bare {
			p.Images = append(p.Images, page.Image{Src: "https://example.com/b.jpg"})
		}
	}
}
