package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// guided gives a site with this llms.txt.
func guided(l page.LLMs, spoil ...func(*page.Facts)) *page.Facts {
	return changed(site(func(f *page.Facts) {
		l.URL = "https://example.com/llms.txt"
		f.LLMs = page.Known(l)
	}), spoil...)
}

func TestLLMsTxtValid(t *testing.T) {
	if crawlLLMsTxtValid().Weight != 0 {
		t.Error("llms.txt is scored")
	}
	good := page.LLMs{Status: 200, Titles: []string{"Example"}, LinksTotal: 3, Chars: 400}
	two, bare, short := good, good, good
	two.Titles = []string{"One", "Two"}
	bare.LinksTotal = 0
	short.Chars = 20
	verdicts(t, crawlLLMsTxtValid(), []verdict{
		{name: "absent", facts: guided(page.LLMs{Status: 404}), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "good", facts: guided(good), want: audit.Pass, says: "3 links"},
		{name: "an HTML page", facts: guided(page.LLMs{Status: 200, HTML: true, ContentType: "text/html"}), want: audit.Warn, says: "HTML"},
		{name: "two titles", facts: guided(two), want: audit.Warn, says: "2 title lines"},
		{name: "no link", facts: guided(bare), want: audit.Warn},
		{name: "nearly empty", facts: guided(short), want: audit.Warn},
		{name: "unread", facts: site(func(f *page.Facts) { f.LLMs = page.Unknown[page.LLMs](page.Unread, "") }), want: audit.NotAssessed, reason: page.Unread},
	})
}
