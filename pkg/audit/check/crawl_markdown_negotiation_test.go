package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestMarkdownNegotiation(t *testing.T) {
	answered := func(contentType, vary string) *page.Facts {
		return surveyed(page.Survey{Markdown: page.Known(page.Served{URL: "https://example.com/", Status: 200, ContentType: contentType, Vary: vary, Bytes: 9})})
	}
	verdicts(t, crawlMarkdownNegotiation(), []verdict{
		{name: "negotiated", facts: answered("text/markdown; charset=utf-8", "Accept-Encoding, accept"), want: audit.Pass},
		{name: "a cache may mix", facts: answered("text/markdown", "Accept-Encoding"), want: audit.Warn, says: "Accept-Encoding"},
		{name: "HTML as ever", facts: answered("text/html", ""), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "not answered", facts: surveyed(page.Survey{Markdown: page.Unknown[page.Served](page.Unread, "")}), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
