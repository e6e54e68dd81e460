package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestMixedRenderedMeta(t *testing.T) {
	head := func(title, more, h1 string) string {
		return `<!doctype html><html lang=en><title>` + title + `</title>` + more + `<h1>` + h1 + `</h1><p>Text` + filler(50)
	}
	sent := head("Bakery", `<link rel=canonical href="/">`, "Bread")
	verdicts(t, seoMixedRenderedMeta(), []verdict{
		{name: "no browser", facts: home(clinic), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "the same", facts: opened(sent, sent), want: audit.Pass},
		{name: "the same address, otherwise written", facts: opened(sent, head("Bakery", `<link rel=canonical href="/index.html#top">`, "Bread")), want: audit.Pass},
		{name: "another title and heading", facts: opened(sent, head("Shop", `<link rel=canonical href="/">`, "Cake")), want: audit.Warn, says: "changes the title, the main heading"},
		{name: "a canonical address comes late", facts: opened(head("Bakery", "", "Bread"), sent), want: audit.Warn, says: "l'adresse canonique"},
		{name: "another canonical address", facts: opened(sent, head("Bakery", `<link rel=canonical href="/other">`, "Bread")), want: audit.Fail, says: "https://example.com/ → https://example.com/other"},
		{name: "noindex by script", facts: opened(sent, head("Bakery", `<link rel=canonical href="/"><meta name=robots content=noindex>`, "Bread")), want: audit.Fail, says: "index → noindex"},
		{name: "an application", facts: opened(shellPage, mounted), want: audit.Warn, says: "none → Harbour Lane"},
	})
}
