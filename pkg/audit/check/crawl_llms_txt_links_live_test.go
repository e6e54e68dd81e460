package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLLMsTxtLinksLive(t *testing.T) {
	linked := page.LLMs{Status: 200, Links: []page.LLMsLink{{URL: "https://example.com/", Line: 3}, {URL: "https://example.com/old", Line: 4}}}
	verdicts(t, crawlLLMsTxtLinksLive(), []verdict{
		{name: "live as far as read", facts: guided(linked), want: audit.Pass, says: "1 link tried"},
		{name: "dead", facts: guided(linked, func(f *page.Facts) { f.Failures = []page.Failure{{URL: "https://example.com/old", Status: 404}} }), want: audit.Warn, says: "line 4"},
		{name: "an error seen once is no dead link", facts: guided(linked, func(f *page.Facts) { f.Failures = []page.Failure{{URL: "https://example.com/old", Status: 500}} }), want: audit.Pass},
		{name: "none read", facts: guided(page.LLMs{Status: 200, Links: []page.LLMsLink{{URL: "https://example.org/", Line: 3}}}), want: audit.NotAssessed, reason: page.Unread},
		{name: "absent", facts: guided(page.LLMs{Status: 404}), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
