package page

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
)

const sitemapURL = "https://site.test/maps/sitemap.xml"

func sitemapOf(text string) Sitemap { return parseSitemap(strings.NewReader(text), sitemapURL, 100) }

const urlset = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9">
`

func TestSitemapUrlset(t *testing.T) {
	s := sitemapOf(urlset + `<url>
  <loc> https://site.test/a?x=1&amp;y=2#part </loc><lastmod>2026-10-01</lastmod>
  <image:image><image:loc>https://cdn.test/a.png</image:loc></image:image><image:loc>https://cdn.test/b.png</image:loc>
  <xhtml:link rel="alternate" hreflang="de" href="/de/a"/><xhtml:link rel="stylesheet" href="/s.css"/>
</url>
<url><loc><![CDATA[https://site.test/b]]></loc><n:news/></url></urlset>`)
	want := Sitemap{
		URL: sitemapURL, Form: "urlset", Bytes: s.Bytes, Count: 2, News: true,
		Entries: []SitemapEntry{
			{
				URL: "https://site.test/a?x=1&y=2", LastMod: "2026-10-01", Modified: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC),
				Alternates: []Alternate{{Lang: "de", Href: "/de/a", URL: "https://site.test/de/a", Source: "sitemap"}},
			},
			{URL: "https://site.test/b"},
		},
	}
	if fmt.Sprintf("%+v", s) != fmt.Sprintf("%+v", want) || s.Bytes == 0 {
		t.Errorf("\n got %+v\nwant %+v", s, want)
	}
}

