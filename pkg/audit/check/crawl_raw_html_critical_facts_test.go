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
		{name: "a browser shows no more", facts: opened(clinic, clinic), want: audit.Pass, says: "A browser shows no key fact"},
		{name: "a price by script", facts: opened(short, short+"<p>A loaf is €4.50.</p>"), want: audit.Warn, says: "Only JavaScript brings: a price"},
		{
			name: "most by script", facts: opened(short, short+`<p>A loaf is €4.50. Call +44 20 7946 0018.</p>`+graph(`{"@context":"https://schema.org","@type":"Bakery","name":"Bakery"}`)),
			want: audit.Fail, says: "a way to get in touch, structured data, a price",
		},
		{name: "a shell in a browser", facts: opened(shellPage, mounted), want: audit.Fail, says: "Only JavaScript brings: the main heading, a way to get in touch. Readable without it: the title"},
	})
}
