package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// TestNosniff has no unknown: a page that was read has the header, or lacks it.
func TestNosniff(t *testing.T) {
	verdicts(t, secNosniff(), []verdict{
		{name: "set", facts: site(sends("X-Content-Type-Options", "nosniff")), want: audit.Pass},
		{name: "in capitals", facts: site(sends("X-Content-Type-Options", "NoSniff")), want: audit.Pass},
		{name: "set twice", facts: site(sends("X-Content-Type-Options", "nosniff", "nosniff")), want: audit.Warn},
		{name: "wrong", facts: site(sends("X-Content-Type-Options", "sniff")), want: audit.Warn, says: "sniff"},
		{name: "missing", facts: site(), want: audit.Warn},
	})
}
