package dashboard

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// ourPages lists the pages of who is signed in.
var ourPages = []string{
	"/dashboard", "/dashboard/submit", "/dashboard/audits", "/dashboard/audits?domain=example.com", "/dashboard/audits?domain=nothing.example", "/dashboard/audits?domain=%3C%3E",
	"/dashboard/audits/" + doneID, "/dashboard/audits/" + waitID, "/dashboard/audits/" + wrongID, "/dashboard/audits/" + doneID + "/changes",
	"/dashboard/audits/aud_old0/changes", "/dashboard/history?domain=example.com", "/dashboard/history?domain=example.org", "/dashboard/batches", "/dashboard/batches/" + batchID,
	"/dashboard/batches/bat_old1", "/dashboard/keys", "/dashboard/keys/" + ourKey, "/dashboard/usage", "/dashboard/settings", "/dashboard/progress",
	"/dashboard/audits/" + waitID + "/progress", "/dashboard/batches/" + batchID + "/progress", "/dashboard/nothing",
}

var operatorPages = []string{
	"/dashboard", "/dashboard/usage", "/dashboard/operator/accounts", "/dashboard/operator/accounts/" + ourID, "/dashboard/operator/accounts/" + bossID,
	"/dashboard/operator/keys", "/dashboard/operator/queue", "/dashboard/operator/queue/progress",
}

func TestEveryPageIsWholeInBothLanguagesAndHoldsNoStrangersMarkup(t *testing.T) {
	s := newSite(t)
	pages := map[string][]string{"": {"/dashboard/sign-in", "/dashboard/invitation/open-sesame", "/dashboard/invitation/unknown"}, "ours@example.com": ourPages, "boss@example.com": operatorPages}
	for email, paths := range pages {
		for _, lang := range audit.Langs() {
			b := s.browser(t)
			b.lang = string(lang)
			if email != "" {
				b.in(email)
			}
			for _, path := range paths {
				got := b.get(path)
				if got.StatusCode >= 500 || got.StatusCode < 400 && got.StatusCode >= 300 {
					t.Errorf("%s: %d", path, got.StatusCode)
				}
				if !strings.HasSuffix(path, "/progress") && (!strings.Contains(got.text, `<html lang="`+string(lang)+`">`) || !strings.HasSuffix(strings.TrimSpace(got.text), "</html>")) {
					t.Errorf("%s in %s is not whole", path, lang)
				}
				if strings.Contains(got.text, "<script>") || strings.Contains(got.text, "<img src=x") || strings.Contains(got.text, "\u202e") || strings.Contains(got.text, `href="javascript:`) {
					t.Errorf("%s: a stranger's markup is in the page", path)
				}
				if strings.Contains(got.text, "ZgotmplZ") || strings.Contains(got.text, " style=") || strings.Contains(got.text, " onclick=") || strings.Contains(got.text, "%!") {
					t.Errorf("%s: the page holds what the policy forbids, or what wasn't written", path)
				}
				if h := got.Header; h.Get("Content-Security-Policy") != policy || h.Get("Cache-Control") != "private, no-store" || h.Get("Referrer-Policy") != "same-origin" || h.Get("X-Content-Type-Options") != "nosniff" {
					t.Errorf("%s: headers %v", path, h)
				}
			}
		}
	}
}

var (
	actions  = regexp.MustCompile(`{{[^}]*}}`)
	elements = regexp.MustCompile(`<[^>]*>`)
	spoken   = regexp.MustCompile(`(aria-label|title|alt|placeholder)="[^"{]*[A-Za-z]`)
)

func TestTemplatesHoldNoWordsAndAllWordsAreSaid(t *testing.T) {
	names, err := fs.Glob(templateFiles, "templates/*.tmpl")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := templateFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
		_, attributes, _ := strings.Cut(string(text), `{{define "field-attributes"}}`) // what stands within an element
		attributes, _, _ = strings.Cut(attributes, "{{define")
		text = []byte(strings.Replace(string(text), attributes, "", 1))
		if found := spoken.FindString(string(text)); found != "" {
			t.Errorf("%s: %q is said in one language", name, found)
		}
		for line := range strings.Lines(actions.ReplaceAllString(string(text), "")) {
			left := strings.TrimSpace(elements.ReplaceAllString(line, ""))
			for _, ours := range []string{"English", "Français", `curl -H "X-API-Key: $AUDITCTL_API_KEY" /v1/me`} { // names of languages, and a command
				left = strings.ReplaceAll(left, ours, "")
			}
			if strings.ContainsFunc(left, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) {
				t.Errorf("%s: %q is said in one language", name, strings.TrimSpace(line))
			}
		}
	}
	code, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range code {
		if name == "vocabulary.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for key := range vocabulary {
		family, name, _ := strings.Cut(key, ".") // code.timeout is asked for as "code." and an audit's code
		known := strings.Contains(all.String(), `"`+key+`"`) || strings.Contains(all.String(), `"`+family+`."`) ||
			(name == "one" || name == "many") && strings.Contains(all.String(), `Count "`+family+`"`)
		if !known {
			t.Errorf("no page says %q", key)
		}
	}
}

