package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestProbeHonesty(t *testing.T) {
	if crawlProbeHonesty().Weight != 0 {
		t.Error("an indication is scored")
	}
	verdicts(t, crawlProbeHonesty(), []verdict{
		{name: "agree", facts: probed(asAgent("OAI-SearchBot", 200, 600)), want: audit.Pass, says: "robots.txt allows; status 200"},
		{name: "disagree", facts: probed(asAgent("OAI-SearchBot", 403, 0)), want: audit.Warn, says: "an indication only"},
		{name: "screened only", facts: probed(screening(404)), want: audit.Pass, says: "one by one"},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
