package audit

import (
	"strings"
	"testing"
)

func TestParseTarget(t *testing.T) {
	for _, row := range []struct {
		raw, url, domain string
		bare, root       bool
	}{
		{"https://example.com", "https://example.com/", "example.com", false, true},
		{"example.com", "https://example.com/", "example.com", true, true},
		{"  www.Example.COM  ", "https://www.example.com/", "example.com", true, true},
		{"example.com:8443/a?b=c#d", "https://example.com:8443/a?b=c", "example.com:8443", true, false},
		{"http://example.com:80/", "http://example.com/", "example.com", false, true},
		{"https://shop.example.com/a/../b", "https://shop.example.com/b", "shop.example.com", false, false},
		{"https://bücher.example/", "https://xn--bcher-kva.example/", "xn--bcher-kva.example", false, true},
		{"http://127.0.0.1:9000/", "http://127.0.0.1:9000/", "127.0.0.1:9000", false, true},
		{"http:/example.com/a", "http://example.com/a", "example.com", false, false},
		{"http://2130706433/", "http://127.0.0.1/", "127.0.0.1", false, true},
		{"http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/", "127.0.0.1", false, true},
		{"http://[::1]:8080/x", "http://[::1]:8080/x", "[::1]:8080", false, false},
		{"localhost:8080", "https://localhost:8080/", "localhost:8080", true, true},
		{"//example.com/x", "https://example.com/x", "example.com", true, false},
		{"https:example.com", "https://example.com/", "example.com", false, true},
		{"https://www.com/", "https://www.com/", "www.com", false, true},
		{"https://www.co.uk/", "https://www.co.uk/", "www.co.uk", false, true},
		{"https://example.com/@name?mail=a@b.example", "https://example.com/@name?mail=a@b.example", "example.com", false, false},
		{"https://unpkg.com/react@18:x//logo@2x.png", "https://unpkg.com/react@18:x//logo@2x.png", "unpkg.com", false, false},
		{"http://web/@name", "http://web/@name", "web", false, false},
		{"https://example.com/?to=mailto:a@b.example", "https://example.com/?to=mailto:a@b.example", "example.com", false, false},
		{
			"https://example.com/?u=https%3A%2F%2Fb.example%2F%40name", "https://example.com/?u=https%3A%2F%2Fb.example%2F%40name",
			"example.com", false, false,
		},
	} {
		got, err := ParseTarget(row.raw)
		if err != nil {
			t.Errorf("%q: %v", row.raw, err)
			continue
		}
		if got.URL != row.url || got.Domain != row.domain || got.Bare != row.bare || got.Root != row.root {
			t.Errorf("%q: %+v, want %+v", row.raw, got, row)
		}
	}
}

func TestParseTargetRefuses(t *testing.T) {
	for raw, want := range map[string]Code{
		"":                                 CodeURLMalformed,
		"   ":                              CodeURLMalformed,
		"not a url":                        CodeURLMalformed,
		"https://":                         CodeURLMalformed,
		"https://exa mple.com/":            CodeURLMalformed,
		"https://example.com/\r\nHost: x":  CodeURLMalformed,
		"http://[fe80::1%25lo]/":           CodeURLMalformed,
		"http://999.999.999.999/":          CodeURLMalformed,
		"http://example.com:99999/":        CodeURLMalformed,
		"ftp://example.com/":               CodeSchemeNotAllowed,
		"file:///etc/passwd":               CodeSchemeNotAllowed,
		"javascript:alert(1)":              CodeSchemeNotAllowed,
		"mailto:x@example.com":             CodeSchemeNotAllowed,
		"https://user:secret@example.com/": CodeCredentialsInURL,
		"https://user@example.com/":        CodeCredentialsInURL,
		"https://a..b/":                    CodeHostInvalid,
		"https://-a.example/":              CodeHostInvalid,
		"https://exa!mple.com/":            CodeHostInvalid,
		"https://" + strings.Repeat("a", 64) + ".com/":             CodeHostInvalid,
		"https://example.com/" + strings.Repeat("a", MaxURLLength): CodeURLTooLong,
	} {
		got, err := ParseTarget(raw)
		if err == nil {
			t.Errorf("%q was read as %+v, want %s", raw, got, want)
			continue
		}
		if err.Code != want {
			t.Errorf("%q: %s (%s), want %s", raw, err.Code, err.Message, want)
		}
		if strings.Contains(err.Message, "secret") {
			t.Errorf("%q: the message repeats a password: %s", raw, err.Message)
		}
	}
}

func TestPrintableKeepsATerminalSafe(t *testing.T) {
	for in, want := range map[string]string{
		"plain é 漢字":            "plain é 漢字",
		"a\nb\tc\rd":            "a b c d",
		"\x1b[31mred\x1b]0;x\a": "\uFFFD[31mred\uFFFD]0;x\uFFFD",
		"\u202eright to left":   "\uFFFDright to left",
		"zero\u200bwidth":       "zero\uFFFDwidth",
		"\u009bC1":              "\uFFFDC1",
		"broken \xff\xfe":       "broken \uFFFD\uFFFD",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Printable(strings.Repeat("é", 1000)); len([]rune(got)) != 301 {
		t.Errorf("%d characters of a long text", len([]rune(got)))
	}
}

func FuzzParseTarget(f *testing.F) {
	for _, s := range []string{"example.com", "https://example.com:8443/a?b#c", "http://①②⑦.⓪.⓪.①/", "//x", "a:b", "http://[::1]/", "≠"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		target, err := ParseTarget(raw)
		if err != nil {
			return
		}
		again, err := ParseTarget(target.URL)
		if err != nil || again.URL != target.URL || again.Domain != target.Domain {
			t.Errorf("%q was read as %q, which is read as %q (%v)", raw, target.URL, again.URL, err)
		}
	})
}
