package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// read parses a document at https://www.example.com/shop/ that is sent as UTF-8.
func read(html string) *Page { return readWith(html, nil) }

func readWith(html string, header map[string][]string) *Page {
	h := map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}
	for k, v := range header {
		h[k] = v
	}
	return parseHTML(Document{URL: "https://www.example.com/shop/", Header: h, Body: []byte(html), KeepMarkdown: true})
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestHead(t *testing.T) {
	p := readWith(`<!DOCTYPE html><html lang=" fr-CA "><head>
<title>Plombier  à
Lyon</title><meta name="Description" content=" Nous réparons. "><svg><title>Logo</title></svg></head><body><title>Second</title>
<meta name="description" content="Nobody reads it here."><meta name=viewport content="width=device-width">
<meta name="author" content="Ines"><meta property="og:title" content="OG"><meta name="twitter:card" content="summary"><meta property="article:author" content="A">
<meta http-equiv="refresh" content="5; url=/x"><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<base href="/base/"><base href="/second/">
<link rel="canonical" href="page"><link rel="shortcut icon" href="/f.ico" sizes="16x16"><link rel="apple-touch-icon" href="/a.png">
<link rel="alternate" hreflang="en" href="/en"><link rel="alternate" type="application/rss+xml" title="News" href="/feed"><link rel="license" href="/cc">
<link rel="stylesheet" href="/a.css" media="print" integrity="sha384-x"><link rel="alternate stylesheet" href="/dark.css"><link rel="preload" as="font" href="/f.woff2">`,
		map[string][]string{"Link": {`<https://www.example.com/c>; rel="canonical", </de>; rel=alternate; hreflang="de-AT"; title="a, b"`, `</l>; rel="license"`}})
	same(t, "lang", p.Lang, "fr-CA")
	same(t, "doctype", p.Doctype, "html")
	same(t, "titles", p.Titles, []string{"Plombier à Lyon", "Second"})
	same(t, "title in head", p.TitleInHead, true)
	same(t, "descriptions", p.Descriptions, []string{"Nous réparons."})
	same(t, "viewports", p.Viewports, []string{"width=device-width"})
	same(t, "metas", p.Metas, []Meta{{"author", "Ines"}})
	same(t, "open graph", p.OpenGraph, []Meta{{"og:title", "OG"}, {"article:author", "A"}})
	same(t, "twitter", p.Twitter, []Meta{{"twitter:card", "summary"}})
	same(t, "refresh", p.Refresh, "5; url=/x")
	same(t, "csp", p.CSPMeta, "default-src 'self'")
	same(t, "base", p.BaseHref, "https://www.example.com/base/")
	same(t, "canonicals", p.Canonicals, []Reference{
		{Href: "page", URL: "https://www.example.com/base/page", Source: "html", InBody: true},
		{Href: "https://www.example.com/c", URL: "https://www.example.com/c", Source: "header"},
	})
	same(t, "alternates", p.Alternates, []Alternate{
		{Lang: "en", Href: "/en", URL: "https://www.example.com/en", Source: "html"},
		{Lang: "de-AT", Href: "/de", URL: "https://www.example.com/de", Source: "header"},
	})
	same(t, "icons", len(p.Icons), 2)
	same(t, "icon sizes", p.Icons[0].Sizes, "16x16")
	same(t, "feeds", len(p.Feeds), 1)
	same(t, "licenses", len(p.Licenses), 2)
	same(t, "styles", p.Styles, []Style{{Href: "https://www.example.com/a.css", Media: "print", Integrity: true}})
	same(t, "resources", p.Resources, []Resource{{Element: "preload", URL: "https://www.example.com/f.woff2", As: "font"}})
}

func TestLegacyDoctype(t *testing.T) {
	same(t, "public id", read(`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>x`).Doctype, "-//W3C//DTD HTML 4.01//EN")
	same(t, "none", read(`<p>x`).Doctype, "")
}

func TestCanonicalBeforeBase(t *testing.T) {
	p := read(`<head><link rel=canonical href=x><base href="https://cdn.example.com/y/"></head>`)
	same(t, "resolved by the base element that follows", p.Canonicals[0].URL, "https://cdn.example.com/y/x")
}

