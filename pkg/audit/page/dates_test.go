package page

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func datesOf(p *Page) []string {
	var out []string
	for _, d := range p.Dates {
		valid := ""
		if !d.Valid {
			valid = " invalid"
		}
		at := "-"
		if !d.Time.IsZero() {
			at = d.Time.UTC().Format(time.DateOnly)
		}
		out = append(out, fmt.Sprintf("%s %s %s%s", d.Source, d.Role, at, valid))
	}
	return out
}

func TestDatesInText(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
	}{
		{"Published on 1 June 2026", []string{"text published 2026-06-01"}},
		{"June 1st, 2026", []string{"text visible 2026-06-01"}},
		{"By Jo Doe · Jun 1, 2026", []string{"text visible 2026-06-01"}},
		{"Publié le 1er juin 2026 par Jo", []string{"text published 2026-06-01"}},
		{"Mis à jour le 14 août 2026", []string{"text modified 2026-08-14"}},
		{"Published 1 June 2026, last updated 3 June 2026", []string{"text published 2026-06-01", "text modified 2026-06-03"}},
		{"Updated: 2026-06-01", []string{"text modified 2026-06-01"}},
		{"1. März 2026", []string{"text visible 2026-03-01"}},
		{"1 de junio de 2026", []string{"text visible 2026-06-01"}},
		{"01/06/2026", nil},
		{"June 2026", nil},
		{"31 February 2026", nil},
		{"© 2026 Acme", nil},
		{"The company was founded on 1 June 1998 by two friends who had nothing but a garage and a great deal of hope", nil},
	} {
		p := &Page{}
		p.readDates(forever(), nil, []string{tt.line})
		if got := datesOf(p); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
}

func TestDateSources(t *testing.T) {
	p := &Page{
		FinalURL:  "https://example.com/blog/2026/06/01/title",
		OpenGraph: []Meta{{"article:published_time", "2026-06-01T10:00:00+02:00"}, {"article:modified_time", "yesterday"}},
		Metas:     []Meta{{"dcterms.modified", "2026-06-02"}, {"author", "2026-06-03"}},
		Graph: *readJSONLD(t, `{"@context":"https://schema.org","@type":"WebPage","dateModified":"2026-06-04","mainEntity":{"@type":"BlogPosting",
			"datePublished":"06/01/2026","comment":{"@type":"Comment","datePublished":"2026-06-09"}},"review":{"@type":"Review","datePublished":"2026-06-08"}}`),
	}
	p.readDates(forever(), []timeElement{
		{"2026-06-01T00:30:00-05:00", "June 1"},
		{"", "1 June 2026"},
		{"PT2H", "2 hours"},
		{"09:00", "9"},
		{"2026-13-45", "x"},
		{"2026-06-01 10:00", "x"},
	}, nil)
	want := []string{
		"jsonld modified 2026-06-04", "jsonld published - invalid", "meta published 2026-06-01", "meta modified - invalid", "meta modified 2026-06-02",
		"time visible 2026-06-01", "time visible 2026-06-01 invalid", "time visible - invalid", "time visible 2026-06-01", "url url 2026-06-01",
	}
	if got := datesOf(p); !slices.Equal(got, want) {
		t.Errorf("dates %q\nwant  %q", got, want)
	}
}

func TestURLDates(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.com/2026/06/01/":         "url url 2026-06-01",
		"https://example.com/2026-06-01-title":    "url url 2026-06-01",
		"https://example.com/news/2026/06/title/": "",
		"https://example.com/2026/13/01/":         "",
		"https://example.com/2026/06/011/":        "",
		"https://example.com/?d=/2026/06/01/":     "",
	} {
		p := &Page{FinalURL: url}
		p.readDates(forever(), nil, nil)
		got := ""
		if len(p.Dates) > 0 {
			got = datesOf(p)[0]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

func TestISODate(t *testing.T) {
	for s, want := range map[string]string{
		"2026-06-01":                      "2026-06-01T00:00:00Z",
		" 2026-06-01T10:00 ":              "2026-06-01T10:00:00Z",
		"2026-06-01T10:00:00.123+02:00":   "2026-06-01T08:00:00Z",
		"2026-06-01T10:00:00+0200":        "2026-06-01T08:00:00Z",
		"2026-06-01T10:00Z":               "2026-06-01T10:00:00Z",
		"2026-02-30":                      "",
		"2026-06-01 10:00":                "",
		"01/06/2026":                      "",
		"2026":                            "",
		"June 1, 2026":                    "",
		"2026-06-01T10:00:00 Europe/Rome": "",
	} {
		got := ""
		if at, ok := ISODate(s); ok {
			got = at.UTC().Truncate(time.Second).Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("ISODate(%q) = %q, want %q", s, got, want)
		}
	}
}
