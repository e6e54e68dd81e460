package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoStatistics(t *testing.T) {
	verdicts(t, geoStatistics(), []verdict{
		{name: "figures", facts: spoken("en", home("<main>"+filler(300)+
			"<p>It costs £45 and takes 30 minutes; 97 % come back, 12 km away.</p></main>")), want: audit.Pass},
		{
			name: "French figures", facts: spoken("fr", home("<main>"+filler(300)+"<p>La pose coûte 1 200 €, dure 3 jours et tient 25 ans.</p></main>")),
			want: audit.Pass,
		},
		{name: "none", facts: spoken("en", home("<main>"+filler(400)+"</main>")), want: audit.Warn},
		{name: "too short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a language whose units we don't know", facts: spoken("pl", home("<main>"+filler(400)+"</main>")), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}

func TestFigures(t *testing.T) {
	for in, want := range map[string]int{
		"97%": 1, "97 %": 1, "$5": 1, "5 €": 1, "25 ans": 1, "12km": 1, "Room 12 is here": 0,
		"in 1998 we": 0, "three years": 0,
	} {
		if got := figures(in); got != want {
			t.Errorf("figures(%q) = %d, want %d", in, got, want)
		}
	}
}