func TestRobotsDirectives(t *testing.T) {
	for name, test := range map[string]struct {
		html   string
		header []string
		want   []Directive
	}{
		"meta":  {`<meta name="ROBOTS" content="NoIndex, nofollow">`, nil, []Directive{{"robots", "noindex", "", "meta"}, {"robots", "nofollow", "", "meta"}}},
		"agent": {`<meta name="GPTBot" content="noai">`, nil, []Directive{{"gptbot", "noai", "", "meta"}}},
		"snippet": {
			`<meta name="googlebot" content="max-snippet:-1,max-image-preview: large">`, nil,
			[]Directive{{"googlebot", "max-snippet", "-1", "meta"}, {"googlebot", "max-image-preview", "large", "meta"}},
		},
		"other meta": {`<meta name="generator" content="noindex">`, nil, nil},
		"header": {"", []string{"noindex", "googlebot: nofollow, otherbot: none, nosnippet"}, []Directive{
			{"robots", "noindex", "", "header"},
			{"googlebot", "nofollow", "", "header"},
			{"otherbot", "none", "", "header"},
			{"otherbot", "nosnippet", "", "header"},
		}},
		"date": {"", []string{"unavailable_after: Wed, 03 Mar 2027 08:00:00 GMT, noarchive"}, []Directive{
			{"robots", "unavailable_after", "Wed, 03 Mar 2027 08:00:00 GMT", "header"}, {"robots", "noarchive", "", "header"},
		}},
		"date and agent": {"", []string{"bingbot: unavailable_after: 25 Jun 2010 15:00:00 PST"}, []Directive{
			{"bingbot", "unavailable_after", "25 Jun 2010 15:00:00 PST", "header"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, "directives", readWith(test.html, map[string][]string{"X-Robots-Tag": test.header}).Robots, test.want)
		})
	}
}

func TestLinks(t *testing.T) {
	for name, test := range map[string]struct {
		html string
		want Link
	}{
		"path":       {`<a href="/a#b">Our <b>work</b></a>`, Link{Href: "/a#b", URL: "https://www.example.com/a", Text: "Our work", Internal: true, Crawlable: true, Scheme: "https"}},
		"sibling":    {`<a href="http://blog.example.com/x">B</a>`, Link{Href: "http://blog.example.com/x", URL: "http://blog.example.com/x", Text: "B", Internal: true, Crawlable: true, Scheme: "http"}},
		"external":   {`<a href=https://example.org rel="NoFollow  ugc">O</a>`, Link{Href: "https://example.org", URL: "https://example.org/", Text: "O", Rel: "nofollow ugc", Crawlable: true, Scheme: "https"}},
		"fragment":   {`<a href="#top">Top</a>`, Link{Href: "#top", URL: "https://www.example.com/shop/", Text: "Top", Fragment: true, Internal: true, Crawlable: true, Scheme: "https"}},
		"telephone":  {`<a href="tel:+16135550101">Call</a>`, Link{Href: "tel:+16135550101", Text: "Call", Crawlable: true, Scheme: "tel"}},
		"label":      {`<a href="/f" aria-label="Facebook"><i class=icon></i></a>`, Link{Href: "/f", URL: "https://www.example.com/f", Text: "Facebook", Internal: true, Crawlable: true, Scheme: "https"}},
		"image":      {`<a href="/f"><img src=x alt="Our shop"></a>`, Link{Href: "/f", URL: "https://www.example.com/f", Text: "Our shop", Internal: true, Crawlable: true, Scheme: "https"}},
		"void":       {`<a href="javascript: void(0)">Open</a>`, Link{Href: "javascript: void(0)", Text: "Open", Scheme: "javascript"}},
		"onclick":    {`<a onclick="go()">Go</a>`, Link{Text: "Go", OnClick: true}},
		"role":       {`<a role=button onclick="go()">Go</a>`, Link{Text: "Go", OnClick: true, HasRole: true, Crawlable: true}},
		"file":       {`<a href="file:///C:/x.doc">Doc</a>`, Link{Href: "file:///C:/x.doc", Text: "Doc", Scheme: "file"}},
		"invalid":    {`<a href="http://exa mple/">X</a>`, Link{Href: "http://exa mple/", Text: "X"}},
		"anchor":     {`<a id=here>Here</a>`, Link{Text: "Here", Crawlable: true}},
		"placed":     {`<main><header><a href="/m">M</a></header></main>`, Link{Href: "/m", URL: "https://www.example.com/m", Text: "M", Place: "main", Internal: true, Crawlable: true, Scheme: "https"}},
		"in footer":  {`<div id=footer><a href="/m">M</a></div>`, Link{Href: "/m", URL: "https://www.example.com/m", Text: "M", Place: "footer", Internal: true, Crawlable: true, Scheme: "https"}},
		"in nav":     {`<header><nav><a href="/m">M</a></nav></header>`, Link{Href: "/m", URL: "https://www.example.com/m", Text: "M", Place: "nav", Internal: true, Crawlable: true, Scheme: "https"}},
		"hidden too": {`<div hidden><a href="/m">Menu</a></div>`, Link{Href: "/m", URL: "https://www.example.com/m", Text: "Menu", Internal: true, Crawlable: true, Scheme: "https"}},
	} {
		t.Run(name, func(t *testing.T) {
			if test.want.Place == "" {
				test.want.Place = "body"
			}
			same(t, "links", read(test.html).Links, []Link{test.want})
		})
	}
	same(t, "a name is no link", len(read(`<a name="x"></a>`).Links), 0)
}

