package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalReviewsMarkupVisible(t *testing.T) {
	verdicts(t, localReviewsMarkupVisible(), []verdict{
		{name: "shown", facts: home(clinic), want: audit.Pass},
		{name: "shown with a comma", facts: home(swapped(clinic, "rate us 4.8 of 5", "nous donnent 4,8 sur 5")), want: audit.Pass},
		{name: "not shown", facts: home(swapped(clinic, "rate us 4.8 of 5", "love us")), want: audit.Warn, says: "4.8"},
		{name: "not shown, but its digits are", facts: home(swapped(clinic, "rate us 4.8 of 5", "paid 14.85 on average")), want: audit.Warn},
		{name: "no rating", facts: home(bakery), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
