package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHiddenText(t *testing.T) {
	verdicts(t, seoHiddenText(), []verdict{
		{"none", site(), audit.Pass, "", ""},
		{
			"a hundred words", site(submitted(func(p *page.Page) { p.Hidden = []page.Hidden{{How: "display", Text: "cheap watches", Words: 100}} })),
			audit.Warn, "", "cheap watches",
		},
		{
			"links", site(submitted(func(p *page.Page) { p.Hidden = []page.Hidden{{How: "offscreen", Text: "casino", Words: 12, Links: 12}} })),
			audit.Warn, "", "12 links",
		},
		{"a menu", site(submitted(func(p *page.Page) {
			p.Hidden = []page.Hidden{{How: "display", Text: "Menu", Words: 300, Links: 60, Widget: true}}
		})), audit.Pass, "", ""},
		{"a skip link", site(submitted(func(p *page.Page) {
			p.Hidden = []page.Hidden{{How: "offscreen", Text: "Skip to content", Words: 3, Links: 1}}
		})), audit.Pass, "", ""},
		{"a comment is no text", site(submitted(func(p *page.Page) { p.Hidden = []page.Hidden{{How: "comment", Text: "x", Words: 100}} })), audit.Pass, "", ""},
		{"elsewhere", site(further("/a", func(p *page.Page) { p.Hidden = []page.Hidden{{How: "opacity", Text: "x", Words: 60}} })), audit.Warn, "", "/a"},
	})
}
