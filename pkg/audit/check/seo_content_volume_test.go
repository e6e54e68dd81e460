package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoContentVolume(t *testing.T) {
	verdicts(t, seoContentVolume(), []verdict{
		{"five hundred words", site(), audit.Pass, "", "500"},
		{"rather short", site(submitted(ofWords(250))), audit.Pass, "", "rather short"},
		{"thin", site(submitted(ofWords(120))), audit.Warn, "", "only 120"},
		{"a thin article", site(further("/a", ofWords(80), func(p *page.Page) { p.Kind = page.KindArticle })), audit.Warn, "", "80 words"},
		{"a list may be short", site(further("/a", ofWords(80))), audit.Pass, "", ""},
		{"a contact page", site(submitted(ofWords(40), func(p *page.Page) { p.Kind = page.KindContact })), audit.NotAssessed, page.NotApplicable, ""},
		{"Japanese", site(submitted(ofWords(40), func(p *page.Page) { p.Lang = "ja" })), audit.NotAssessed, page.NotApplicable, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
		{"cut off", site(submitted(ofWords(40), cutOff)), audit.NotAssessed, page.Unread, ""},
	})
}

func ofWords(n int) func(*page.Page) { return func(p *page.Page) { p.Text.Words = n } }
