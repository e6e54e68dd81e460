package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLCPImageLazy(t *testing.T) {
	first := func(i page.Image) *page.Facts {
		return site(onMainPage(func(p *page.Page) {
			p.Images = []page.Image{{Src: "https://example.com/logo.svg", Loading: "lazy"}, i, {Src: "later", InMain: true, Loading: "lazy"}}
		}))
	}
	verdicts(t, perfLCPImageLazy(), []verdict{
		{name: "at once", facts: first(page.Image{Src: "hero", InMain: true}), want: audit.Pass},
		{name: "lazy", facts: first(page.Image{Src: "hero", InMain: true, Loading: "LAZY"}), want: audit.Warn, says: "hero"},
		{name: "no image in the content", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