func TestEveryWordIsInBothLanguages(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	for key, text := range vocabulary {
		if text.EN == "" || text.FR == "" {
			t.Errorf("%s lacks a language", key)
		}
		if en, fr := verbs.FindAllString(text.EN, -1), verbs.FindAllString(text.FR, -1); strings.Join(en, "") != strings.Join(fr, "") {
			t.Errorf("%s: %v in English, %v in French", key, en, fr)
		}
	}
	for _, code := range audit.Codes() {
		if f := (&audit.Failure{Code: code}); code.Invalid() {
			if text, err := words(audit.French).Why(f); err != nil || strings.Contains(text, string(code)) {
				t.Errorf("%s isn't explained in French: %q %v", code, text, err)
			}
		}
	}
}

func TestTheLanguageIsTheBrowsersUntilOneIsChosen(t *testing.T) {
	s := newSite(t)
	b := s.browser(t)
	for header, want := range map[string]string{
		"": "en", "fr-CH, en;q=0.8": "fr", "de, en;q=0.3, fr;q=0.7": "fr", "de": "en", "fr;q=x": "en", "en;q=0.1,fr;q=0": "en",
		"fr; q=0.8": "fr", "en ;Q=0.2 , fr-FR ; q=0.8": "fr",
	} {
		b.lang = header
		if got := b.get("/dashboard/sign-in"); !strings.Contains(got.text, `<html lang="`+want+`">`) {
			t.Errorf("Accept-Language %q isn't answered in %s", header, want)
		}
	}
	b.lang = "en"
	if got := b.post("/dashboard/language", "lang", "fr", "next", "/dashboard/sign-in?next=%2Fdashboard%2Fkeys"); got.Header.Get("Location") != "/dashboard/sign-in?next=%2Fdashboard%2Fkeys" {
		t.Errorf("led to %q", got.Header.Get("Location"))
	}
	if got := b.get("/dashboard/sign-in"); !strings.Contains(got.text, `<html lang="fr">`) {
		t.Error("the chosen language isn't kept")
	}
}

func TestAssetsMayBeKeptForEver(t *testing.T) {
	b := newSite(t).browser(t)
	links := regexp.MustCompile(`"(/dashboard/assets/[^"]*)"`).FindAllStringSubmatch(b.get("/dashboard/sign-in").text, -1)
	if len(links) < 3 {
		t.Fatalf("%v", links)
	}
	for _, link := range links {
		if got := b.get(link[1]); got.StatusCode != http.StatusOK || got.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || got.text == "" {
			t.Errorf("%s: %d %v", link[1], got.StatusCode, got.Header)
		}
	}
	if got := b.get("/dashboard/assets/0000000000000000/style.css"); got.StatusCode != http.StatusNotFound {
		t.Errorf("another version: %d", got.StatusCode)
	}
}

func TestAListGoesOnAndBack(t *testing.T) {
	b := newSite(t).browser(t).in("ours@example.com")
	if got := b.get("/dashboard/audits"); !strings.Contains(got.text, `href="/dashboard/audits?cursor=aud_cursor"`) {
		t.Error("the first page doesn't lead on")
	}
	if got := b.get("/dashboard/audits?cursor=aud_cursor"); !strings.Contains(got.text, `<a href="/dashboard/audits">`) {
		t.Error("the second page doesn't lead back")
	}
	if got := b.get("/dashboard/audits?cursor=made-up"); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a made-up cursor: %d", got.StatusCode)
	}
	if got := b.get("/dashboard/audits?domain=https://www.Example.com/about"); !strings.Contains(got.text, doneID) || strings.Contains(got.text, waitID) {
		t.Error("an address isn't searched for as its domain")
	}
}

