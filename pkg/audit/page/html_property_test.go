package page

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestPageSurvivesJSON(t *testing.T) {
	for _, body := range [][]byte{businessPage(), []byte("<p>d\xe9j\xe0\x00"), []byte("<title>\xff</title><a href='\xff'>\xff"), nil} {
		p := parseHTML(Document{URL: "https://www.example.com/", Body: body, KeepMarkdown: true})
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back Page
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		same(t, "after JSON", &back, p)
	}
}

func TestSameBytesSamePage(t *testing.T) {
	d := Document{URL: "https://www.example.com/", Body: businessPage(), KeepMarkdown: true}
	same(t, "second reading", parseHTML(d), parseHTML(d))
}

func TestBrokenAddress(t *testing.T) {
	p := parseHTML(Document{URL: "::", Body: []byte(`<a href="/x">x</a><a href="https://a.example/">y</a><link rel=canonical href=c>`)})
	same(t, "relative", p.Links[0].URL, "")
	same(t, "absolute", p.Links[1].URL, "https://a.example/")
}

func TestDeepNesting(t *testing.T) {
	p := read(`<html lang=en><head><title>Deep</title><meta name=description content=D></head><body><h1>Top</h1>` + strings.Repeat("<div>", 600) +
		`<p>Inside<p>of it <a href="/x">link</a><script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing"}</script><img src=a>`)
	if p.ParseError == "" {
		t.Error("nothing said of the depth")
	}
	same(t, "title", p.Titles, []string{"Deep"})
	same(t, "lang", p.Lang, "en")
	same(t, "description", p.Descriptions, []string{"D"})
	same(t, "heading", len(p.Headings), 1)
	same(t, "links", len(p.Links), 1)
	same(t, "images", len(p.Images), 1)
	same(t, "structured data", p.Graph.Blocks, 1)
	same(t, "text", p.Text.Main, "Inside\nof it link")
}

// Each of these takes the tree builder minutes or gigabytes when it is let through as it is.
func TestHostileDocuments(t *testing.T) {
	roots, bold := new(strings.Builder), new(strings.Builder)
	for i := range 20_000 {
		fmt.Fprintf(roots, "<html a%d><body b%d>", i, i)
	}
	for i := range 400 {
		fmt.Fprintf(bold, "<b a%d><!--</b>--><select></b></select>", i)
	}
	for name, test := range map[string]struct {
		html string
		cut  bool
	}{
		"attributes":          {"<p " + strings.Repeat("a ", 1_000_000) + ">x", true},
		"numbered roots":      {roots.String(), true},
		"formatting elements": {"<p>" + bold.String() + strings.Repeat("<p>x", 100_000) + "<a href=/last>last</a>", false},
		"tags":                {strings.Repeat("<p>", 1_000_000), true},
	} {
		p := read("<title>T</title><h1>First</h1>" + test.html)
		same(t, name+" title", p.Titles, []string{"T"})
		same(t, name+" heading", len(p.Headings), 1)
		same(t, name+" cut", p.ParseError != "", test.cut)
		if !test.cut {
			same(t, name+" links", len(p.Links), 1)
		}
	}
	if p := read(string(businessPage())); p.ParseError != "" {
		t.Errorf("an ordinary page: %s", p.ParseError)
	}
}

func FuzzParseHTML(f *testing.F) {
	f.Add([]byte(`<!doctype html><html lang=fr><title>T</title><main><h1>A</h1><p>b<table><tr><th>x<td>y</table><ul><li>z<dl><dt>q<dd>r`), "text/html; charset=utf-8", "noindex")
	f.Add([]byte(`<a href=x><h3>y</h3></a><b><p>z</b>q<pre> a
 b</pre><style>.a{display:none}</style><i class=a>h`), "text/html", "<x>; rel=canonical")
	f.Add([]byte("\xff\xfe<\x00p\x00>\x00"), "", "googlebot: unavailable_after: 1, 2, noindex")
	f.Add([]byte(strings.Repeat("<div>", 600)+"<svg><title>a<foreignObject><p>b"), "", "")
	f.Fuzz(func(t *testing.T, body []byte, contentType, header string) {
		d := Document{
			URL: "https://www.example.com/a", Body: body, KeepMarkdown: true,
			Header: map[string][]string{"Content-Type": {contentType}, "X-Robots-Tag": {header}, "Link": {header}},
		}
		p := parseHTML(d)
		if !utf8.ValidString(p.Text.Main) || !utf8.ValidString(p.Text.Markdown) {
			t.Error("the text is no UTF-8")
		}
		if p.Text.Words > p.Text.Visible+1 {
			t.Errorf("%d words in the main content, %d visible", p.Text.Words, p.Text.Visible)
		}
		for i, b := range p.Text.Blocks {
			if b.Text == "" || !strings.Contains(p.Text.Main, b.Text) {
				t.Errorf("block %d %q is not in the main content", i, b.Text)
			}
		}
		if again := parseHTML(d); !reflect.DeepEqual(p, again) {
			t.Errorf("two readings differ:\n%s", cmp.Diff(p, again))
		}
		data, err := json.Marshal(p)
		var back Page
		if err == nil {
			err = json.Unmarshal(data, &back)
		}
		if err != nil || !reflect.DeepEqual(*p, back) {
			t.Errorf("after JSON: %v\n%s", err, cmp.Diff(*p, back))
		}
	})
}
