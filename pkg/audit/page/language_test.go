package page

import (
	"os"
	"strings"
	"testing"
)

// languageTexts are texts of pages by language, written for this test, two or more for each of 32 languages.
func languageTexts(t *testing.T) (texts []struct{ lang, text string }) {
	t.Helper()
	data, err := os.ReadFile("testdata/languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		lang, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		texts = append(texts, struct{ lang, text string }{lang, text})
	}
	return texts
}

func TestLanguagesAgreeWithTheirTexts(t *testing.T) {
	agree, languages := 0, map[string]bool{}
	texts := languageTexts(t)
	for _, s := range texts {
		languages[s.lang] = true
		if got := detectLanguage(s.text, nil); got.Value == s.lang {
			agree++
		} else {
			t.Errorf("%s is read as %q (%s): %.60s", s.lang, got.Value, got.Detail, s.text)
		}
	}
	t.Logf("accuracy: Texts in %d languages: %d cases, %d agree", len(languages), len(texts), agree)
}

// TestPartsOfATextAreNeverTakenForAnotherLanguage reads every run of forty words; of so few, the language may be unclear.
func TestPartsOfATextAreNeverTakenForAnotherLanguage(t *testing.T) {
	for _, s := range languageTexts(t) {
		words := strings.Fields(s.text)
		for i := 0; i+40 <= len(words); i++ {
			got := detectLanguage(strings.Join(words[i:i+40], " "), nil)
			if got.OK() && got.Value != s.lang {
				t.Errorf("%s is read as %s: %.80s", s.lang, got.Value, strings.Join(words[i:i+40], " "))
				break
			}
			if !got.OK() && (s.lang == "en" || s.lang == "fr") {
				t.Errorf("%s isn't recognised: %.80s", s.lang, strings.Join(words[i:i+40], " "))
				break
			}
		}
	}
}