func TestLinkBound(t *testing.T) {
	p := read(strings.Repeat(`<a href="/x">x</a> `, 2500))
	same(t, "kept", len(p.Links), 2000)
	same(t, "counted", p.LinksTotal, 2500)
}

func TestImages(t *testing.T) {
	p := read(`<body><img src="/a.jpg" alt="" width=10 height=20 loading=LAZY fetchpriority=high srcset="a 2x"><main><p>Text of the page.</p>
<img src="data:image/png;base64,AAAA" data-src="/late.jpg"><img src="data:image/png;base64,AAAA"></main>
<img src=b aria-label=B><img src=c role=presentation><span aria-hidden=true><img src=d></span><img src=e title=E><img src=f>`)
	type short struct {
		Src           string
		Alt           bool
		Named, InMain bool
	}
	var got []short
	for _, i := range p.Images {
		got = append(got, short{strings.TrimPrefix(i.Src, "https://www.example.com"), i.Alt != nil, i.Named, i.InMain})
	}
	same(t, "images", got, []short{
		{"/a.jpg", true, false, false},
		{"/late.jpg", false, false, true},
		{"data:", false, false, true},
		{"/shop/b", false, true, false},
		{"/shop/c", false, true, false},
		{"/shop/d", false, true, false},
		{"/shop/e", false, true, false},
		{"/shop/f", false, false, false},
	})
	first := p.Images[0]
	first.Alt = nil
	same(t, "attributes", first, Image{Src: "https://www.example.com/a.jpg", Width: "10", Height: "20", Loading: "lazy", Priority: "high", Srcset: true})
}

func TestForms(t *testing.T) {
	p := read(`<form action="/login" method=POST toolname=sign-in><label for=u>Name</label><input id=u><label>Mail <input type=email></label>
<input type=password placeholder=x><input type=hidden><select aria-label=Country></select><textarea title=Message></textarea><input id=v>
<button>Go</button><input type=submit></form><form role=search><input name=q aria-label=Search></form><label for=v>Late</label>`)
	same(t, "forms", p.Forms, []Form{
		{Action: "https://www.example.com/login", Method: "post", Password: true, Inputs: 6, Unlabeled: 1, ToolName: "sign-in"},
		{Action: "https://www.example.com/shop/", Method: "get", Search: true, Inputs: 1},
	})
	same(t, "buttons", p.Widgets.Buttons, 2)
	same(t, "password fields", p.Widgets.PasswordFields, 1)
	same(t, "labels", p.Widgets.Labels, 3)
}

func TestScriptsAndStyles(t *testing.T) {
	p := read(`<head><script src="/a.js"></script><script src="/b.js" async integrity=x crossorigin></script><script type=module>let a</script>
<script type="text/template"><p>no</p></script><style>@font-face{font-display:swap}@font-face{src:x}</style></head><body><script>var abc</script>
<iframe src="https://www.google.com/maps/embed?pb=1" title="Where we are" loading=lazy></iframe>`)
	same(t, "scripts", p.Scripts, []Script{
		{Src: "https://www.example.com/a.js", InHead: true},
		{Src: "https://www.example.com/b.js", InHead: true, Async: true, Integrity: true, CrossOrigin: "anonymous"},
		{InHead: true, Defer: true, Bytes: 5},
		{Bytes: 7},
	})
	same(t, "blocking", p.Scripts[0].Blocking(), true)
	same(t, "styles", p.Styles, []Style{{InHead: true, Bytes: 46, FontFaces: 2, FontSwap: 1}})
	same(t, "resources", p.Resources, []Resource{{Element: "iframe", URL: "https://www.google.com/maps/embed?pb=1", Title: "Where we are", Loading: "lazy"}})
	same(t, "maps", p.Widgets.Maps, 1)
}

