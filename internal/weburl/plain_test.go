package weburl

import (
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// agrees fails where the shortcut for plain references gives another address than the standard.
func agrees(t *testing.T, address, ref string) (plain bool) {
	t.Helper()
	base, err := NewBase(address)
	if err != nil {
		return false
	}
	got, ok := base.plain(ref)
	if !ok {
		return false
	}
	b, _ := whatwg.Parse(address)
	parsed, err := b.Parse(ref)
	if err != nil {
		t.Errorf("%q on %q: the standard refuses it, the shortcut gives %q", ref, address, got.Href)
	} else if want := from(parsed); got != want {
		t.Errorf("%q on %q:\n got %+v\nwant %+v", ref, address, got, want)
	}
	return true
}

// parsesAlike fails where the shortcut for plain addresses gives another one than the standard.
func parsesAlike(t *testing.T, raw string) (plain bool) {
	t.Helper()
	got, ok := parsePlain(raw)
	if !ok {
		return false
	}
	parsed, err := whatwg.Parse(raw)
	if err != nil {
		t.Errorf("%q: the standard refuses it, the shortcut gives %q", raw, got.Href)
	} else if want := from(parsed); got != want {
		t.Errorf("%q:\n got %+v\nwant %+v", raw, got, want)
	}
	return true
}

func TestPlainAddressesAgreeWithTheStandard(t *testing.T) {
	plain := []string{
		"https://www.example.com/", "http://127.0.0.1:8080/a?b=c&d#e", "https://a.example:8443/x", "http://a.example:443/", "https://0.0.0.0/",
		"http://255.255.255.255/", "http://a.example:0/", "http://a.example:65535/", "https://a.example/?", "https://a.example/#", "https://localhost/a//b",
		"https://a.example", "http://127.0.0.1:8080",
	}
	for _, raw := range plain {
		if !parsesAlike(t, raw) {
			t.Errorf("%q did not take the shortcut", raw)
		}
	}
	for _, raw := range []string{
		"https://a.example?b", "http://a.example#b", "http://a.example:80", "http:///", "https:///", "http://a.example:80/", "https://a.example:443/", "http://a.example:65536/", "http://a.example:080/", "http://a.example:/",
		"http://127.0.0.01/", "http://127.0.1/", "http://256.0.0.1/", "http://127.0.0.1./", "http://1.2.3.4.5/", "http://u@a.example/", "http://a.example:8x/",
		"HTTP://a.example/", "http://A.example/", "http://a.example/../", "http://a.example/a b", "http://a.example/%41", "http://[::1]/", "http:///a", "http://a.0x7f/", "http://" + strings.Repeat("a", 70) + ".example/", "http://" + strings.Repeat("a.", 150) + "example/",
	} {
		parsesAlike(t, raw)
	}
}

func FuzzParsePlain(f *testing.F) {
	f.Add("https://www.example.com/a/b?c=d#e")
	f.Add("http://127.0.0.1:8080/")
	f.Fuzz(func(t *testing.T, raw string) { parsesAlike(t, raw) })
}

var bases = []string{
	"https://www.example.com/a/b?q#f", "http://127.0.0.1:8080/", "https://user:pw@example.com/", "http://[::1]:81/x", "about:blank",
	"https://example.com:443/", "file:///tmp/x",
}

func TestPlainReferencesAgreeWithTheStandard(t *testing.T) {
	refs := []string{
		"/", "/a", "/a/b.html", "/a?b=c&d=e", "/a?b#c", "/a#c?d", "/a#", "/a?", "/a?#", "//b.example/c", "/a//b", "/./a", "/a/../b", "/.well-known/x", "/a.",
		"/a/.", "https://other.example/x", "https://other.example", "https://OTHER.example/x", "https://xn--bcher-kva.example/", "https://1.2.3/x",
		"https://a.0x7f/x", "https://a..b/", "https://a./x", "https://-a.b/x", "https://a_b.c/x", "https://www.example.com/a", "https://www.example.com//a",
		"https://www.example.com.evil.example/a", "https://www.example.com:8443/a", "https://example.com:443/a", "http://127.0.0.1:8080/x", "/a b", "/%41", "/é",
		"/a?x=/../y", "/a#../y", "mailto:a@b.c", "", "#x", "?x", "a/b", "/a\tb", "/a?é", "https://a-.b/x", "https://ab--cd.example/",
	}
	plain := 0
	for _, base := range bases {
		for _, ref := range refs {
			if agrees(t, base, ref) {
				plain++
			}
		}
	}
	if plain < 50 {
		t.Errorf("only %d references took the shortcut", plain)
	}
}

func FuzzPlain(f *testing.F) {
	f.Add(uint8(0), "/a/b?c=d#e")
	f.Add(uint8(1), "https://www.example.com/x")
	f.Fuzz(func(t *testing.T, base uint8, ref string) { agrees(t, bases[int(base)%len(bases)], ref) })
}
