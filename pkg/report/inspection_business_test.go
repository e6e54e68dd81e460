package report

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/industry"
)

func TestAnInspectionShowsWhoseTheSiteIs(t *testing.T) {
	v := Inspect(pagetest.Site("www.brightsmile.example", "/ "+pagetest.HTML("en", "Bright Smile Dental Clinic", "Dentist in Oxford: check-ups, dental implants, whitening.",
		"<h1>Your dentist in Oxford</h1><p>Our dental clinic welcomes new patients for check-ups, fillings and whitening.</p>")))
	if v.Business.Industry.Value != "dentist" || v.Business.Type.Value != "local" || v.Business.Language.Value != "en" {
		t.Errorf("%+v", v.Business)
	}
	rows := businessRows(v.Business)
	if len(rows) < 6 || len(rows) > 10 {
		t.Errorf("%d lines, want 6 to 10: %q", len(rows), rows)
	}
	var b strings.Builder
	if err := WriteInspection(&b, v, "markdown", 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| Industry | Dental practice, confidence ", "| because | "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestALineSaysWhatIsUnclear(t *testing.T) {
	for _, row := range []struct {
		lang        audit.Lang
		trade, kind string
		want        string
	}{
		{audit.English, "Bakery", "local", "Oak Yard · Bakery · local · Leeds"},
		{audit.English, industry.UnclearName(audit.English), "unclear", "Oak Yard · industry and type unclear · Leeds"},
		{audit.English, industry.UnclearName(audit.English), "local", "Oak Yard · industry unclear · local · Leeds"},
		{audit.French, "Boulangerie", "unclear", "Oak Yard · Boulangerie · type indéterminé · Leeds"},
		{audit.French, industry.UnclearName(audit.French), "unclear", "Oak Yard · secteur et type indéterminés · Leeds"},
	} {
		if got := businessLine(audit.Business{Name: "Oak Yard", Industry: row.trade, Type: row.kind, City: "Leeds"}, row.lang); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}
