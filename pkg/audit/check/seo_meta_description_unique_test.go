package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoMetaDescriptionUnique(t *testing.T) {
	verdicts(t, seoMetaDescriptionUnique(), []verdict{
		{"different", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		}), further("/a", func(p *page.Page) { p.Descriptions = []string{"Another"} })), audit.Pass, "", ""},
		{"the same", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		}), further("/a")), audit.Warn, "", "https://example.com/a"},
		{"two pages without any", site(further("/a")), audit.NotAssessed, page.TooFewPages, ""},
		{"one page", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		})), audit.NotAssessed, page.TooFewPages, ""},
	})
}
