package page

import "testing"

func TestCookiesAreReadAsBrowsersDo(t *testing.T) {
	for line, want := range map[string]Cookie{
		"a=b; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=60": {Name: "a", Secure: true, HTTPOnly: true, SameSite: "lax", Path: "/"},
		` a = "b,c\" ;SECURE;`:             {Name: "a", Secure: true, Session: true},
		"a=; SameSite":                     {Name: "a", Session: true, SameSiteUnknown: true},
		"a=b; SameSite=Lax; SameSite=None": {Name: "a", Session: true, SameSite: "none"},
		"a=b; Domain=.Example.com":         {Name: "a", Session: true, Domain: "example.com"},
		"a=b; Domain=other.com":            {Name: "a", Session: true, Domain: "other.com", Refused: true},
		"a=b; Domain=com":                  {Name: "a", Session: true, Domain: "com", Refused: true},
		"__Secure-a=b":                     {Name: "__Secure-a", Session: true, Refused: true},
		"__Host-a=b; Secure":               {Name: "__Host-a", Session: true, Secure: true, Refused: true},
		"__Host-a=b; Secure; Path=/":       {Name: "__Host-a", Session: true, Secure: true, Path: "/"},
	} {
		if got, ok := ParseSetCookie(line, "www.example.com", "/shop/cart"); !ok || got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	for _, line := range []string{"", "a", "=b", "; Secure"} {
		if c, ok := ParseSetCookie(line, "example.com", "/"); ok {
			t.Errorf("%q has no name, yet gave %+v", line, c)
		}
	}
}
