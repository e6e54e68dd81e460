package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoTitleLength(t *testing.T) {
	verdicts(t, seoTitleLength(), []verdict{
		{"thirty-three", site(), audit.Pass, "", "33 characters"},
		{"accents count once", site(submitted(func(p *page.Page) { p.Titles = []string{strings.Repeat("é", 60)} })), audit.Pass, "", "60"},
		{"Japanese takes twice the room", site(submitted(func(p *page.Page) { p.Titles = []string{strings.Repeat("東", 20)} })), audit.Pass, "", "40"},
		{"a little long", site(submitted(func(p *page.Page) { p.Titles = []string{strings.Repeat("x", 70)} })), audit.Pass, "", "some 60"},
		{"too long", site(submitted(func(p *page.Page) { p.Titles = []string{strings.Repeat("x", 76)} })), audit.Warn, "", "76"},
		{"too short", site(submitted(func(p *page.Page) { p.Titles = []string{"Home"} })), audit.Warn, "", "only 4"},
		{"short is right for a contact page", site(further("/contact", func(p *page.Page) { p.Titles = []string{"Contact"} })), audit.Pass, "", ""},
		{"too long elsewhere", site(further("/a", func(p *page.Page) { p.Titles = []string{strings.Repeat("x", 90)} })), audit.Warn, "", "90 characters"},
		{"none", site(submitted(func(p *page.Page) { p.Titles = nil })), audit.NotAssessed, page.NotApplicable, ""},
	})
}
