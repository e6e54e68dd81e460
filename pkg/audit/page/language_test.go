package page

import (
	"os"
	"slices"
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

// TestTheMajorityOfAPageIsItsLanguage reads pages that begin with a notice in another language, or end with one.
func TestTheMajorityOfAPageIsItsLanguage(t *testing.T) {
	notice := "This page has not been translated completely. If you want to help with the translation, please read what is written in the guide for translators."
	for lang, sentence := range map[string]string{
		"ru": "Эта книга рассказывает о том, как установить программу и как работать с ней каждый день.",
		"ja": "この本は、プログラムを設置して毎日使う方法について説明しています。",
		"vi": "Cuốn sách này giải thích cách cài đặt chương trình và cách sử dụng nó trong công việc hằng ngày của bạn.",
		"el": "Αυτό το βιβλίο εξηγεί πώς εγκαθίσταται το πρόγραμμα και πώς χρησιμοποιείται κάθε μέρα.",
		"lt": "Ši knyga aiškina, kaip įdiegti programą ir kaip ja naudotis kasdien, jei nėra kitų galimybių.",
		"fa": "این کتاب شرح داده است که چگونه برنامه را نصب کنید و با آن هر روز کار کنید.",
	} {
		body := slices.Repeat([]string{sentence}, 12)
		for place, lines := range map[string][]string{
			"before": append([]string{notice, notice}, body...), "behind": append(slices.Clone(body), notice, notice),
			"labels around": append(slices.Repeat([]string{"Home", "Sign in", "Contact us"}, 20), body...),
		} {
			if got := detectLanguage("", lines); got.Value != lang {
				t.Errorf("%s with English %s is read as %q (%s)", lang, place, got.Value, got.Detail)
			}
		}
	}
}

func TestTheLanguageOfASiteIsThatOfMostText(t *testing.T) {
	read := func(lang string, chars int) *Page { return &Page{Detected: Known(lang), Text: Text{Chars: chars}} }
	pages := []*Page{read("en", 300), read("de", 900), {Detected: Unknown[string](Unread, "no text"), Text: Text{Chars: 5000}}, read("de", 10), read("en", 500)}
	if got := LanguageOf(pages); got != "de" {
		t.Errorf("the site is in %q, want de", got)
	}
	if got := LanguageOf(pages[2:3]); got != "" {
		t.Errorf("without a language that could be told it is %q", got)
	}
}
