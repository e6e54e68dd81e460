package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoTitleUnique(t *testing.T) {
	verdicts(t, seoTitleUnique(), []verdict{
		{"different", site(further("/a")), audit.Pass, "", ""},
		{
			"the same but for case", site(further("/a", func(p *page.Page) { p.Titles = []string{"EXAMPLE: a plain and healthy site"} })),
			audit.Fail, "", "EXAMPLE",
		},
		{
			"two others alike", site(further("/a", func(p *page.Page) { p.Titles = []string{"Same"} }),
				further("/b", func(p *page.Page) { p.Titles = []string{"Same"} })),
			audit.Warn, "", "2 of the 3 pages read",
		},
		{
			"a copy that names the original", site(further("/?utm_source=x", func(p *page.Page) { p.Titles = []string{"EXAMPLE: a plain and healthy site"} }, canonical("/")),
				further("/b")),
			audit.Pass, "", "",
		},
		{
			"a copy closed to search", site(further("/print", func(p *page.Page) { p.Titles = []string{"EXAMPLE: a plain and healthy site"} }, noindexed),
				further("/b")),
			audit.Pass, "", "",
		},
		{"one page", site(), audit.NotAssessed, page.TooFewPages, ""},
		{"one page and its copy", site(further("/copy", canonical("/"))), audit.NotAssessed, page.TooFewPages, ""},
	})
}
