package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestRawHTMLCriticalFacts(t *testing.T) {
	facts := func(p *page.Page) {
		p.Headings = []page.Heading{{Level: 1, Text: "Example"}}
		p.OpenGraph = []page.Meta{{Name: "og:site_name", Content: "Example"}}
		p.Phones = []page.Phone{{Raw: "01 23 45 67 89"}}
	}
	verdicts(t, crawlRawHTMLCriticalFacts(), []verdict{
		{name: "whole", facts: site(onMainPage(facts)), want: audit.Pass, says: "the title, the main heading, the organisation's name in structured data or og:site_name, a way to get in touch"},
		{name: "what is missing from a whole page isn't hidden", facts: site(), want: audit.Pass, says: "le titre."},
		{name: "shell with a title", facts: site(onMainPage(emptyShell)), want: audit.Fail, says: "Not found: the main heading"},
		{name: "shell without anything", facts: site(onMainPage(emptyShell), onMainPage(func(p *page.Page) { p.Titles = nil })), want: audit.Fail, says: "no key fact"},
	})
}
