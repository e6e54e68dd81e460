package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalTelClick(t *testing.T) {
	verdicts(t, localTelClick(), []verdict{
		{name: "with country code", facts: home(clinic), want: audit.Pass},
		{name: "without", facts: home(swapped(clinic, "tel:+441134960123", "tel:01134960123")), want: audit.Warn, says: "tel:01134960123"},
		{name: "no number in it", facts: home(swapped(clinic, "tel:+441134960123", "tel:call-us")), want: audit.Fail, says: "call-us"},
		{
			name: "as without a tel: link", facts: home(swapped(clinic, `<a href="tel:+441134960123">0113 496 0123</a>`, "Tel. 0113 496 0123")),
			want: audit.Warn, says: "without a tel: link",
		},
		{name: "no number", facts: home(`<h1>Acme</h1>` + plumber), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}

func TestTelForm(t *testing.T) {
	for in, want := range map[string]telKind{
		"tel:+33123456789": telGlobal, "tel:+33 1 23 45 67 89": telGlobal, "tel:+1-613-555-0101;ext=4": telGlobal, "tel:3949": telGlobal,
		"tel://+33123456789": telGlobal,
		"tel:0123456789":     telNational, "tel:7042;phone-context=example.com": telGlobal, "tel:": telBroken, "tel:+33": telBroken,
		"tel:dial-me": telBroken,
	} {
		if got := telForm(in); got != want {
			t.Errorf("telForm(%q) = %d, want %d", in, got, want)
		}
	}
}
