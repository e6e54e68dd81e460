package check

import "testing"

func TestGenericText(t *testing.T) {
	for _, row := range []struct {
		text, lang string
		want       bool
	}{
		{"Click here", "en", true},
		{"  READ   MORE → ", "fr", true}, // a theme left untranslated
		{"[…] Lire la suite", "fr", true},
		{"En savoir plus »", "fr-CA", true},
		{"Mehr erfahren", "de-AT", true},
		{"Scopri di più", "it", true},
		{"Lees verder", "nl", true},
		{"Saiba mais", "pt-BR", true},
		{"Leer más", "es", true},
		{"hier", "fr", false},
		{"Read more about our ovens", "en", false},
		{"Tarifs", "fr", false},
	} {
		if got := genericText(row.text, row.lang); got != row.want {
			t.Errorf("%q in %s: %v, want %v", row.text, row.lang, got, row.want)
		}
	}
}
