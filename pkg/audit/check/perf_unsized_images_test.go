package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestUnsizedImages(t *testing.T) {
	images := func(sized, unsized int) *page.Facts {
		return site(onMainPage(func(p *page.Page) {
			for range sized {
				p.Images = append(p.Images, page.Image{Src: "https://example.com/a.png", Width: "10", Height: "10"})
			}
			for range unsized {
				p.Images = append(p.Images, page.Image{Src: "https://example.com/b.png", Width: "10"})
			}
		}))
	}
	verdicts(t, perfUnsizedImages(), []verdict{
		{name: "nine of ten", facts: images(9, 1), want: audit.Pass},
		{name: "eight of ten", facts: images(8, 2), want: audit.Warn, says: "in the HTML: 2 of 10"},
		{name: "no image", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
