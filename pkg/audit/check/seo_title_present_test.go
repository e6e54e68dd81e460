package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoTitlePresent(t *testing.T) {
	verdicts(t, seoTitlePresent(), []verdict{
		{"one", site(), audit.Pass, "", "« Example: a plain and healthy site »"},
		{"none", site(submitted(func(p *page.Page) { p.Titles = nil })), audit.Fail, "", "<title>"},
		{"an empty one", site(submitted(func(p *page.Page) { p.Titles = []string{""} })), audit.Fail, "", ""},
		{"two", site(submitted(func(p *page.Page) { p.Titles = []string{"One title", "Another"} })), audit.Warn, "", "One title | Another"},
		{"in the body", site(submitted(func(p *page.Page) { p.TitleInHead = false })), audit.Warn, "", ""},
		{"none on another page", site(further("/a", func(p *page.Page) { p.Titles = nil })), audit.Warn, "", "https://example.com/a"},
		{"an application sets it later", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
		{"cut off before it", site(submitted(cutOff, func(p *page.Page) { p.Titles = nil })), audit.NotAssessed, page.Unread, ""},
	})
}
