package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCORPCOEPCOOP(t *testing.T) {
	verdicts(t, secCORPCOEPCOOP(), []verdict{
		{name: "sent", facts: site(sends("Cross-Origin-Opener-Policy", "same-origin")), want: audit.Pass, says: "same-origin"},
		{name: "none", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