func TestWidgets(t *testing.T) {
	p := read(`<body><header></header><nav></nav><div role=navigation></div><main><article><section><figure></figure><time datetime="2026-01-02">2 Jan</time></section></article>
<aside></aside><details><summary>Q</summary></details><address>x</address></main><footer></footer><dialog open>Hi</dialog><dialog>Later</dialog><div aria-modal=true></div>
<button></button><button aria-label=Menu></button><button><svg><title>Close</title></svg></button><span role=button>B</span><input type=button>
<a href=/x></a><a href=/y><svg aria-hidden=true><title>t</title></svg></a><a href=/z><span class="sr-only" style="position:absolute;left:-9999px">Z</span></a>
<i tabindex=3></i><i tabindex=0></i><div id=onetrust-consent-sdk></div><a href="https://goo.gl/maps/x">Map</a>`)
	same(t, "widgets", p.Widgets, Widgets{
		Buttons: 5, ButtonsUnnamed: 2, LinksUnnamed: 2, PositiveTab: 1, Mains: 1, Navs: 2, Headers: 1, Footers: 1, Articles: 1,
		Sections: 1, Asides: 1, Figures: 1, Times: 1, Details: 1, Addresses: 1, Dialogs: 2, OpenDialogs: 1, Consent: "OneTrust", Maps: 1,
	})
}

func TestConsentManagerIsNoWord(t *testing.T) {
	same(t, "a page about cookies", read(`<main><h1>Cookie policy</h1><p class=cookie-consent>We use cookies.</p></main>`).Widgets.Consent, "")
	same(t, "its script", read(`<script src="https://tarteaucitron.io/load.js"></script>`).Widgets.Consent, "tarteaucitron.js")
}

func TestShell(t *testing.T) {
	for html, want := range map[string]string{
		`<div id=root></div><script src=a.js></script>`: "root", `<app-root></app-root>`: "app-root",
		`<div id="__next"><p>Text</p></div>`: "__next", `<div id=content></div>`: "",
	} {
		same(t, html, read(html).Shell, want)
	}
}

func TestDOM(t *testing.T) {
	same(t, "size", read(`<ul><li>a<li>b<li>c</ul>`).DOM, DOM{Elements: 7, Depth: 4, MaxChildren: 3})
}

func TestLooksLikeHTML(t *testing.T) {
	for text, want := range map[string]bool{
		"<!doctype html>": true, "\xEF\xBB\xBF \n<html>": true, "<!-- x --><?xml version='1.0'?>\n<!DOCTYPE HTML PUBLIC>": true,
		"<div>": true, "<h1 class=a>": true, "{}": false, "%PDF-1.7": false, "<?xml version='1.0'?><rss>": false, "<aside": false, "": false, "<": false,
		"<!-- never ends": false, "plain <html>": false,
	} {
		same(t, text, LooksLikeHTML([]byte(text)), want)
	}
}

func TestTemplatesAreInert(t *testing.T) {
	p := read(`<body><template><title>No</title><meta name=robots content=noindex><link rel=canonical href=/no><h1>No</h1><a href=/no>no</a>` +
		`<img src=/no></template><main><h1>Yes</h1></main>`)
	same(t, "titles", len(p.Titles), 0)
	same(t, "robots", len(p.Robots), 0)
	same(t, "canonicals", len(p.Canonicals), 0)
	same(t, "links", p.LinksTotal, 0)
	same(t, "images", len(p.Images), 0)
	same(t, "headings", p.Headings, []Heading{{Level: 1, Text: "Yes", InMain: true}})

	p = read(`<x-card><template shadowrootmode="open"><h2>Shown</h2><a href=/yes>yes</a></template></x-card>`)
	same(t, "headings of a shadow root", len(p.Headings), 1)
	same(t, "links of a shadow root", p.LinksTotal, 1)
}

func TestAnEmptyHrefOfALinkElementIsNoAddress(t *testing.T) {
	p := read(`<head><link rel=canonical href=" "></head>`)
	same(t, "canonicals", p.Canonicals, []Reference{{Source: "html"}})
}
