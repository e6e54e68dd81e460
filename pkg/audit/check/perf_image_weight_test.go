package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestImageWeight(t *testing.T) {
	verdicts(t, perfImageWeight(), []verdict{
		{name: "light", facts: site(loads(2, "image/webp", 200_000)), want: audit.Pass},
		{name: "heavy", facts: site(loads(2, "image/jpeg", 201_000)), want: audit.Warn, says: "2 files"},
		{name: "very heavy", facts: site(loads(1, "image/png", 1_500_000)), want: audit.Fail, says: "1.5 MB"},
		{name: "an error page is no image", facts: site(loads(1, "image/png", 1_500_000), func(f *page.Facts) {
			f.Assets["https://example.com/asset0"] = page.Asset{Status: 404, ContentType: "image/png", Bytes: 1_500_000}
		}), want: audit.NotAssessed, reason: page.Unread},
		{name: "sizes unknown", facts: site(loads(1, "image/png", -1)), want: audit.NotAssessed, reason: page.Unread},
		{name: "the picture of previews is none of the page's", facts: site(loads(1, "image/png", 100_000), func(f *page.Facts) {
			f.Assets["https://example.com/preview.png"] = page.Asset{Status: 200, ContentType: "image/png", Bytes: 1_500_000}
		}), want: audit.Pass},
		{name: "no image", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
