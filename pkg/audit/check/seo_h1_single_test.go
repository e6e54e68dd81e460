package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestH1Single(t *testing.T) {
	headings := func(texts ...string) func(*page.Facts) {
		return func(f *page.Facts) {
			for _, text := range texts {
				f.Main().Headings = append(f.Main().Headings, page.Heading{Level: 1, Text: text})
			}
		}
	}
	verdicts(t, seoH1Single(), []verdict{
		{name: "one", facts: site(headings("Bread")), want: audit.Pass},
		{name: "three", facts: site(headings("Bread", "Cakes", "Coffee")), want: audit.Warn, says: "Cakes"},
		{name: "none is another check's", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
