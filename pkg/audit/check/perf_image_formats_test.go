package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestImageFormats(t *testing.T) {
	images := func(srcs ...string) func(*page.Facts) {
		return onMainPage(func(p *page.Page) {
			for _, s := range srcs {
				p.Images = append(p.Images, page.Image{Src: "https://example.com/" + s})
			}
		})
	}
	verdicts(t, perfImageFormats(), []verdict{
		{name: "modern", facts: site(images("a.webp", "b.AVIF?v=1", "c.jpg")), want: audit.Pass, says: "2 of 3"},
		{name: "old", facts: site(images("a.jpg", "b.png?v=2", "c.jpeg")), want: audit.Warn, says: "All 3"},
		{name: "negotiated", facts: site(loads(3, "image/webp", 10)), want: audit.Pass},
		{name: "modern in a picture element", facts: site(images("a.jpg", "b.png", "c.jpeg"), onMainPage(func(p *page.Page) {
			p.Resources = []page.Resource{{Element: "source", URL: "https://example.com/a.webp"}}
		})), want: audit.Pass},
		{name: "drawings only", facts: site(images("a.svg", "b.svg", "c.svg", "d")), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
