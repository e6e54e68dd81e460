package citationscore

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestNamesAreTheSameWithoutCaseAccentsSignsAndLegalForm(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Marius & Fils SAS", "marius et fils", true},
		{"Thé et Cie", "Thé & Compagnie", true},
		{"Bäckerei Mühlenkorn", "Baeckerei Muehlenkorn", true},
		{"Bäckerei Mühlenkorn", "Backerei Muhlenkorn", true},
		{"L’Atelier Gaspard", "l'atelier gaspard", true},
		{"Termoidraulica Bellandi S.n.c.", "**Termoidraulica Bellandi**", true},
		{"SCP Delacour-Lemonnier", "Delacour Lemonnier", true},
		{"Caf&eacute;-Mus&eacute;e", "Café-Musée", true},
		{"Hotel Seeblick (Lindau)", "Hotel Seeblick", true},
		{"Zé To\u00adlas", "Zé Tolas", true},
		{"مطعم نُزهة", "مطعم نزهه", true},
		{"がくや", "かくや", false},
		{"Podere Le Querce", "Podere Le Quercette", false},
		{"PC Secours 44", "PC Secours 49", false},
	} {
		_, counts, _, _ := matchNames("", []string{c.a}, nil, []string{c.b})
		if (counts.Right == 1) != c.same {
			t.Errorf("%q and %q: got %v, want the same: %v (%q, %q)", c.a, c.b, counts, c.same, keys(c.a), keys(c.b))
		}
	}
}

func TestHostsAreTheSameInEverySpelling(t *testing.T) {
	for _, c := range [][2]string{
		{"https://www.Booking.com:8443/x?y", "booking.com"},
		{"cafe.example.", "cafe.example"},
		{"crêperie-kéravel.example", "xn--crperie-kravel-jkbi.example"},
		{"//m.facebook.com/a", "m.facebook.com"},
		{"own.example@other.example/x", "other.example"},
	} {
		if got := host(c[0]); got != c[1] {
			t.Errorf("host(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func TestNamesArePairedOneToOneAsManyAsCanBe(t *testing.T) {
	// "A" fits both that were wanted; the second takes nothing else.
	_, counts, missed, extra := matchNames("", []string{"A One", "A"}, map[string][]string{"A One": {"A", "B"}}, []string{"A", "B", "a", "C"})
	if counts != (Counts{Right: 2, Wrong: 1}) || len(missed) != 0 || len(extra) != 1 || extra[0] != "C" {
		t.Errorf("got %+v, missed %q, extra %q", counts, missed, extra)
	}
}

// The figures were worked out by hand, and agree with another program that scores by the same definitions.
func TestScoresAreThoseWorkedOutByHand(t *testing.T) {
	cases := `
{"id":"1","lang":"en","pass":"model-recall","tags":["table"],"expected":{"answered":true,"named":true,"rank":2,"rivals":["A","B"]}}
{"id":"2","lang":"en","pass":"grounded-answer","expected":{"answered":true,"named":true,"rank":1,"rivals":["A","B"],"named_unverified":["B"]}}
{"id":"3","lang":"fr","pass":"web-retrieval","expected":{"answered":true,"named":false,"rank":null,"hosts_instead":["a.example","b.example"]}}
{"id":"4","lang":"fr","pass":"search-ai-mode","expected":{"answered":false,"named":false,"unreadable":true}}
{"id":"5","lang":"fr","pass":"model-recall","expected":{"answered":false,"named":false}}
`
	predictions := `
{"id":"1","answered":true,"named":true,"rank":1,"rivals":["A","C"]}
{"id":"2","answered":true,"named":false,"rivals":["A","B"],"named_unverified":["A","B"]}
{"id":"3","answered":true,"named":true,"rank":1,"hosts_instead":["www.a.example"]}
{"id":"4","unreadable":true}
`
	c, err := Read[Case](strings.NewReader(cases))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Read[Prediction](strings.NewReader(predictions))
	if err != nil {
		t.Fatal(err)
	}
	s := Of(c, p)
	for name, f := range map[string]struct{ got, want float64 }{
		"answered":        {share(s.All.Answered, s.All.Cases), 4.0 / 5},
		"named":           {share(s.All.NamedRight, s.All.Cases), 2.0 / 5},
		"named precision": {s.All.Named.Precision(), 1.0 / 2},
		"named recall":    {s.All.Named.Recall(), 1.0 / 2},
		"rank":            {s.All.Rank(), 0},
		"rivals":          {s.All.Rivals.F1(), 3.0 / 4},
		"unverified":      {s.All.Unverified.F1(), 2.0 / 3},
		"hosts":           {s.All.Hosts.F1(), 2.0 / 3},
		"unreadable":      {share(s.All.Unreadable, s.All.OverviewCases), 1},
		"all right":       {share(s.All.AllRight, s.All.Cases), 1.0 / 5},
		"French":          {share(s.Slices["lang fr"].AllRight, s.Slices["lang fr"].Cases), 1.0 / 3},
		"tables":          {s.Slices["tag table"].Rivals.F1(), 1.0 / 2},
	} {
		if math.Abs(f.got-f.want) > 1e-9 {
			t.Errorf("%s: got %.3f, want %.3f", name, f.got, f.want)
		}
	}
	var out bytes.Buffer
	if err := s.Print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"lang fr", "tag table", `1 rivals: missed ["B"], extra ["C"]`, "5 prediction: there is none"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, &out)
		}
	}
}

func TestALineThatIsNoCaseIsNamed(t *testing.T) {
	_, err := Read[Case](strings.NewReader("{}\n\n[1]\n"))
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("got error %v, want one that names line 3", err)
	}
}
