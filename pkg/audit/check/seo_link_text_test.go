package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoLinkText(t *testing.T) {
	verdicts(t, seoLinkText(), []verdict{
		{"telling", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"}))), audit.Pass, "", ""},
		{"read more", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "Read more »"}))), audit.Fail, "", "Read more"},
		{
			"read more beside the headline", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "How we bake"}, page.Link{URL: "https://example.com/a", Text: "Read more"}))),
			audit.Pass, "", "",
		},
		{
			"in French", site(submitted(func(p *page.Page) { p.Lang = "fr" }, linking(page.Link{URL: "https://example.com/a", Text: "En savoir plus…"}))),
			audit.Fail, "", "",
		},
		{
			"with a typographic apostrophe", site(submitted(func(p *page.Page) { p.Lang = "fr-FR" }, linking(page.Link{URL: "https://example.com/a", Text: "Plus d’infos"}))),
			audit.Fail, "", "",
		},
		{"a German word on an English page", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "Das"}))), audit.Pass, "", ""},
		{"the page itself", site(submitted(linking(page.Link{URL: "https://example.com/", Fragment: true, Text: "more"}))), audit.Pass, "", ""},
		{
			"elsewhere", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"})),
				further("/a", linking(page.Link{URL: "https://example.com/b", Text: "click here"}))),
			audit.Warn, "", "click here",
		},
		{"no links", site(), audit.NotAssessed, page.NotApplicable, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}
