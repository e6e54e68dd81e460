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
