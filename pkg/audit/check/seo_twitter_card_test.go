package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoTwitterCard(t *testing.T) {
	verdicts(t, seoTwitterCard(), []verdict{
		{
			"asked for", site(submitted(func(p *page.Page) { p.Twitter = []page.Meta{{Name: "twitter:card", Content: "summary_large_image"}} })),
			audit.Pass, "", "summary_large_image",
		},
		{"missing", site(), audit.Warn, "", ""},
		{"cut off", site(submitted(cutOff)), audit.NotAssessed, page.Unread, ""},
	})
}
