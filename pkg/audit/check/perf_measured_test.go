package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAMetricIsJudgedByVisitorsBeforeTheLaboratory(t *testing.T) {
	verdicts(t, perfLCP(), []verdict{
		{name: "visitors wait, the laboratory does not", facts: measured(visited(page.FieldSpeed{LCP: new(4200.0)})), want: audit.Fail, says: "LCP is 4.2 s (visitors, 75th percentile over 28 days); up to 2.5 s is good"},
		{name: "visitors of the whole site", facts: measured(visited(page.FieldSpeed{Origin: true, LCP: new(2600.0)})), want: audit.Warn, says: "sur tout le site"},
		{name: "visitors, but too few for this metric", facts: measured(visited(page.FieldSpeed{FCP: new(900.0)})), want: audit.Pass, says: "LCP : 1,8 s (PageSpeed Insights, comme sur un téléphone)"},
	})
}

// measured is a site that a page-speed tool measured, with good values, spoilt.
func measured(spoil ...func(*page.Speed)) *page.Facts {
	s := page.Speed{
		Tool: "PageSpeed Insights", Version: "13.5.0", URL: "https://example.com/",
		Mobile: &page.LabSpeed{Score: 95, Scores: []int{95}, LCP: new(1800.0), CLS: new(0.01), TBT: new(40.0), FCP: new(900.0), SI: new(1500.0)},
	}
	for _, f := range spoil {
		f(&s)
	}
	return site(func(f *page.Facts) { f.Speed = page.Known(s) })
}

// visited adds what visitors had.
func visited(v page.FieldSpeed) func(*page.Speed) { return func(s *page.Speed) { s.Field = &v } }

// lab spoils what was measured as on a telephone.
func lab(spoil func(*page.LabSpeed)) func(*page.Speed) {
	return func(s *page.Speed) { spoil(s.Mobile) }
}

// silent is a site whose page-speed tool gave no result.
func silent() *page.Facts {
	return site(func(f *page.Facts) { f.Speed = page.Unknown[page.Speed](page.Unread, "the quota is used up") })
}
