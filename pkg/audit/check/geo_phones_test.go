package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSamePhone(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"+33 1 23 45 67 89", "01 23 45 67 89", true},
		{"+44 (0)113 496 0123", "0113 496 0123", true},
		{"+1-613-555-0101", "(613) 555-0101", true},
		{"0033 1 23 45 67 89", "+33123456789", true},
		{"613-555-0101 ext. 12", "+16135550101", true},
		{"01 23 45 67 89 poste 4", "0123456789", true},
		{"+1-613-555-0199", "+1-613-555-0101", false},
		{"3949", "3949", true},
		{"3949", "0123453949", false},
		{"", "", false},
	} {
		for _, pair := range [][2]string{{row.a, row.b}, {row.b, row.a}} {
			if book := phoneBookOf([]page.Phone{{Raw: pair[0]}}); book.has(page.Phone{Raw: pair[1]}) != row.want {
				t.Errorf("%q and %q: want the same line: %t", row.a, row.b, row.want)
			}
		}
	}
}
