package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// serving gives a site with one of the files that agents look for.
func serving(path string, status int, contentType, body string) *page.Facts {
	s := page.Served{URL: "https://example.com" + path, Status: status, ContentType: contentType}
	s.Describe([]byte(body))
	return surveyed(page.Survey{WellKnown: []page.Served{s}})
}

func TestLLMsFull(t *testing.T) {
	verdicts(t, crawlLLMsFull(), []verdict{
		{name: "served", facts: serving("/llms-full.txt", 200, "text/plain", "# Everything"), want: audit.Pass, says: "text/plain, 12 bytes"},
		{name: "none", facts: serving("/llms-full.txt", 404, "text/html", "<!doctype html><p>no"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a page instead", facts: serving("/llms-full.txt", 200, "text/html", "<!doctype html><title>Home</title>"), want: audit.Warn, says: "text/html"},
		{name: "no answer", facts: serving("/llms-full.txt", 0, "", ""), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
