package check

import "testing"

func TestSameName(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"Harbour Lane Ltd.", "harbour lane", true},
		{"L’Épi d’Or", "L'EPI D'OR SARL", true},
		{"Café Müller S.A.S.", "Cafe Muller", true},
		{"Smith & Sons", "Smith and Sons Inc", true},
		{"The Fork", "Fork", true},
		{"Acme", "Plumber in Leeds | Acme", true},
		{"Acme | Leeds", "Acme", true},
		{"YouTube", "You Tube", true},
		{"International Business Machines", "IBM", true},
		{"Cabinet dentaire Dr Dupont", "Dr Marie Dupont – Dentiste", true},
		{"Harbour Lane Dental", "harbourlanedental", true},
		{"Société Générale", "SOCIETE GENERALE SA", true},
		{"Unrelated Holdings Ltd.", "Harbour Lane Dental Clinic", false},
		{"Acme Ltd", "Globex Ltd", false},
		{"", "Acme", false},
		{"Ltd", "Inc", false},
	} {
		if got := sameName(row.a, row.b); got != row.want {
			t.Errorf("sameName(%q, %q) = %t", row.a, row.b, got)
		}
		if got := sameName(row.b, row.a); got != row.want {
			t.Errorf("sameName(%q, %q) = %t", row.b, row.a, got)
		}
	}
}

func TestFolded(t *testing.T) {
	for in, want := range map[string]string{
		"L’Atelier S.A.S.": "latelier sas", "Œuvre à Šibenik": "oeuvre a sibenik", "  a -- B  ": "a b", "Booking.com": "booking com",
		"東京": "東京", "e\u0301": "e", "a\x00b": "a b", "Don't U.S. 3.5": "dont us 35",
	} {
		if got := folded(in); got != want {
			t.Errorf("folded(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSays(t *testing.T) {
	for _, row := range []struct {
		text, name string
		want       bool
	}{
		{"We at Smith & Sons mend pipes.", "Smith and Sons Ltd", true},
		{"We at Smith and Sons mend pipes.", "Smith & Sons", true},
		{"L’ÉPI D’OR, depuis 1987", "L'Épi d'Or SARL", true},
		{"A smithy and its sons", "Smith & Sons", false},
		{"Written by Ada. Okafor Ltd is another.", "Ada Lovelace", false},
		{"", "Acme", false},
		{"Acme", "", false},
	} {
		if got := says(row.text, row.name); got != row.want {
			t.Errorf("says(%q, %q) = %t", row.text, row.name, got)
		}
	}
}

func FuzzSameName(f *testing.F) {
	f.Add("Acme Ltd.", "ACME")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		if sameName(a, b) != sameName(b, a) {
			t.Errorf("sameName(%q, %q) isn't symmetric", a, b)
		}
		if len(nameWords(a)) > 0 && !sameName(a, a) {
			t.Errorf("%q isn't itself", a)
		}
	})
}
