package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHeadingOrder(t *testing.T) {
	verdicts(t, seoHeadingOrder(), []verdict{
		{"in order", site(submitted(func(p *page.Page) {
			p.Headings = []page.Heading{{Level: 1, Text: "A"}, {Level: 2, Text: "B"}, {Level: 3, Text: "C"}, {Level: 2, Text: "D"}}
		})), audit.Pass, "", ""},
		{"from 2 to 4", site(submitted(func(p *page.Page) {
			p.Headings = []page.Heading{{Level: 1, Text: "A"}, {Level: 2, Text: "B"}, {Level: 4, Text: "C"}}
		})), audit.Warn, "", "<h4> after <h2>"},
		{"back up by several levels", site(submitted(func(p *page.Page) {
			p.Headings = []page.Heading{{Level: 1, Text: "A"}, {Level: 2, Text: "B"}, {Level: 3, Text: "C"}, {Level: 1, Text: "D"}}
		})), audit.Pass, "", ""},
		{"a heading that nobody sees", site(submitted(func(p *page.Page) {
			p.Headings = []page.Heading{{Level: 1, Text: "A"}, {Level: 4, Text: "B", Hidden: true}, {Level: 2, Text: "C"}}
		})), audit.Pass, "", ""},
		{
			"elsewhere", site(submitted(func(p *page.Page) { p.Headings = []page.Heading{{Level: 1, Text: "A"}} }),
				further("/a", func(p *page.Page) { p.Headings = []page.Heading{{Level: 1, Text: "A"}, {Level: 3, Text: "B"}} })),
			audit.Warn, "", "https://example.com/a",
		},
		{"no headings", site(), audit.NotAssessed, page.NotApplicable, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}
