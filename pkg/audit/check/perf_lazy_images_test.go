package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLazyImages(t *testing.T) {
	images := func(n int, last string) *page.Facts {
		return site(onMainPage(func(p *page.Page) {
			p.Images = make([]page.Image, n)
			p.Images[n-1].Loading = last
		}))
	}
	verdicts(t, perfLazyImages(), []verdict{
		{name: "some lazy", facts: images(10, "lazy"), want: audit.Pass, says: "1 of 10"},
		{name: "none lazy", facts: images(10, "eager"), want: audit.Warn},
		{name: "few images", facts: images(9, ""), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
