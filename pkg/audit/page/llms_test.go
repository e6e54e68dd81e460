package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func llmsOf(text string) LLMs {
	return ParseLLMs("https://site.test/llms.txt", 200, "text/plain", []byte(text), false)
}

func TestLLMs(t *testing.T) {
	l := llmsOf("\xef\xbb\xbf# Acme #\r\n\r\n> Tools for\r\n> roadrunners.\r\n\r\nMore: [home](/).\r\n\r\n## Docs\r\n\r\n" +
		"- [Guide [v2]](https://site.test/guide_(new) \"The guide\"): how to\r\n- ![logo](/logo.png) [<x>](<b c.md>)\r\n> not the summary\r\n" +
		"```\r\n# no title\r\n[no](/link)\r\n```\r\n## Optional\n# Second\n#hashtag\n\\[no\\](/link) [open](/x\n[empty]()\n")
	if !slices.Equal(l.Titles, []string{"Acme", "Second"}) {
		t.Errorf("titles %q", l.Titles)
	}
	if l.Summary != "Tools for roadrunners." {
		t.Errorf("summary %q", l.Summary)
	}
	if !slices.Equal(l.Sections, []string{"Docs", "Optional"}) {
		t.Errorf("sections %q", l.Sections)
	}
	want := []LLMsLink{
		{Text: "home", Href: "/", URL: "https://site.test/", Line: 6},
		{Text: "Guide [v2]", Href: "https://site.test/guide_(new)", URL: "https://site.test/guide_(new)", Section: "Docs", Line: 10},
		{Text: "<x>", Href: "b c.md", URL: "https://site.test/b%20c.md", Section: "Docs", Line: 11},
	}
	if !slices.Equal(l.Links, want) || l.LinksTotal != 3 {
		t.Errorf("links of %d\n got %+v\nwant %+v", l.LinksTotal, l.Links, want)
	}
	if l.HTML || !l.Present() || l.Chars == 0 {
		t.Errorf("%+v", l)
	}
}

func TestLLMsThatIsNone(t *testing.T) {
	page := ParseLLMs("https://site.test/llms.txt", 200, "text/html", []byte("<!doctype html><h1>Acme</h1>\n# Acme"), false)
	if !page.HTML || page.Titles != nil {
		t.Errorf("a page is read as %+v", page)
	}
	missing := ParseLLMs("https://site.test/llms.txt", 404, "text/html", []byte("<!doctype html># Not found"), false)
	if missing.HTML || missing.Present() || missing.Titles != nil {
		t.Errorf("an error page is read as %+v", missing)
	}
	empty := llmsOf(" \n")
	if !empty.Present() || empty.Chars != 0 || empty.LinksTotal != 0 {
		t.Errorf("an empty file is read as %+v", empty)
	}
}

func TestLLMsBounds(t *testing.T) {
	l := llmsOf(strings.Repeat("## "+strings.Repeat("é", 600)+"\n- [a](/b)\n", 600))
	if l.LinksTotal != 600 || len(l.Links) != maxLLMsLinks {
		t.Errorf("%d links kept of %d", len(l.Links), l.LinksTotal)
	}
	if len(l.Sections) != maxLLMsHeadings || utf8.RuneCountInString(l.Sections[0]) != maxLLMsText {
		t.Errorf("%d sections of %d characters", len(l.Sections), utf8.RuneCountInString(l.Sections[0]))
	}
}

// BenchmarkLLMsHostile reads lines that would take quadratic time where every bracket looked for its partner.
func BenchmarkLLMsHostile(b *testing.B) {
	for _, unit := range []string{"[", "](", "[](", "[]()", "[](()"} {
		body := []byte(strings.Repeat(unit, 256<<10/len(unit)))
		b.Run(unit, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				ParseLLMs("https://site.test/llms.txt", 200, "", body, false)
			}
		})
	}
}

// FuzzLLMs checks that every link stands where it is said to, and that the bounds hold.
func FuzzLLMs(f *testing.F) {
	f.Add("# A\n> b\n## C\n- [d](e): f\n")
	f.Add("\uff01")
	f.Add("[a]([b](c))\r[\\](d) ```\n~~~\n")
	f.Fuzz(func(t *testing.T, text string) {
		l := llmsOf(text)
		lines := slices.Collect(linesOf(strings.TrimPrefix(text, "\xef\xbb\xbf")))
		for _, link := range l.Links {
			if link.Line > len(lines) || !strings.Contains(lines[link.Line-1], link.Href) {
				t.Fatalf("%+v isn't on its line", link)
			}
		}
		if len(l.Links) > min(l.LinksTotal, maxLLMsLinks) || l.Chars > utf8.RuneCountInString(text) {
			t.Fatal(fmt.Sprint(len(l.Links), " links of ", l.LinksTotal, ", ", l.Chars, " characters"))
		}
	})
}
