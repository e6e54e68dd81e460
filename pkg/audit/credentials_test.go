package audit

import (
	"strings"
	"testing"
)

// secret is the password that must never be seen again.
const secret = "hunter2"

// spellings hold secret in every way that a browser reads as credentials, and in ways that people mistype.
var spellings = []string{
	"https://user:hunter2@example.com/a?b=c@d", "https://hunter2@example.com/", "https://user:hunter2@example.com",
	"HTTPS://user:hunter2@example.com/",
	"https:///u:hunter2@h/", "https:/u:hunter2@h/", `https:\\u:hunter2@h`, `https:\/\u:hunter2@h/`, "https:u:hunter2@h",
	"https://u:hunter2@ex ample/",
	"u:hunter2@host", "hunter2:x@host", "//u:hunter2@h", `\\u:hunter2@h`, "///u:hunter2@h/", "https://u:p@x@hunter2@example.com/",
	"https://u:p@hunter2/x@h/",
	"  https://u:hunter2@h/", "\x01https://u:hunter2@h/", "ht\ttps://u:hunter2@h/", "https:/\t/u:hunter2@h/", "https://u\n:hunter2@h/",
	"\ufeffhttps://u:hunter2@h/", "https://u:hunter2%40h/", "https://u%3Ahunter2@h/", "https://u%3ahunter2%40h.example/",
	"https://u:hunter2%2540h/", "https://u:hunter2＠h/", "https://u：hunter2＠h.example/", "https：／／u:hunter2@h/",
	"https://u:hunter2%EF%BC%A0h/", "https://u:hunter2/x@h/", "https://u:hunter2?x@h/", "https://u:x#hunter2@h/",
	"https://example.com:hunter2/x@h/", "ftp://u:hunter2@h/", "git:u:hunter2@h", "git+ssh://u:hunter2@h/",
	"javascript:fetch('//u:hunter2@h')", "https://a.example/ https://u:hunter2@h/", "https://a.example/ u:hunter2@h",
	"https://a.example/,https://u:hunter2@h/", "https://a.example/?u=https://u:hunter2@h/",
	"https://a.example/?u=https%3A%2F%2Fu%3Ahunter2%40h%2F", "https://a.example/https://hunter2@h/", "https://a.example//u:hunter2@h/",
	"mailto:u:hunter2@h",
	"https://u:hunter2@[::1", "https://u:hunter2@", "https://u:hunter2@:99999/", "https://u:hunter2@" + strings.Repeat("a", MaxURLLength),
}

func TestNoSpellingOfCredentialsIsReadOrRepeated(t *testing.T) {
	for _, raw := range spellings {
		target, fault := ParseTarget(raw)
		if fault == nil {
			t.Errorf("%q was read as %+v", raw, target)
			continue
		}
		if want := fault.Code == CodeCredentialsInURL || fault.Code == CodeURLTooLong; !want {
			t.Errorf("%q: %s", raw, fault.Code)
		}
		if strings.Contains(fault.Message, secret) {
			t.Errorf("%q: the message repeats it: %s", raw, fault.Message)
		}
		if shown := WithoutCredentials(raw); strings.Contains(shown, secret) {
			t.Errorf("%q is shown as %q", raw, shown)
		}
	}
}

func TestWithoutCredentialsKeepsTheRest(t *testing.T) {
	for raw, want := range map[string]string{
		"https://user:secret@example.com/a?b=c@d":            "https://…@example.com/a?b=c@d",
		"https://u:p@ss@example.com/":                        "https://…@example.com/",
		"user:secret@example.com":                            "…@example.com",
		`https:\\u:pw@h`:                                     `https:\\…@h`,
		"https://example.com/@name":                          "https://example.com/@name",
		"https://example.com:99999/@name":                    "https://example.com:99999/@name",
		"ftp://example.com/a@b":                              "ftp://example.com/a@b",
		"mailto:a@b.example":                                 "mailto:a@b.example",
		"https://exa mple.com/":                              "https://exa mple.com/",
		"https://example.com/?u=https://u:pw@h.example/&m=1": "https://example.com/?u=https://…@h.example/&m=1",
	} {
		if got := WithoutCredentials(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestMaskCredentialsInTexts(t *testing.T) {
	for text, want := range map[string]string{
		`<a href="https://u:pw@h.example/x">`:         `<a href="https://…@h.example/x">`,
		"Sitemap: https://token@h.example/s.xml":      "Sitemap: https://…@h.example/s.xml",
		"see //u:pw@h and ftp://u:p@h":                "see //…@h and ftp://…@h",
		"write to mailto:a@b.example or a@b.example":  "write to mailto:a@b.example or a@b.example",
		"https://a.example/@me, https://b.example/?@": "https://a.example/@me, https://b.example/?@",
	} {
		if got := MaskCredentials(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzCredentials puts a password into the userinfo of addresses that are mangled in every other place.
func FuzzCredentials(f *testing.F) {
	schemes := []string{"https:", "HTTP:", "ht\ttp:", "", " https:", "\x01http:", "ftp:", "https: "}
	slashes := []string{"//", "", "/", "///", `\\`, `/\`, "/\t/", "／／", " // "}
	f.Add(uint8(0), uint8(0), "u", "h.example", "/")
	f.Add(uint8(3), uint8(1), "", "", "")
	f.Add(uint8(2), uint8(5), "a%40b", "ex ample", "?x=@y")
	f.Add(uint8(7), uint8(8), "u@v", "%40", "#@")
	f.Fuzz(func(t *testing.T, scheme, slash uint8, user, host, rest string) {
		if strings.ContainsAny(user, `/\?#`) {
			return // the password would be a part of a path, query or fragment
		}
		raw := schemes[int(scheme)%len(schemes)] + slashes[int(slash)%len(slashes)] + user + ":" + secret + "@" + host + rest
		if _, fault := ParseTarget(raw); fault == nil || strings.Contains(fault.Message, secret) {
			t.Errorf("%q: %v", raw, fault)
		}
		if shown := WithoutCredentials(raw); strings.Contains(shown, secret) {
			t.Errorf("%q is shown as %q", raw, shown)
		}
	})
}
