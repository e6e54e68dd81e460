package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHTMLLang(t *testing.T) {
	verdicts(t, seoHTMLLang(), []verdict{
		{"declared", site(), audit.Pass, "", ""},
		{"declared and read alike", site(submitted(func(p *page.Page) { p.Lang, p.Detected = "fr-CA", page.Known("fr") })), audit.Pass, "", ""},
		{"missing", site(submitted(func(p *page.Page) { p.Lang = "" })), audit.Fail, "", ""},
		{"not a language", site(submitted(func(p *page.Page) { p.Lang = "english" })), audit.Fail, "", "english"},
		{"an underscore", site(submitted(func(p *page.Page) { p.Lang = "fr_FR" })), audit.Fail, "", ""},
		{"a language of three letters", site(submitted(func(p *page.Page) { p.Lang = "haw" })), audit.Pass, "", ""},
		{"the text is French", site(submitted(func(p *page.Page) { p.Detected = page.Known("fr") })), audit.Warn, "", "fr"},
		{"Norwegian by another name", site(submitted(func(p *page.Page) { p.Lang, p.Detected = "nb-NO", page.Known("no") })), audit.Pass, "", ""},
		{"a detector that is unsure", site(submitted(func(p *page.Page) { p.Detected = page.Unknown[string](page.Unread, "") })), audit.Pass, "", ""},
		{"missing elsewhere", site(further("/a", func(p *page.Page) { p.Lang = "" })), audit.Warn, "", "/a"},
		{"an application can declare it all the same", site(submitted(builtByScript)), audit.Pass, "", ""},
	})
}
