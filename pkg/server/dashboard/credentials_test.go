package dashboard

import (
	"net/url"
	"strings"
	"testing"
)

func TestFormsDoNotEchoPasswordsOfAddresses(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	many := strings.Repeat("https:///u:hunter2@h/\nhttps://a.example/@me\n", 30)
	got := b.post("/dashboard/submit", "urls", many)
	if got.StatusCode != 422 || strings.Contains(got.text, "hunter2") || !strings.Contains(got.text, "https://a.example/@me") {
		t.Errorf("the form is answered with %d: %.2000s", got.StatusCode, got.text)
	}
	for _, spelt := range []string{"https:///u:hunter2@h/", "u:hunter2@h", "https://u:hunter2@ex ample/"} {
		if got := b.get("/dashboard/audits?domain=" + url.QueryEscape(spelt)); strings.Contains(got.text, "hunter2") {
			t.Errorf("the search field shows %q again", spelt)
		}
	}
}

// guessed is a password that the fake refuses as the service does.
const guessed = "aaaaaaaaaaaa"

func TestAGuessablePasswordIsExplained(t *testing.T) {
	s := newSite(t)
	for lang, words := range map[string]string{"en": "easy to guess", "fr": "facile à deviner"} {
		b := s.browser(t).in("ours@example.com")
		b.lang = lang
		for path, form := range map[string][]string{
			"/dashboard/invitation/open-sesame": {"password", guessed},
			"/dashboard/settings/password":      {"present", password, "password", guessed},
		} {
			if got := b.post(path, form...); got.StatusCode != 422 || !strings.Contains(got.text, words) ||
				strings.Contains(got.text, guessed) {
				t.Errorf("%s in %s: %d %.600s", path, lang, got.StatusCode, got.text)
			}
		}
	}
}
