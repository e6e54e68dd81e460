package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestCacheHeaders has no unknown: a page that was read has headers, or lacks them.
func TestCacheHeaders(t *testing.T) {
	kept := func(control string) func(*page.Facts) {
		return asset(page.Asset{Status: 200, ContentType: "text/css", Bytes: 5000, CacheControl: control})
	}
	verdicts(t, perfCacheHeaders(), []verdict{
		{name: "validator", facts: site(sends("Etag", `"1"`)), want: audit.Pass},
		{name: "lifetime", facts: site(sends("Cache-Control", "public, max-age=600")), want: audit.Pass},
		{name: "no-store in spite of a validator", facts: site(sends("Etag", `"1"`), sends("Cache-Control", "No-Store")), want: audit.Warn, says: "no-store"},
		{name: "files kept for a day", facts: site(sends("Etag", `"1"`), kept("public, max-age=86400")), want: audit.Pass},
		{name: "files that never change", facts: site(sends("Etag", `"1"`), kept("Immutable")), want: audit.Pass},
		{name: "files kept for ten minutes", facts: site(sends("Etag", `"1"`), kept("max-age=600")), want: audit.Warn, says: "max-age=600"},
		{name: "files of which nothing is said", facts: site(sends("Etag", `"1"`), kept("")), want: audit.Warn, says: "asset.bin"},
		{name: "nothing", facts: site(), want: audit.Warn, says: "ni validateur"},
	})
}
