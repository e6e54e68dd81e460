package page

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSecurityTxt(t *testing.T) {
	s := ParseSecurityTxt("https://site.test/.well-known/security.txt", []byte("\xef\xbb\xbf-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\n# ours\r\n"+
		"contact: mailto:security@site.test\r\n- Contact: https://site.test/report\r\nExpires: 2027-01-01t00:00:00z\r\nExpires: soon\r\nPolicy: https://site.test/policy\r\n"+
		"Acknowledgments: https://site.test/thanks\r\nwhat is this\r\n-----BEGIN PGP SIGNATURE-----\r\nContact: mailto:nobody@site.test\r\n"))
	if want := []string{"mailto:security@site.test", "https://site.test/report"}; !slices.Equal(s.Contacts, want) {
		t.Errorf("contacts %q", s.Contacts)
	}
	if !s.Expires.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) || s.Dates != 2 || !s.Signed || s.Policy != "https://site.test/policy" {
		t.Errorf("%+v", s)
	}
	if want := []string{"what is this"}; !slices.Equal(s.Bad, want) {
		t.Errorf("bad lines %q", s.Bad)
	}
	if s := ParseSecurityTxt("", []byte(strings.Repeat("contact: a\nnonsense\n", 100))); len(s.Contacts) != maxSecurityLines || len(s.Bad) != maxSecurityLines {
		t.Errorf("%d contacts and %d bad lines kept", len(s.Contacts), len(s.Bad))
	}
}

func TestServedTellsFilesFromPagesAndFindsPrivateKeys(t *testing.T) {
	for _, c := range []struct {
		body             string
		there, json, key bool
	}{
		{`{"name": "x"}`, true, true, false},
		{"\xef\xbb\xbf[1]", true, true, false},
		{"<!doctype html><title>x</title>", false, false, false},
		{"", false, false, false},
		{"text", true, false, false},
		{`"text"`, true, false, false},
		{`{"keys": [{"kty": "EC", "x": "a", "y": "b"}]}`, true, true, false},
		{`{"keys": [{"kty": "EC", "x": "a", "y": "b", "d": "c"}]}`, true, true, true},
		{`{"a": {"b": [{"kty": "oct", "k": "c"}]}}`, true, true, true},
		{`{"kty": "RSA", "n": "a", "e": "AQAB", "k": "not private"}`, true, true, false},
		{strings.Repeat("[", 5000) + strings.Repeat("]", 5000), true, true, false},
	} {
		s := Served{Status: 200}
		s.Describe([]byte(c.body))
		if s.There() != c.there || s.JSON != c.json || s.PrivateKey != c.key {
			t.Errorf("%.60q: %+v", c.body, s)
		}
	}
}

func TestReadingKeepsABoundedText(t *testing.T) {
	p := &Page{Text: Text{Visible: 7, Main: strings.Repeat("é", MaxReadingText)}, Response: Response{Status: 200}}
	if r := ReadingOf(p); len(r.Text) > MaxReadingText || !strings.HasPrefix(p.Text.Main, r.Text) || r.Words != 7 || r.Status != 200 {
		t.Errorf("%d bytes, %d words, status %d", len(r.Text), r.Words, r.Status)
	}
}

func TestServedKnowsRSL(t *testing.T) {
	for body, want := range map[string]bool{
		`<?xml version="1.0"?><!-- ours --><rsl xmlns="https://rslstandard.org/rsl"><content url="/"/></rsl>`: true,
		`<r:rsl xmlns:r="https://rslstandard.org/rsl"/>`:                                                      true,
		`<rsl>no namespace</rsl>`: false,
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>`: false,
		`<html xmlns="https://rslstandard.org/rsl"/>`:                   false,
		"License: x": false, "": false, "<": false,
	} {
		var s Served
		if s.Describe([]byte(body)); s.RSL != want {
			t.Errorf("%q: RSL %v", body, s.RSL)
		}
	}
}