func TestSitemapForms(t *testing.T) {
	for _, c := range []struct{ name, text, form, entries string }{
		{
			"index", `<sitemapindex><sitemap><loc>https://site.test/a.xml</loc></sitemap><sitemap><loc>/b.xml.gz</loc></sitemap></sitemapindex>`,
			"sitemapindex", "https://site.test/a.xml https://site.test/b.xml.gz",
		},
		{
			"prefixed", `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>https://site.test/a</s:loc></s:url></s:urlset>`,
			"urlset", "https://site.test/a",
		},
		{"byte order mark", "\xef\xbb\xbf" + urlset + "<url><loc>https://site.test/a</loc></url></urlset>", "urlset", "https://site.test/a"},
		{
			"another encoding", "<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>https://site.test/\xe9</loc></url></urlset>",
			"urlset", "https://site.test/%C3%A9",
		},
		{
			"dot segments and more to encode", "https://site.test/a\nhttps://site.test/b/../c\nhttps://site.test/%2E/d\nhttps://site.test/é|?'\"",
			"text", "https://site.test/a https://site.test/c https://site.test/d https://site.test/%C3%A9|?%27%22",
		},
		{"text", "\xef\xbb\xbfhttps://site.test/a\r\n\r\nhttps://site.test/b?x=1&y=2\n", "text", "https://site.test/a https://site.test/b?x=1&y=2"},
		{
			"RSS", `<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><link>https://site.test/</link><item><title>x</title>
			<a:link href="https://site.test/self"/><link>https://site.test/a</link><pubDate>Mon, 02 Nov 2026 10:00:00 +0100</pubDate></item></channel></rss>`,
			"rss", "https://site.test/a",
		},
		{
			"RSS 1.0", `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item><link>https://site.test/a</link></item></r:RDF>`,
			"rss", "https://site.test/a",
		},
		{
			"Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.test/"/><entry><link rel="edit" href="/e"/>
			<link href="https://site.test/a"/><published>2020-01-01T00:00:00Z</published><updated>2026-11-02T10:00:00+01:00</updated></entry></feed>`,
			"atom", "https://site.test/a",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sitemapOf(c.text)
			got := slices.Clone(s.Children)
			for _, e := range s.Entries {
				got = append(got, e.URL)
				if e.LastMod != "" && !e.Modified.Equal(time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)) {
					t.Errorf("%q read as %v", e.LastMod, e.Modified)
				}
			}
			if s.Form != c.form || strings.Join(got, " ") != c.entries || s.ParseError != "" || s.HTML {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestSitemapFaults(t *testing.T) {
	const one = "<url><loc>https://site.test/a</loc></url>\n"
	for _, c := range []struct {
		name, text, form, fault string
		count                   int
	}{
		{"bare ampersand", urlset + one + "<url><loc>https://site.test/?a=1&b=2</loc></url></urlset>", "urlset", "line 5: invalid character entity &b", 1},
		{"HTML's entities", urlset + one + "<url><loc>https://site.test/&eacute;</loc></url></urlset>", "urlset", "line 5: invalid character entity &eacute;", 1},
		{
			"its own entities", `<!DOCTYPE x [<!ENTITY lol "lol"><!ENTITY more "&lol;&lol;">]>` + "<urlset>\n" + one + "<url><loc>&more;</loc></url></urlset>",
			"urlset", "line 3: invalid character entity &more;", 1,
		},
		{"cut off", urlset + one + "<url><loc>https://si", "urlset", "line 5: the file ends before its last element does", 1},
		{"elements crossed", urlset + one + "<url><loc>https://site.test/b</url></loc></urlset>", "urlset", "line 5: element <loc> closed by </url>", 1},
		{"blank line first", "\n" + urlset + one + "</urlset>", "urlset", "line 1: something stands before the XML declaration", 1},
		{"text behind", urlset + one + "</urlset>\nWarning: out of memory", "urlset", "text outside of the document", 1},
		{"two documents", urlset + one + "</urlset><urlset/>", "urlset", "line 5: a second document after the end", 1},
		{"another document", "<opml><outline/></opml>", "", "neither a sitemap in XML nor a list of addresses", 0},
		{"words", "Not found\n", "", "neither a sitemap in XML nor a list of addresses", 0},
		{"nothing", " \n", "", "the file is empty", 0},
		{"nested", "<urlset>" + strings.Repeat("<url>", 40), "urlset", "line 1: elements nested deeper than 32", 0},
		{"gzip cut off", string(gzipped(urlset + one)[:40]), "", "the gzip data ends early", 0},
		{"gzip damaged", "\x1f\x8b" + strings.Repeat("x", 100), "", "the gzip data is damaged", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sitemapOf(c.text)
			if s.Form != c.form || s.Count != c.count || len(s.Entries) != c.count || !strings.Contains(s.ParseError, c.fault) || s.HTML {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestSitemapThatIsAPage(t *testing.T) {
	for _, text := range []string{
		"<!DOCTYPE html><html lang=en><title>x</title>",
		"<?xml version='1.0'?><!-- x --><html xmlns='http://www.w3.org/1999/xhtml'/>",
	} {
		if s := sitemapOf(text); !s.HTML || s.Form != "" || s.ParseError != "" {
			t.Errorf("%q: %+v", text, s)
		}
	}
}

func TestSitemapProblems(t *testing.T) {
	for _, c := range []struct{ name, entry, problem string }{
		{"none", "<loc>https://site.test/a</loc><lastmod>2026-10-01T10:00:00.5Z</lastmod>", ""},
		{"month", "<loc>https://site.test/a</loc><lastmod>2026-10</lastmod>", ""},
		{"minute", "<loc>https://site.test/a</loc><lastmod>2026-10-01T10:00+02:00</lastmod>", ""},
		{"no zone", "<loc>https://site.test/a</loc><lastmod>2026-10-01T10:00:00</lastmod>", SitemapBadLastMod},
		{"words", "<loc>https://site.test/a</loc><lastmod>yesterday</lastmod>", SitemapBadLastMod},
		{"relative", "<loc>/a</loc>", SitemapRelativeLoc},
		{"without scheme", "<loc>//site.test/a</loc>", SitemapRelativeLoc},
		{"no web address", "<loc>mailto:a@site.test</loc>", SitemapBadLoc},
		{"no address", "<loc>https://[x</loc>", SitemapBadLoc},
		{"no loc", "<lastmod>2026-10-01</lastmod>", SitemapEmptyLoc},
		{"empty loc", "<loc> </loc>", SitemapEmptyLoc},
		{"subdomain", "<loc>https://www.site.test/a</loc>", SitemapOtherHost},
		{"port", "<loc>https://site.test:8443/a</loc>", SitemapOtherHost},
		{"host that begins alike", "<loc>https://site.testing/a</loc>", SitemapOtherHost},
		{"http", "<loc>http://site.test/a</loc>", ""},
	} {
		for _, keep := range []int{100, 0} {
			s := parseSitemap(strings.NewReader(urlset+strings.Repeat("<url>"+c.entry+"</url>", 2)+"</urlset>"), sitemapURL, keep)
			if got := strings.Join(s.Problems, " "); got != c.problem || s.Count != 2 || s.ParseError != "" || len(s.Entries) > keep {
				t.Errorf("%s, keeping %d: %+v", c.name, keep, s)
			}
		}
	}
}

func TestSitemapBounds(t *testing.T) {
	t.Run("50,000 entries", func(t *testing.T) {
		s := parseSitemap(bytes.NewReader(gzipped(manyEntries(maxSitemapEntries))), sitemapURL, 10)
		if s.Count != 50_000 || len(s.Entries) != 10 || s.Problems != nil || s.Truncated != "" || !s.Gzip {
			t.Errorf("%d entries, %d kept, problems %q, truncated %q", s.Count, len(s.Entries), s.Problems, s.Truncated)
		}
	})
	t.Run("one more", func(t *testing.T) {
		s := parseSitemap(strings.NewReader(manyEntries(maxSitemapEntries+1)), sitemapURL, 10)
		if s.Count != 50_000 || !slices.Equal(s.Problems, []string{SitemapOver50000}) || s.Truncated != SitemapCutEntries || s.ParseError != "" {
			t.Errorf("%d entries, problems %q, truncated %q, %q", s.Count, s.Problems, s.Truncated, s.ParseError)
		}
	})
	for name, c := range map[string]struct {
		data      []byte
		truncated string
		most      int64 // bytes decoded
	}{
		"gzip bomb of entries": {gzipped(urlset + "<url><loc>/a</loc></url>" + strings.Repeat("<a/>", 8<<20)), SitemapCutBytes, 20 << 20},
		"gzip bomb in gzip": {
			gzipped(string(gzipped(urlset + "<url><loc>/a</loc></url>" + strings.Repeat("<a/>", 8<<20)))), SitemapCutBytes, 2 << 20,
		},
		"one long text": {gzipped(urlset + "<url><loc>/a</loc></url>" + strings.Repeat(" ", 8<<20)), "", 2 << 20},
		"more than 50 MiB": {
			[]byte(urlset + "<url><loc>/a</loc></url>" + strings.Repeat("<!--"+strings.Repeat(" ", 10_000)+"-->", 5300)),
			SitemapCutBytes, maxSitemapBytes,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := parseSitemap(bytes.NewReader(c.data), sitemapURL, 10)
			if s.Bytes > c.most || s.Truncated != c.truncated || len(s.Entries) != 1 || (s.ParseError == "") != (c.truncated != "") {
				t.Errorf("%d bytes, %d entries, problems %q, truncated %q, %q", s.Bytes, s.Count, s.Problems, s.Truncated, s.ParseError)
			}
			if over := slices.Contains(s.Problems, SitemapOver50MiB); over != (c.most == maxSitemapBytes) {
				t.Errorf("problems %q", s.Problems)
			}
		})
	}
	t.Run("alternates", func(t *testing.T) {
		entry := "<url><loc>/a</loc>" + strings.Repeat(`<x:link rel="alternate" hreflang="fr" href="/b"/>`, 300) + "</url>"
		set := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml">`
		s := parseSitemap(strings.NewReader(set+strings.Repeat(entry, 10)+"</urlset>"), sitemapURL, 100)
		if len(s.Entries) != 3 || s.Count != 10 || s.ParseError != "" { // of the thousand that the test keeps
			t.Errorf("%d of %d entries kept, %q", len(s.Entries), s.Count, s.ParseError)
		}
	})
	t.Run("long addresses", func(t *testing.T) {
		entry := "<url><loc>/" + strings.Repeat("a", 8000) + "</loc></url>"
		s := parseSitemap(strings.NewReader(urlset+strings.Repeat(entry, 3000)+"</urlset>"), sitemapURL, 5000)
		if kept := len(s.Entries) * 8000; kept > maxSitemapKept || s.Count != 3000 {
			t.Errorf("%d bytes kept of %d entries", kept, s.Count)
		}
	})
	t.Run("connection breaks", func(t *testing.T) {
		r := io.MultiReader(strings.NewReader(urlset+"<url><loc>https://site.test/a</loc></url>"), iotest.ErrReader(errors.New("reset")))
		if s := parseSitemap(r, sitemapURL, 10); s.Count != 1 || s.Truncated != SitemapCutRead || s.ParseError != "" {
			t.Errorf("%+v", s)
		}
	})
	t.Run("children", func(t *testing.T) {
		text := "<sitemapindex>" + strings.Repeat("<sitemap><loc>https://site.test/a.xml</loc></sitemap>", 1200) + "</sitemapindex>"
		if s := sitemapOf(text); s.Count != 1200 || len(s.Children) != maxSitemapChildren {
			t.Errorf("%d children of %d", len(s.Children), s.Count)
		}
	})
}

func gzipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

func manyEntries(n int) string {
	var b strings.Builder
	b.WriteString(urlset)
	for i := range n {
		fmt.Fprintf(&b, "<url><loc>https://site.test/category/product-%d?colour=red&amp;size=%d</loc><lastmod>2026-10-%02d</lastmod></url>\n", i, i%40, 1+i%28)
	}
	b.WriteString("</urlset>\n")
	return b.String()
}

func BenchmarkSitemap(b *testing.B) {
	text := manyEntries(maxSitemapEntries)
	for _, keep := range []int{100, maxSitemapEntries} {
		b.Run(fmt.Sprintf("50000 entries, %d kept", keep), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				parseSitemap(strings.NewReader(text), sitemapURL, keep)
			}
		})
	}
}

// FuzzSitemap checks that whatever comes is counted within bounds, that only web addresses are kept, and that a file is one thing at a time.
func FuzzSitemap(f *testing.F) {
	f.Add([]byte(urlset+"<url><loc>a</loc><lastmod>2026</lastmod></url></urlset>"), 3)
	f.Add([]byte("<feed><entry><link href='/x'/><updated/></entry></feed>"), 1)
	f.Add([]byte("<sitemapindex><sitemap><loc>&#x2f;</loc></sitemap>"), 1)
	f.Add([]byte("https://site.test/\nx"), 0)
	f.Add([]byte("https://site.test/\nhttps://site.test/a/../b\nhttps://site.test/%2e/?'|(c)~%2F"), 9)
	f.Add(gzipped("<rss><item><link>https://a.test</link></item></rss>"), 9)
	f.Fuzz(func(t *testing.T, data []byte, keep int) {
		s := parseSitemap(bytes.NewReader(data), sitemapURL, keep)
		if len(s.Entries) > max(keep, 0) || len(s.Entries)+len(s.Children) > s.Count {
			t.Fatalf("%d entries and %d children of %d, to keep %d", len(s.Entries), len(s.Children), s.Count, keep)
		}
		for _, e := range s.Entries {
			if u, err := weburl.Parse(e.URL); err != nil || !u.Web() || u.Page() != e.URL {
				t.Fatalf("kept %q, which is %q", e.URL, u.Page())
			}
		}
		if s.Form == "" && (s.Count > 0 || !s.HTML && s.ParseError == "" && s.Truncated == "") {
			t.Fatalf("no form, and no reason: %+v", s)
		}
	})
}
