package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestRenderBlocking has no unknown: the head is always read.
func TestRenderBlocking(t *testing.T) {
	sheets := func(n int, media string) func(*page.Facts) {
		return onMainPage(func(p *page.Page) {
			for range n {
				p.Styles = append(p.Styles, page.Style{Href: "https://example.com/a.css", InHead: true, Media: media})
			}
		})
	}
	scripts := func(all ...page.Script) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Scripts = all })
	}
	verdicts(t, perfRenderBlocking(), []verdict{
		{name: "two", facts: site(sheets(1, ""), scripts(page.Script{Src: "https://example.com/a.js", InHead: true})), want: audit.Pass, says: "2 fichiers externes bloquent"},
		{name: "deferred, async, inline, at the end", facts: site(scripts(page.Script{Src: "a", InHead: true, Defer: true}, page.Script{Src: "b", InHead: true, Async: true},
			page.Script{InHead: true, Bytes: 10}, page.Script{Src: "c"})), want: audit.Pass, says: "No external file"},
		{name: "print sheets don't block", facts: site(sheets(5, "print")), want: audit.Pass},
		{name: "three", facts: site(sheets(3, "screen and (min-width: 1px)")), want: audit.Warn},
		{name: "eleven", facts: site(sheets(11, "all")), want: audit.Fail, says: "11 external files"},
	})
}
