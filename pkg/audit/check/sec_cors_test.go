package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// TestCORS has no unknown: a page that was read has the header, or lacks it.
func TestCORS(t *testing.T) {
	credentials := sends("Access-Control-Allow-Credentials", "true")
	verdicts(t, secCORS(), []verdict{
		{name: "none", facts: site(), want: audit.Pass},
		{name: "public", facts: site(sends("Access-Control-Allow-Origin", "*")), want: audit.Pass},
		{name: "null with credentials", facts: site(sends("Access-Control-Allow-Origin", "null"), credentials), want: audit.Fail},
		{name: "everyone with credentials", facts: site(sends("Access-Control-Allow-Origin", "*"), credentials), want: audit.Warn},
		{name: "one origin with credentials", facts: site(sends("Access-Control-Allow-Origin", "https://app.example.com"), credentials), want: audit.Pass, says: "https://app.example.com only"},
	})
}