func TestAnAuditsReportIsHadInEveryFormat(t *testing.T) {
	b := newSite(t).browser(t).in("ours@example.com")
	for format, kind := range map[string]string{"": "text/html; charset=utf-8", "html": "text/html; charset=utf-8", "csv": "text/csv; charset=utf-8", "json": "application/json", "markdown": "text/markdown; charset=utf-8"} {
		got := b.get("/dashboard/audits/" + doneID + "/report?format=" + format)
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != kind {
			t.Errorf("%q: %d %s", format, got.StatusCode, got.Header.Get("Content-Type"))
		}
		if shown := format == "" || format == "html"; shown != (got.Header.Get("Content-Disposition") == "") {
			t.Errorf("%q: %q", format, got.Header.Get("Content-Disposition"))
		}
		if format == "html" && !strings.Contains(got.Header.Get("Content-Security-Policy"), "style-src 'sha256-") {
			t.Errorf("the report has no policy of its own: %q", got.Header.Get("Content-Security-Policy"))
		}
	}
	for path, status := range map[string]int{
		"/dashboard/audits/" + doneID + "/report?format=exe": 404, "/dashboard/audits/" + doneID + "/report?format=pdf": 404, // nothing prints here
		"/dashboard/audits/" + waitID + "/report": 409, "/dashboard/batches/" + batchID + "/report": 409,
		"/dashboard/batches/" + batchID + "/report?format=csv": 200, "/dashboard/batches/bat_old1/report": 200,
	} {
		if got := b.get(path); got.StatusCode != status {
			t.Errorf("%s: %d, not %d", path, got.StatusCode, status)
		}
	}
}

func TestAHistoryDrawsEveryMetricAndSaysItInATable(t *testing.T) {
	b := newSite(t).browser(t).in("ours@example.com")
	got := b.get("/dashboard/history?domain=example.com")
	if n := strings.Count(got.text, "<svg class=\"chart\""); n != len(audit.Metrics()) {
		t.Errorf("%d charts", n)
	}
	if n := strings.Count(got.text, "<polyline"); n != len(audit.Metrics()) {
		t.Errorf("%d lines", n)
	}
	if n := strings.Count(got.text, "<tr><th scope=\"row\">"); n != 4 {
		t.Errorf("%d rows", n)
	}
	if !strings.Contains(got.text, "from 50 to 71 of 100, audits: 4") {
		t.Error("a chart doesn't say what it shows")
	}
}

func TestWhatIsSubmittedIsReadLineByLine(t *testing.T) {
	s := newSite(t)
	b := s.browser(t).in("ours@example.com")
	got := b.post("/dashboard/submit", "urls", " example.com \r\n\r\nftp://example.net/\n", "lang", "fr", "refresh", "on", "nonce", "n1")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/dashboard/batches/"+batchID {
		t.Fatalf("%d %s", got.StatusCode, got.Header.Get("Location"))
	}
	sub := s.submitted[0]
	if strings.Join(sub.URLs, "|") != "example.com|ftp://example.net/" || sub.Lang != audit.French || !sub.Refresh || sub.IdempotencyKey == "" {
		t.Errorf("%+v", sub)
	}
	b.post("/dashboard/submit", "urls", " example.com \r\n\r\nftp://example.net/\n", "lang", "fr", "refresh", "on", "nonce", "n1")
	b.post("/dashboard/submit", "urls", "example.com", "lang", "fr", "refresh", "on", "nonce", "n1")
	if s.submitted[1].IdempotencyKey != sub.IdempotencyKey || s.submitted[2].IdempotencyKey == sub.IdempotencyKey {
		t.Error("the same form sent twice isn't one submission, or another one isn't another")
	}
	for form, want := range map[string]string{"": "at least one address", "\n \n": "at least one address", strings.Repeat("example.com\n", 51): "51 addresses"} {
		got := b.post("/dashboard/submit", "urls", form)
		if got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(got.text, want) || !strings.Contains(got.text, `aria-invalid="true"`) || !strings.Contains(got.text, "<title>Error:") {
			t.Errorf("%q: %d, without %q", form[:min(20, len(form))], got.StatusCode, want)
		}
	}
	s.refused = audit.Errorf(audit.CodeTooManyFailures, "too many")
	if got := b.post("/dashboard/submit", "urls", "keep.example"); got.StatusCode != http.StatusTooManyRequests || !strings.Contains(got.text, "keep.example") {
		t.Errorf("%d, or the addresses are gone", got.StatusCode)
	}
	if got := b.post("/dashboard/submit", "urls", strings.Repeat("x", maxForm)); got.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge form: %d", got.StatusCode)
	}
}

func TestABrandIsShown(t *testing.T) {
	s := newSite(t, func(c *Config) {
		c.Brand.Name, c.Brand.Color = "Acme & Sons", "#ff0000"
		c.Brand.Logo = []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
	})
	b := s.browser(t)
	got := b.get("/dashboard/sign-in")
	if !strings.Contains(got.text, "Acme &amp; Sons") || !strings.Contains(got.text, "/brand.css") {
		t.Error("name or colour is missing")
	}
	logo := regexp.MustCompile(`"(/dashboard/assets/[0-9a-f]+/logo)"`).FindStringSubmatch(got.text)
	if logo == nil {
		t.Fatal("no logo")
	}
	if got := b.get(logo[1]); got.Header.Get("Content-Type") != "image/svg+xml" || !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("%v", got.Header)
	}
}
