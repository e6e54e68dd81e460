package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// surveyed gives a healthy site with a survey.
func surveyed(s page.Survey) *page.Facts { return site(func(f *page.Facts) { f.Survey = &s }) }

// fileAsked is a file that was asked for under a name.
func fileAsked(url string, status int, wall string) page.Probe {
	return page.Probe{Agents: []string{"OAI-SearchBot"}, URL: url, Status: status, Wall: wall}
}

func TestEdgeParityRobotsLLMs(t *testing.T) {
	const robots, llms = "https://example.com/robots.txt", "https://example.com/llms.txt"
	verdicts(t, crawlEdgeParityRobotsLLMs(), []verdict{
		{name: "served alike", facts: surveyed(page.Survey{Files: []page.Probe{fileAsked(robots, 200, ""), fileAsked(llms, 200, "")}}), want: audit.Pass, says: "2 requests"},
		{name: "refused", facts: surveyed(page.Survey{Files: []page.Probe{fileAsked(robots, 403, ""), fileAsked(llms, 200, "")}}), want: audit.Fail, says: robots},
		{name: "a wall", facts: surveyed(page.Survey{Files: []page.Probe{fileAsked(robots, 200, "Cloudflare")}}), want: audit.Fail, says: "Cloudflare"},
		{name: "a rate limit, maybe", facts: surveyed(page.Survey{Files: []page.Probe{fileAsked(robots, 429, ""), fileAsked(llms, 503, "")}}), want: audit.Warn, says: llms},
		{name: "no file", facts: surveyed(page.Survey{}), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread, says: "--probe-agents all"},
	})
}
