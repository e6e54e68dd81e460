package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestTrainingPolicyIsReportedNotScored(t *testing.T) {
	if w := crawlTrainingPolicyDeclared().Weight; w != 0 {
		t.Errorf("a policy has weight %d", w)
	}
	verdicts(t, crawlTrainingPolicyDeclared(), []verdict{
		{name: "allowed", facts: ruled(""), want: audit.Pass, says: "All 1"},
		{name: "kept out", facts: ruled("User-agent: GPTBot", "Disallow: /"), want: audit.Pass, says: "GPTBot (OpenAI, line 2: Disallow: /)"},
		{name: "server error", facts: ruledBy(503, ""), want: audit.Pass, says: "no policy"},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
