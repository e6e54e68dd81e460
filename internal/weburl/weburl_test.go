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
