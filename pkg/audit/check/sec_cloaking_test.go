package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCloaking(t *testing.T) {
	ours := words("a", 300)
	shown := func(browser, google page.Reading, again ...page.Reading) *page.Facts {
		return saying(ours, page.Survey{Browser: page.Known(browser), Googlebot: page.Known(google), Repeats: again})
	}
	pills := reading(words("pills", 300))
	verdicts(t, secCloaking(), []verdict{
		{name: "same text", facts: shown(reading(ours), reading(ours)), want: audit.Pass, says: "100%"},
		{name: "another text", facts: shown(reading(ours), pills, reading(ours)), want: audit.Fail, says: "pills0 pills1"},
		{name: "half of it", facts: shown(reading(ours), reading(words("a", 200)+words("b", 100))), want: audit.Warn},
		{name: "a page that always changes", facts: shown(reading(ours), pills, reading(words("c", 300))), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "Googlebot's name is refused", facts: shown(reading(ours), page.Reading{Status: 403}), want: audit.NotAssessed, reason: page.Blocked},
		{name: "a challenge", facts: shown(reading(ours), page.Reading{Status: 200, Wall: "Cloudflare"}), want: audit.NotAssessed, reason: page.Blocked},
		{name: "hardly any text", facts: shown(reading("Hello"), reading("Welcome")), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "one reading only", facts: surveyed(page.Survey{Browser: page.Known(reading(ours)), Googlebot: page.Unknown[page.Reading](page.Unread, "")}), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
