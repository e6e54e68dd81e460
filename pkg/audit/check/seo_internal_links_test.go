package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoInternalLinks(t *testing.T) {
	verdicts(t, seoInternalLinks(), []verdict{
		{
			"linked both ways", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"})),
				further("/a", linking(page.Link{URL: "https://example.com/", Text: "Home"}))),
			audit.Pass, "", "1 other page",
		},
		{"a dead end", site(further("/a", linking(page.Link{URL: "https://example.com/", Text: "Home"}))), audit.Fail, "", ""},
		{"a dead end that the sitemap tells", site(mapped("https://example.com/", "https://example.com/a")), audit.Fail, "", ""},
		{
			"a site of one page", site(submitted(linking(page.Link{URL: "https://example.com/", Fragment: true, Text: "Contact"}))),
			audit.NotAssessed, page.TooFewPages, "",
		},
		{
			"another page is a dead end", site(submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"})),
				further("/a", func(p *page.Page) { p.Links = nil })),
			audit.Warn, "", "/a",
		},
		{
			"an orphan", site(mapped("https://example.com/", "https://example.com/a", "https://example.com/b"),
				submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"})),
				further("/a", linking(page.Link{URL: "https://example.com/", Text: "Home"})),
				further("/b", linking(page.Link{URL: "https://example.com/", Text: "Home"}))),
			audit.Warn, "", "https://example.com/b",
		},
		{
			"maybe no orphan, not all was read", site(mapped("https://example.com/", "https://example.com/b", "https://example.com/c"),
				submitted(linking(page.Link{URL: "https://example.com/a", Text: "About"})),
				further("/b", linking(page.Link{URL: "https://example.com/", Text: "Home"}))),
			audit.Pass, "", "",
		},
		{"an application", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}
