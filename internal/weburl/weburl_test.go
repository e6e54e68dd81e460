package weburl

import "testing"

func TestRegistriesKnowNoPrivateSuffixes(t *testing.T) {
	for host, want := range map[string]string{
		"www.example.co.uk": "example.co.uk", "user.github.io": "github.io", "a.b.blogspot.co.uk": "blogspot.co.uk", "co.uk": "", "127.0.0.1": "", "localhost": "",
		"shop.example.test": "example.test",
	} {
		if got := RegisteredDomain(host); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

func TestWWWIsStrippedOnlyWhereADomainRemains(t *testing.T) {
	for host, want := range map[string]string{
		"www.example.com": "example.com", "www.example.co.uk:8443": "example.co.uk:8443", "www.www.com": "www.com",
		"www.shop.example.com.": "shop.example.com.",
		"www.com":               "www.com", "www.co.uk": "www.co.uk", "www.com:8080": "www.com:8080", "www.com.": "www.com.",
		"www.github.io":      "www.github.io",
		"www.localhost:8080": "www.localhost:8080", "www.": "www.", "www": "www", "wwwexample.com": "wwwexample.com",
		"[::1]:80": "[::1]:80",
	} {
		if got := WithoutWWW(host); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

func TestNoAddressKeepsUserAndPassword(t *testing.T) {
	u, err := Parse("https://user:pw@example.com/a")
	if err != nil || !u.User || u.Href != "https://example.com/a" {
		t.Errorf("%+v, %v", u, err)
	}
	b, err := NewBase("https://user:pw@example.com/a/b")
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		"c": "https://example.com/a/c", "//user:pw@b.example/": "https://b.example/", `\\u:pw@b.example`: "https://b.example/",
	} {
		if u, ok := b.Resolve(ref); !ok || u.Href != want {
			t.Errorf("%s: %+v", ref, u)
		}
	}
}
