package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoMetaDescription(t *testing.T) {
	verdicts(t, seoMetaDescription(), []verdict{
		{"one", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		})), audit.Pass, "", ""},
		{"none", site(), audit.Fail, "", ""},
		{"two", site(submitted(func(p *page.Page) { p.Descriptions = []string{"One", "Two"} })), audit.Warn, "", "One | Two"},
		{"none elsewhere", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		}), further("/a", func(p *page.Page) { p.Descriptions = nil })), audit.Warn, "", "https://example.com/a"},
		{"an application sets it later", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
		{"cut off", site(submitted(cutOff)), audit.NotAssessed, page.Unread, ""},
	})
}
