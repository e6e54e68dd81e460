package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// TestCacheHeaders has no unknown: a page that was read has headers, or lacks them.
func TestCacheHeaders(t *testing.T) {
	verdicts(t, perfCacheHeaders(), []verdict{
		{name: "validator", facts: site(sends("Etag", `"1"`)), want: audit.Pass},
		{name: "lifetime", facts: site(sends("Cache-Control", "public, max-age=600")), want: audit.Pass},
		{name: "no-store in spite of a validator", facts: site(sends("Etag", `"1"`), sends("Cache-Control", "No-Store")), want: audit.Warn, says: "no-store"},
		{name: "nothing", facts: site(), want: audit.Warn, says: "ni validateur"},
	})
}
