package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestFontDisplay(t *testing.T) {
	style := func(s page.Style) *page.Facts {
		return site(onMainPage(func(p *page.Page) { p.Styles = []page.Style{s} }))
	}
	verdicts(t, perfFontDisplay(), []verdict{
		{name: "swapped", facts: style(page.Style{FontFaces: 2, FontSwap: 2}), want: audit.Pass},
		{name: "hidden", facts: style(page.Style{FontFaces: 2, FontSwap: 1}), want: audit.Warn, says: "1 font rule hides"},
		{name: "Google Fonts", facts: style(page.Style{Href: "https://fonts.googleapis.com/css2?family=Inter&display=swap"}), want: audit.Pass},
		{name: "Google Fonts without swap", facts: style(page.Style{Href: "https://fonts.googleapis.com/css2?family=Inter"}), want: audit.Warn, says: "family=Inter"},
		{name: "other style sheets aren't read", facts: style(page.Style{Href: "https://example.com/a.css"}), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
