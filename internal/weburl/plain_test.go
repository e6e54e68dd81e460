package weburl

import (
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

var bases = []string{"https://www.example.com/a/b?q#f", "http://127.0.0.1:8080/", "https://user:pw@example.com/", "http://[::1]:81/x", "about:blank",
	"https://example.com:443/", "file:///tmp/x"}

func TestPlainReferencesAgreeWithTheStandard(t *testing.T) {
	refs := []string{"/", "/a", "/a/b.html", "/a?b=c&d=e", "/a?b#c", "/a#c?d", "/a#", "/a?", "/a?#", "//b.example/c", "/a//b", "/./a", "/a/../b", "/.well-known/x", "/a.",
		"/a/.", "https://other.example/x", "https://other.example", "https://OTHER.example/x", "https://xn--bcher-kva.example/", "https://1.2.3/x",
		"https://a.0x7f/x", "https://a..b/", "https://a./x", "https://-a.b/x", "https://a_b.c/x", "https://www.example.com/a", "https://www.example.com//a",
		"https://www.example.com.evil.example/a", "https://www.example.com:8443/a", "https://example.com:443/a", "http://127.0.0.1:8080/x", "/a b", "/%41", "/é",
		"/a?x=/../y", "/a#../y", "mailto:a@b.c", "", "#x", "?x", "a/b", "/a\tb", "/a?é", "https://a-.b/x", "https://ab--cd.example/"}
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
