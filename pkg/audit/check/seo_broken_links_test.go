package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoBrokenLinks(t *testing.T) {
	verdicts(t, seoBrokenLinks(), []verdict{
		{"all work", site(further("/a")), audit.Pass, "", "1 internal address"},
		{
			"one of the submitted page", site(failing(page.Failure{URL: "https://example.com/gone", From: "https://example.com/", Text: "Prices", Status: 404})),
			audit.Fail, "", "“Prices”",
		},
		{
			"one of another page", site(further("/a"),
				failing(page.Failure{URL: "https://example.com/gone", From: "https://example.com/a", Text: "Prices", Status: 410})),
			audit.Warn, "", "/gone",
		},
		{
			"a fault of the server, twice", site(failing(page.Failure{URL: "https://example.com/x", From: "https://example.com/", Text: "Prices", Status: 500, Retried: true})),
			audit.Fail, "", "",
		},
		{
			"a fault of the server that passed", site(failing(page.Failure{URL: "https://example.com/x", From: "https://example.com/", Text: "Prices", Status: 500})),
			audit.Pass, "", "",
		},
		{
			"a members area", site(failing(page.Failure{URL: "https://example.com/x", From: "https://example.com/", Text: "Prices", Status: 403})),
			audit.Pass, "", "",
		},
		{
			"a file that is no page", site(failing(page.Failure{URL: "https://example.com/x.pdf", From: "https://example.com/", Text: "Prices", Status: 200, Code: "not_html"})),
			audit.Pass, "", "",
		},
		{
			"dead in the sitemap only", site(failing(page.Failure{URL: "https://example.com/gone", From: "sitemap", Text: "Prices", Status: 404})),
			audit.NotAssessed, page.TooFewPages, "",
		},
		{"nothing followed", site(), audit.NotAssessed, page.TooFewPages, ""},
	})
}
