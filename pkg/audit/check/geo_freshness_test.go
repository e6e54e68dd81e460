package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoFreshness(t *testing.T) {
	verdicts(t, geoFreshness(), []verdict{
		{name: "of this spring", facts: read(post(datedMarkup("2022-03-02", "2026-04-15"), "")), want: audit.Pass, says: "90"},
		{name: "of last autumn", facts: read(post(datedMarkup("2025-09-02", "2025-09-02"), "")), want: audit.Pass, says: "365"},
		{name: "two years old", facts: read(post(datedMarkup("2024-03-02", "2024-04-01"), "")), want: audit.Warn},
		{name: "undated", facts: read(post("", "")), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "no article", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
