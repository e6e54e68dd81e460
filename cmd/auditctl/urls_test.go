package main

import (
	"slices"
	"strings"
	"testing"
)

func TestParseURLs(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"empty":                         {"", nil},
		"only comments":                 {"# a list of url\n  # to come\n", nil},
		"one a line":                    {"a.example\n\n  https://b.example/ \r\nc.example", []string{"a.example", "https://b.example/", "c.example"}},
		"comments":                      {"#x\na.example # shop\nb.example\t# tab\n", []string{"a.example", "b.example"}},
		"a fragment":                    {"https://a.example/#menu\nhttps://b.example/#a # b\n", []string{"https://a.example/#menu", "https://b.example/#a"}},
		"an address that says url":      {"https://a.example/url,url\n", []string{"https://a.example/url,url"}},
		"a head alone":                  {"url\n", nil},
		"a column alone":                {"URL\na.example\nb.example\n", []string{"a.example", "b.example"}},
		"a column among others":         {"name,Url,note\nA,a.example,x\n\"B, too\",b.example,y\n", []string{"a.example", "b.example"}},
		"semicolons":                    {"name;url\nA, or so;a.example\n", []string{"a.example"}},
		"quoted heads":                  {"\"name\",\"url\"\n\"A\",\"a.example\"\n", []string{"a.example"}},
		"comments above the head":       {"# exported\n\n  # by hand\nname,url\nA,a.example\n", []string{"a.example"}},
		"short and empty rows":          {"name,url\nA\nB,\nC, c.example \n", []string{"c.example"}},
		"a cell of two lines":           {"note,url\n\"two\nlines\",a.example\n", []string{"a.example"}},
		"carriage returns":              {"name,url\r\nA,a.example\r\n", []string{"a.example"}},
		"another column that holds url": {"url_old,url\nx.example,a.example\n", []string{"a.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parseURLs(c.text)
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
	for name, text := range map[string]string{"an open quote": "url\n\"a.example\n", "a head in other words": "my url list\na.example\n"} {
		if got, err := parseURLs(text); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestListsOfAddresses(t *testing.T) {
	a := &app{Streams: Streams{In: strings.NewReader("\xef\xbb\xbfurl\na.example\n")}}
	if got, err := a.readURLs("-"); err != nil || !slices.Equal(got, []string{"a.example"}) {
		t.Errorf("after a byte order mark: %q, %v", got, err)
	}
	a.In = strings.NewReader(strings.Repeat("a.example\n", maxListBytes/10+1))
	if _, err := a.readURLs("-"); err == nil || !strings.Contains(err.Error(), "larger than 16 MiB") {
		t.Errorf("too large a list: %v", err)
	}
}

func FuzzParseURLs(f *testing.F) {
	for _, seed := range []string{"# url", "url\n\"", "a;url\n;", "\r\n#\turl", "url,url\n,", "https://a.example/#x # y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		urls, _ := parseURLs(text)
		for _, u := range urls {
			if u == "" || u != strings.TrimSpace(u) {
				t.Errorf("%q gave %q", text, u)
			}
		}
	})
}
