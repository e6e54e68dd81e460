package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoH1Present(t *testing.T) {
	verdicts(t, seoH1Present(), []verdict{
		{"one", site(submitted(func(p *page.Page) { p.Headings = []page.Heading{{Level: 1, Text: "Bakery in Lyon"}} })), audit.Pass, "", "Bakery in Lyon"},
		{"two do no harm", site(submitted(func(p *page.Page) {
			p.Headings = []page.Heading{{Level: 1, Text: "Bakery"}, {Level: 1, Text: "Opening hours"}}
		})), audit.Pass, "", "2 main headings"},
		{"none", site(submitted(func(p *page.Page) { p.Headings = []page.Heading{{Level: 2, Text: "Bakery"}} })), audit.Fail, "", ""},
		{"an empty one", site(submitted(func(p *page.Page) { p.Headings = []page.Heading{{Level: 1, Text: ""}} })), audit.Fail, "", "empty"},
		{
			"none elsewhere", site(submitted(func(p *page.Page) { p.Headings = []page.Heading{{Level: 1, Text: "Bakery"}} }),
				further("/a", func(p *page.Page) { p.Headings = nil })),
			audit.Warn, "", "https://example.com/a",
		},
		{"an application draws it later", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}
