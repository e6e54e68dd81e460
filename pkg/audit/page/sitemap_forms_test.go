package page

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func utf16le(text string) string {
	b := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// TestEveryFormOfTheSitemapProtocolIsRead holds files of all the forms that sites serve to one list of addresses.
func TestEveryFormOfTheSitemapProtocolIsRead(t *testing.T) {
	const (
		space = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
		one   = "<url><loc>https://site.test/a</loc></url>"
	)
	for _, c := range []struct{ name, text, form, entries, problems string }{
		{"no namespace", "<urlset>" + one + "</urlset>", "urlset", "https://site.test/a", ""},
		{"namespace of Google's own, from before the protocol", `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">` + one + "</urlset>", "urlset", "https://site.test/a", ""},
		{"namespace over https", `<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9">` + one + "</urlset>", "urlset", "https://site.test/a", ""},
		{"schema location, style sheet, comments", `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/s.xsl"?><!-- <url><loc>https://site.test/no</loc></url> -->` +
			`<urlset ` + space + ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">` + one + "<!-- end --></urlset><!-- 5 ms -->", "urlset", "https://site.test/a", ""},
		{"all extensions", `<urlset ` + space + ` xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"
			xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0" xmlns:xhtml="http://www.w3.org/1999/xhtml">
			<url><image:image><image:loc>https://site.test/a.png</image:loc></image:image><video:video><video:player_loc>https://site.test/v</video:player_loc><video:content_loc>https://site.test/v.mp4</video:content_loc></video:video>
			<news:news><news:publication><news:name>x</news:name></news:publication></news:news><mobile:mobile/><xhtml:link rel="alternate" hreflang="fr" href="https://site.test/fr"/>
			<loc>https://site.test/a</loc><priority>0.5</priority><changefreq>daily</changefreq></url></urlset>`, "urlset", "https://site.test/a", ""},
		{"prefixes everywhere", `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns="http://www.google.com/schemas/sitemap-image/1.1"><sm:url><image><loc>https://site.test/a.png</loc></image>
			<sm:loc>https://site.test/a</sm:loc></sm:url></sm:urlset>`, "urlset", "https://site.test/a", ""},
		{"prefix that nothing declares", "<x:urlset><x:url><x:loc>https://site.test/a</x:loc></x:url></x:urlset>", "urlset", "https://site.test/a", ""},
		{
			"CDATA, entities, line ends inside", "<urlset><url><loc>\r\n\t<![CDATA[https://site.test/a?b=1&c=2]]>\r\n</loc></url><url><loc>https://site.test/&#x61;?b=1&#38;c=&apos;&quot;</loc></url></urlset>",
			"urlset", "https://site.test/a?b=1&c=2 https://site.test/a?b=1&c=%27%22", "",
		},
		{"characters to encode", "<urlset><url><loc>https://site.test/é à/ü?q=ö ä</loc></url></urlset>", "urlset", "https://site.test/%C3%A9%20%C3%A0/%C3%BC?q=%C3%B6%20%C3%A4", ""},
		{
			"relative", "<urlset><url><loc>/a</loc></url><url><loc>b</loc></url><url><loc>../c</loc></url></urlset>", "urlset",
			"https://site.test/a https://site.test/maps/b https://site.test/c", SitemapRelativeLoc,
		},
		{"international host", "<urlset><url><loc>https://bücher.test/a</loc></url></urlset>", "urlset", "https://xn--bcher-kva.test/a", SitemapOtherHost},
		{"upper case host and scheme", "<urlset><url><loc>HTTPS://SITE.test/A</loc></url></urlset>", "urlset", "https://site.test/A", ""},
		{"default port", "<urlset><url><loc>https://site.test:443/a</loc></url></urlset>", "urlset", "https://site.test/a", ""},
		{"gzip", string(gzipped("<urlset>" + one + "</urlset>")), "urlset", "https://site.test/a", ""},
		{"gzip with a byte order mark inside", string(gzipped("\xEF\xBB\xBF<urlset>" + one + "</urlset>")), "urlset", "https://site.test/a", ""},
		{"gzip of several members", string(gzipped("<urlset>"+one)) + string(gzipped("</urlset>")), "urlset", "https://site.test/a", ""},
		{"gzip of gzip", string(gzipped(string(gzipped("<urlset>" + one + "</urlset>")))), "urlset", "https://site.test/a", ""},
		{"gzip of text", string(gzipped("https://site.test/a\n")), "text", "https://site.test/a", ""},
		{"UTF-16", utf16le(`<?xml version="1.0" encoding="UTF-16"?><urlset>` + one + "</urlset>"), "urlset", "https://site.test/a", ""},
		{"UTF-16 text", utf16le("https://site.test/a\r\nhttps://site.test/b\r\n"), "text", "https://site.test/a https://site.test/b", ""},
		{"windows-1252", "<?xml version='1.0' encoding='windows-1252'?><urlset><url><loc>https://site.test/\x9c</loc></url></urlset>", "urlset", "https://site.test/%C5%93", ""},
		{"a DTD", "<!DOCTYPE urlset SYSTEM 'x.dtd'><urlset>" + one + "</urlset>", "urlset", "https://site.test/a", ""},
		{"empty", "<urlset/>", "urlset", "", ""},
		{"empty index", "<sitemapindex></sitemapindex>", "sitemapindex", "", ""},
		{
			"an index in an index, and itself", "<sitemapindex><sitemap><loc>https://site.test/maps/sitemap.xml</loc><lastmod>2026-10-01</lastmod></sitemap><sitemap><loc>index2.xml</loc></sitemap></sitemapindex>",
			"sitemapindex", "https://site.test/maps/sitemap.xml https://site.test/maps/index2.xml", SitemapRelativeLoc,
		},
		{"text, old Macintosh line ends", "https://site.test/a\rhttps://site.test/b\r", "text", "https://site.test/a https://site.test/b", ""},
		{"text with a byte order mark and spaces", "\xEF\xBB\xBF  https://site.test/a  \n\n\thttps://site.test/b", "text", "https://site.test/a https://site.test/b", ""},
		{"text after a blank line", "\n\nhttps://site.test/a\n", "text", "https://site.test/a", ""},
		{"RSS with a guid that is none", `<rss><channel><item><guid isPermaLink="false">tag:1</guid><link>https://site.test/a</link></item></channel></rss>`, "rss", "https://site.test/a", ""},
		{"RSS, CDATA", `<rss><channel><item><link><![CDATA[https://site.test/a]]></link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`, "rss", "https://site.test/a", ""},
		{"Atom 0.3", `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" href="https://site.test/a"/><modified>2026-11-02</modified></entry></feed>`, "atom", "https://site.test/a", ""},
		{"Atom with a base", `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="self" href="/s"/><link href="/a"/></entry></feed>`, "atom", "https://site.test/a", SitemapRelativeLoc},
		{"Atom with a prefix", `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:link href="https://site.test/a"/></a:entry></a:feed>`, "atom", "https://site.test/a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sitemapOf(c.text)
			got := slices.Clone(s.Children)
			for _, e := range s.Entries {
				got = append(got, e.URL)
			}
			if s.Form != c.form || strings.Join(got, " ") != c.entries || s.ParseError != "" || s.HTML || strings.Join(s.Problems, " ") != c.problems {
				t.Errorf("%s %q, problems %q, error %q, HTML %v", s.Form, got, s.Problems, s.ParseError, s.HTML)
			}
		})
	}
}
