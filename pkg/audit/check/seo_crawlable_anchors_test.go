package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoCrawlableAnchors(t *testing.T) {
	verdicts(t, seoCrawlableAnchors(), []verdict{
		{"addresses", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"}))), audit.Pass, "", ""},
		{
			"a script", site(submitted(func(p *page.Page) { p.Links = []page.Link{{Href: "javascript:void(0)", Text: "Menu"}} })),
			audit.Fail, "", "javascript:void(0)",
		},
		{
			"elsewhere", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"})),
				further("/a", func(p *page.Page) { p.Links = []page.Link{{Text: "Menu"}} })),
			audit.Warn, "", "/a",
		},
		{"no links", site(), audit.NotAssessed, page.NotApplicable, ""},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}
