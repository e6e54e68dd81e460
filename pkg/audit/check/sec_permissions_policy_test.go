package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestPermissionsPolicy(t *testing.T) {
	verdicts(t, secPermissionsPolicy(), []verdict{
		{name: "sent", facts: site(sends("Permissions-Policy", "camera=()")), want: audit.Pass, says: "camera=()"},
		{name: "missing", facts: site(), want: audit.Warn},
	})
}
