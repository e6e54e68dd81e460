package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCORS(t *testing.T) {
	answer := func(allow, credentials string) *page.Facts {
		return site(func(f *page.Facts) {
			f.Preflight = page.Known(page.Preflight{Origin: "https://nobody.invalid", Status: 204, Allow: allow, Credentials: credentials})
		})
	}
	verdicts(t, secCORS(), []verdict{
		{name: "none", facts: answer("", ""), want: audit.Pass},
		{name: "public", facts: answer("*", ""), want: audit.Pass, says: "with everyone"},
		{name: "everyone with credentials, which browsers refuse", facts: answer("*", "true"), want: audit.Pass},
		{name: "whoever asks", facts: answer("https://nobody.invalid", ""), want: audit.Pass},
		{name: "whoever asks, with credentials", facts: answer("https://nobody.invalid", "true"), want: audit.Fail, says: "any origin"},
		{name: "one origin with credentials", facts: answer("https://app.example.com", "true"), want: audit.Pass, says: "https://app.example.com"},
		{
			name: "not asked", facts: site(func(f *page.Facts) { f.Preflight = page.Unknown[page.Preflight](page.NotApplicable, "") }), want: audit.NotAssessed,
			reason: page.NotApplicable,
		},
	})
}
