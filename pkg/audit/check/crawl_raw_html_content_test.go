package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const short = `<!doctype html><html lang=en><title>Bakery</title><main><h1>Bakery</h1><p>We bake rye bread from seven in the morning.</p>`

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
		{name: "a browser shows the same", facts: opened(clinic, clinic), want: audit.Pass, says: "100%"},
		{name: "a browser shows a shell's content", facts: opened(shellPage, mounted), want: audit.Fail, says: "shows 0 words: an empty application shell. A browser shows 2"},
		{name: "next to nothing as sent", facts: opened(short, short+filler(200)), want: audit.Fail, says: "stands in the HTML"},
		{name: "half of little", facts: opened(short, short+filler(40)), want: audit.Warn},
		{name: "enough as sent, and more later", facts: opened(short+filler(220), short+filler(900)), want: audit.Pass},
		{name: "short and whole, whatever its root element", facts: opened(`<div id=root>`+short, `<div id=root>`+short), want: audit.Pass},
	})
}
