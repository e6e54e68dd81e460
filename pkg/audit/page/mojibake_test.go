package page

import (
	"slices"
	"strings"
	"testing"
)

func TestFindMojibake(t *testing.T) {
	for _, line := range []string{
		"Bienvenue au cafÃ© de la gare", "itâ€™s broken", "10Â° outside", "Â© 2026", "voilÃ\u00a0 tout", "the \ufffd sign", "ï»¿Title", "ÐŸÑ€Ð¸Ð²ÐµÑ‚",
		"smile ðŸ˜€", "MÃ¼ller", "cÅ“ur", "CafÃ© SÃ£o Paulo",
	} {
		if got := findMojibake([]string{line}); len(got) != 1 {
			t.Errorf("%q: %q", line, got)
		}
	}
	for _, line := range []string{
		"São Paulo, coração e maçã", "NÃO FUMAR", "A IRMÃ… e a MÃE", "IRMÃ\u00a0», Ã, Â", "ROMÂNIA", "Château à l’Âge d’or", "DÉJÀ…", "« É »", "Ærø Ñandú Ðuro",
		"Ångström ÅÄÖ", "10 °C © ® ½", "Привет, мир", "日本語", "pâte, €5", "",
	} {
		if got := findMojibake([]string{line}); len(got) != 0 {
			t.Errorf("%q is right and was taken for wrong: %q", line, got)
		}
	}
}

func TestMojibakeExcerpts(t *testing.T) {
	line := strings.Repeat("a", 50) + " cafÃ© " + strings.Repeat("b", 50)
	got := findMojibake(slices.Repeat([]string{line}, 9))
	if len(got) != 5 || got[0] != strings.Repeat("a", 16)+" cafÃ© "+strings.Repeat("b", 17) {
		t.Errorf("excerpts %q", got)
	}
}
