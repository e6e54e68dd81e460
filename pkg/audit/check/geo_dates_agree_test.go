package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoDatesAgree(t *testing.T) {
	verdicts(t, geoDatesAgree(), []verdict{
		{name: "all the same", facts: read(post(datedMarkup("2026-03-02", "2026-03-02"),
			`<p>Published <time datetime="2026-03-02">2 March 2026</time></p>`)), want: audit.Pass},
		{name: "a time zone apart", facts: read(post(datedMarkup("2026-03-02T23:30:00-05:00", "2026-03-02T23:30:00-05:00"),
			`<p><time datetime="2026-03-03">3 March 2026</time></p>`)), want: audit.Pass},
		{name: "in the future", facts: read(post(datedMarkup("2026-03-02", "2026-09-01"), "")), want: audit.Fail, says: "2026-09-01"},
		{name: "changed before it was published", facts: read(post(datedMarkup("2026-03-02", "2026-01-01"), "")), want: audit.Fail, says: "modified"},
		{name: "only another page is wrong", facts: read(doc{page.KindHome, "/", clinic},
			post(datedMarkup("2026-03-02", "2026-01-01"), "")), want: audit.Warn, says: "/blog/implants"},
		{name: "markup and meta differ", facts: read(post(datedMarkup("2026-03-02",
			"2026-03-02")+`<meta property="article:published_time" content="2025-01-01">`, "")), want: audit.Fail, says: "2025-01-01"},
		{name: "the visible date differs", facts: read(post(datedMarkup("2026-03-02", "2026-03-02"),
			`<p><time datetime="2024-01-01">1 January 2024</time></p>`)), want: audit.Warn, says: "2024"},
		{name: "no date", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
