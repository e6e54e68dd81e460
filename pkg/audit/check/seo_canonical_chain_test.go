package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoCanonicalChain(t *testing.T) {
	verdicts(t, seoCanonicalChain(), []verdict{
		{"one step", site(further("/a", canonical("/b")), further("/b", func(p *page.Page) { p.Canonicals = nil }, canonical("/b"))), audit.Pass, "", ""},
		{
			"two steps", site(further("/a", canonical("/b")), further("/b", func(p *page.Page) { p.Canonicals = nil }, canonical("/c"))),
			audit.Warn, "", "/b -> https://example.com/c",
		},
		{
			"two steps from the submitted page", site(submitted(canonical("/b")), further("/b", func(p *page.Page) { p.Canonicals = nil }, canonical("/c"))),
			audit.Fail, "", "",
		},
		{"all name themselves", site(submitted(canonical("/"))), audit.NotAssessed, page.NotApplicable, ""},
	})
}
