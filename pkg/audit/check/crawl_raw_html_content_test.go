package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestRawHTMLContent(t *testing.T) {
	verdicts(t, crawlRawHTMLContent(), []verdict{
		{name: "whole", facts: site(), want: audit.Pass, says: "600 words"},
		{name: "rendered on the server", facts: site(onMainPage(func(p *page.Page) { p.Shell = "__next" })), want: audit.Pass},
		{name: "short but whole", facts: site(onMainPage(func(p *page.Page) { p.Text = page.Text{Visible: 40, Words: 30, Chars: 200} })), want: audit.Pass, says: "40 mots"},
		{name: "empty shell", facts: site(onMainPage(emptyShell)), want: audit.Fail, says: "#app"},
		{name: "little text in a shell", facts: site(onMainPage(func(p *page.Page) {
			p.Shell, p.Text = "root", page.Text{Visible: 120, Words: 100, Chars: 700}
		})), want: audit.Warn},
		{name: "another page is a shell", facts: site(alsoRead("https://example.com/shop", emptyShell)), want: audit.Warn, says: "https://example.com/shop"},
		{name: "unparsed", facts: site(onMainPage(func(p *page.Page) { p.Text, p.ParseError = page.Text{}, "too deep" })), want: audit.NotAssessed, reason: page.Unread},
	})
}
