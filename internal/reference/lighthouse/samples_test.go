package lighthouse_test

import "strings"

// sample is a page on a host of its own. What is left empty is as a sound page has it.
type sample struct {
	name    string
	status  int
	header  []string // "Name: value"
	doctype string
	html    string // attributes of the html element
	head    string // in the place of title, description and viewport
	more    string // in the head beside them
	body    string
	robots  string
	// bytes is the whole document, where its very bytes matter.
	bytes string
}

const (
	soundHead = `<title>Plumbing in Lyon</title><meta name="description" content="Repairs within the day."><meta name="viewport" content="width=device-width, initial-scale=1">`
	soundBody = `<header><nav><a href="/prices">Our prices</a></nav></header><main><h1>Plumbing in Lyon</h1>` +
		`<p>We repair pipes, boilers and taps in the whole of Lyon, within the day and at prices that stand on this page.</p></main><footer><p>Rue Bleue 3</p></footer>`
)

func (s *sample) document() string {
	if s.bytes != "" {
		return s.bytes
	}
	doctype, attributes, head := s.doctype, s.html, s.head
	if doctype == "" {
		doctype = "<!doctype html>"
	}
	if attributes == "" {
		attributes = ` lang="en"`
	}
	if head == "" {
		head = soundHead
	}
	if !strings.HasPrefix(s.name, "canonical-") {
		head += `<link rel="canonical" href="http://` + s.host() + `/">`
	}
	body := strings.Replace(soundBody, "</main>", s.body+"</main>", 1)
	if strings.HasPrefix(s.body, "<body") {
		body = s.body
	}
	return doctype + "<html" + strings.TrimSuffix(attributes, "-") + "><head>" + head + s.more + "</head>" + body + "</html>"
}

func without(part string) string { return strings.Replace(soundHead, part, "", 1) }

func viewport(content string) string {
	return strings.Replace(soundHead, "width=device-width, initial-scale=1", content, 1)
}

func samples() []sample {
	const (
		title       = "<title>Plumbing in Lyon</title>"
		description = `<meta name="description" content="Repairs within the day.">`
	)
	all := []sample{
		{name: "sound"},
		{name: "title-missing", head: without(title)},
		{name: "title-blank", head: strings.Replace(soundHead, title, "<title> \n </title>", 1)},
		{name: "title-in-body", head: without(title), body: title},
		{name: "title-in-svg", head: without(title), body: `<svg width="9" height="9" role="img" aria-label="x"><title>A drawing</title></svg>`},
		{name: "titles-two", more: "<title>Another</title>"},
		{name: "title-empty-first", head: "<title></title>" + soundHead},
		{name: "description-missing", head: without(description)},
		{name: "description-blank", head: strings.Replace(soundHead, "Repairs within the day.", " ", 1)},
		{name: "description-empty-first", head: `<meta name="description" content="">` + soundHead},
		{name: "description-in-body", head: without(description), body: description},
		{name: "description-upper-case", head: strings.Replace(soundHead, `"description"`, `"DESCRIPTION"`, 1)},
		{name: "description-og-only", head: without(description) + `<meta property="og:description" content="Repairs">`},
		{name: "status-404", status: 404},
		{name: "status-410", status: 410},
		{name: "status-500", status: 500},
		{name: "link-generic", body: `<p><a href="/a">click here</a></p>`},
		{name: "link-generic-case", body: `<p><a href="/a"> Read&nbsp;More </a> <a href="/a">LEARN MORE</a></p>`},
		{name: "link-generic-nofollow", body: `<p><a rel="nofollow" href="/a">click here</a></p>`},
		{name: "link-generic-own", body: `<p><a href="#prices">more</a></p><p id="prices">9 EUR</p>`},
		{name: "link-generic-other-language", body: `<p><a href="/a" lang="de">weiterlesen</a> <a href="/b">hier</a></p>`},
		{name: "link-generic-no-lang", html: " -", body: `<p><a href="/a">hier klicken</a></p>`},
		{name: "link-generic-hidden-words", body: `<p><a href="/a">Read more<span style="display:none"> about boilers</span></a></p>`},
		{name: "link-generic-arrow", body: `<p><a href="/a">Read more »</a></p>`},
		{name: "link-generic-named-elsewhere", body: `<p><a href="/boilers">Boilers of all makes</a></p><p><a href="/boilers">Read more</a></p>`},
		{name: "link-generic-mail", body: `<p><a href="mailto:a@example.com">here</a></p>`},
		{name: "link-generic-phone", body: `<p><a href="tel:+33478000000">here</a></p>`},
		{name: "anchor-script", body: `<p><a href="javascript:void(0)">Open the menu</a></p>`},
		{name: "anchor-script-plain", body: `<p><a href="javascript:go()">Open the menu</a></p>`},
		{name: "anchor-file", body: `<p><a href="file:///c/price.pdf">Price list</a></p>`},
		{name: "anchor-empty", body: `<p><a href="">Reload prices</a></p>`},
		{name: "anchor-empty-id", body: `<p><a id="here" href="">Reload prices</a></p>`},
		{name: "anchor-no-href", body: `<p><a>Just words</a></p>`},
		{name: "anchor-no-href-class", body: `<p><a class="menu" target="_top">Just words</a></p>`},
		{name: "anchor-no-href-onclick", body: `<p><a onclick="go()">Open the menu</a></p>`},
		{name: "anchor-role", body: `<p><a role="button" tabindex="0" onclick="go()">Open the menu</a></p>`},
		{name: "anchor-name", body: `<p><a name="top" href="javascript:void(0)">Top of the page</a></p>`},
		{name: "anchor-not-an-address", body: `<p><a href="http://">Boilers</a> <a href="https://exa mple.com/">Taps</a></p>`},
		{name: "anchor-hash", body: `<p><a href="#">Open the menu</a></p>`},
		{name: "noindex", more: `<meta name="robots" content="NoIndex, follow">`},
		{name: "none", more: `<meta name="robots" content="none">`},
		{name: "noindex-header", header: []string{"X-Robots-Tag: noindex"}},
		{name: "noindex-header-bot", header: []string{"X-Robots-Tag: otherbot: noindex"}},
		{name: "noindex-header-list", header: []string{"X-Robots-Tag: nofollow, noindex"}},
		{name: "noindex-googlebot", more: `<meta name="googlebot" content="noindex">`},
		{name: "noindex-in-body", body: `<meta name="robots" content="noindex">`},
		{name: "unavailable-past", more: `<meta name="robots" content="unavailable_after: 2020-01-01">`},
		{name: "unavailable-ahead", more: `<meta name="robots" content="unavailable_after: 2099-01-01">`},
		{name: "nofollow", more: `<meta name="robots" content="nofollow, nosnippet">`},
		{name: "robots-disallow", robots: "User-agent: *\nDisallow: /\n"},
		{name: "robots-disallow-googlebot", robots: "User-agent: Googlebot\nDisallow: /\n"},
		{name: "robots-allow-longer", robots: "User-agent: *\nDisallow: /\nAllow: /$\n"},
		{name: "robots-unknown-directive", robots: "User-agent: *\nDisallow:\nFoo: bar\n"},
		{name: "robots-no-colon", robots: "User-agent: *\nDisallow /\n"},
		{name: "robots-rule-first", robots: "Disallow: /a\nUser-agent: *\n"},
		{name: "robots-sitemap-relative", robots: "User-agent: *\nDisallow:\nSitemap: /sitemap.xml\n"},
		{name: "robots-path-relative", robots: "User-agent: *\nDisallow: cgi-bin\n"},
		{name: "robots-empty-agent", robots: "User-agent:\nDisallow: /a\n"},
		{name: "robots-dollar-inside", robots: "User-agent: *\nDisallow: /a$b\n"},
		{name: "robots-html", robots: "<!doctype html><title>Home</title><p>Welcome</p>"},
		{name: "robots-sound", robots: "# ours\nUser-agent: *\nCrawl-delay: 2\nDisallow: /cart\nSitemap: http://robots-sound.example.test/sitemap.xml\n"},
		{name: "robots-content-signal", robots: "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n"},
		{name: "image-bare", body: `<p><img src="/a.png" width="90" height="90"></p>`},
		{name: "image-one-of-many", body: `<p>` + strings.Repeat(`<img src="/a.png" alt="A tap" width="90" height="90"> `, 19) + `<img src="/b.png" width="90" height="90"></p>`},
		{name: "image-empty-alt", body: `<p><img src="/a.png" alt="" width="90" height="90"></p>`},
		{name: "image-blank-alt", body: `<p><img src="/a.png" alt=" " width="90" height="90"></p>`},
		{name: "image-aria-label", body: `<p><img src="/a.png" aria-label="A tap" width="90" height="90"></p>`},
		{name: "image-aria-label-empty", body: `<p><img src="/a.png" aria-label="" width="90" height="90"></p>`},
		{name: "image-labelledby", body: `<p id="t">A tap</p><p><img src="/a.png" aria-labelledby="t" width="90" height="90"></p>`},
		{name: "image-labelledby-nothing", body: `<p><img src="/a.png" aria-labelledby="gone" width="90" height="90"></p>`},
		{name: "image-title", body: `<p><img src="/a.png" title="A tap" width="90" height="90"></p>`},
		{name: "image-presentation", body: `<p><img src="/a.png" role="presentation" width="90" height="90"> <img src="/a.png" role="none" width="90" height="90"></p>`},
		{name: "image-hidden", body: `<p style="display:none"><img src="/a.png"></p><p aria-hidden="true"><img src="/a.png"></p>`},
		{name: "image-pixel", body: `<p><img src="/a.gif" width="1" height="1"></p>`},
		{name: "hreflang-sound", more: `<link rel="alternate" hreflang="en" href="http://hreflang-sound.example.test/"><link rel="alternate" hreflang="x-default" href="http://hreflang-sound.example.test/">`},
		{name: "hreflang-code", more: `<link rel="alternate" hreflang="xx" href="http://hreflang-code.example.test/">`},
		{name: "hreflang-region", more: `<link rel="alternate" hreflang="en-UK" href="http://hreflang-region.example.test/">`},
		{name: "hreflang-underscore", more: `<link rel="alternate" hreflang="en_GB" href="http://hreflang-underscore.example.test/">`},
		{name: "hreflang-script", more: `<link rel="alternate" hreflang="zh-Hant-TW" href="http://hreflang-script.example.test/">`},
		{name: "hreflang-relative", more: `<link rel="alternate" hreflang="en" href="/">`},
		{name: "hreflang-header", header: []string{`Link: <http://hreflang-header.example.test/>; rel="alternate"; hreflang="qq"`}},
		{name: "hreflang-in-body", body: `<link rel="alternate" hreflang="xx" href="/">`},
		{name: "canonical-none"},
		{name: "canonical-own", more: `<link rel="canonical" href="http://canonical-own.example.test/">`},
		{name: "canonical-relative", more: `<link rel="canonical" href="/">`},
		{name: "canonical-two", more: `<link rel="canonical" href="http://canonical-two.example.test/"><link rel="canonical" href="http://canonical-two.example.test/b">`},
		{name: "canonical-twice", more: strings.Repeat(`<link rel="canonical" href="http://canonical-twice.example.test/">`, 2)},
		{name: "canonical-empty", more: `<link rel="canonical" href="">`},
		{name: "canonical-invalid", more: `<link rel="canonical" href="https:// example.com/">`},
		{name: "canonical-in-body", body: `<link rel="canonical" href="/b">`},
		{name: "canonical-other-host", more: `<link rel="canonical" href="http://other.test/">`},
		{name: "canonical-header", header: []string{`Link: <http://canonical-header.example.test/>; rel="canonical"`}},
		{name: "lang-missing", html: " -"},
		{name: "lang-empty", html: ` lang=""`},
		{name: "lang-unknown", html: ` lang="xx"`},
		{name: "lang-word", html: ` lang="english"`},
		{name: "lang-underscore", html: ` lang="en_US"`},
		{name: "lang-region", html: ` lang="en-UK"`},
		{name: "lang-three-letters", html: ` lang="eng"`},
		{name: "lang-three-unknown", html: ` lang="xqj"`},
		{name: "lang-xml", html: ` xml:lang="en"`},
		{name: "lang-spaces", html: ` lang=" "`},
		{name: "viewport-missing", head: without(`<meta name="viewport" content="width=device-width, initial-scale=1">`)},
		{name: "viewport-locked", head: viewport("width=device-width, user-scalable=no")},
		{name: "viewport-zero", head: viewport("width=device-width, user-scalable=0")},
		{name: "viewport-negative", head: viewport("width=device-width, user-scalable=-0.5")},
		{name: "viewport-scale-1", head: viewport("width=device-width, maximum-scale=1.0")},
		{name: "viewport-scale-5", head: viewport("width=device-width, maximum-scale=5")},
		{name: "viewport-scale-yes", head: viewport("width=device-width, maximum-scale=yes")},
		{name: "viewport-scale-negative", head: viewport("width=device-width, maximum-scale=-1")},
		{name: "fields-bare", body: `<form action="/s"><input name="a"><textarea name="b"></textarea><select name="c"><option>1</option></select></form>`},
		{name: "fields-labelled", body: `<form action="/s"><label>Name <input name="a"></label><label for="b">Text</label><textarea id="b"></textarea><input aria-label="City"></form>`},
		{name: "field-placeholder", body: `<form action="/s"><input name="a" placeholder="Your name"></form>`},
		{name: "field-title", body: `<form action="/s"><input name="a" title="Your name"></form>`},
		{name: "field-empty-label", body: `<form action="/s"><label for="a"></label><input id="a"></form>`},
		{name: "field-empty-label-around", body: `<form action="/s"><label><input id="a"></label></form>`},
		{name: "field-labelledby-nothing", body: `<form action="/s"><input aria-labelledby="gone"></form>`},
		{name: "field-without-form", body: `<p><input name="a"></p>`},
		{name: "field-hidden", body: `<form action="/s"><input type="hidden" name="a"><input name="b" style="display:none"><label>City <input name="c"></label></form>`},
		{name: "field-label-blank", body: `<form action="/s"><input aria-label=" "></form>`},
		{name: "button-bare", body: `<p><button></button></p>`},
		{name: "button-icon", body: `<p><button><svg width="9" height="9"></svg></button></p>`},
		{name: "button-icon-titled", body: `<p><button><svg width="9" height="9"><title>Menu</title></svg></button></p>`},
		{name: "button-aria", body: `<p><button aria-label="Menu"></button><button title="Close"></button></p>`},
		{name: "button-image", body: `<p><button><img src="/a.png" alt="Menu" width="90" height="90"></button></p>`},
		{name: "button-hidden-text", body: `<p><button><span style="display:none">Menu</span></button></p>`},
		{name: "button-presentation", body: `<p><button role="presentation"></button></p>`},
		{name: "button-hidden", body: `<p hidden><button></button></p>`},
		{name: "inputs-as-buttons", body: `<form action="/s"><input type="submit"><input type="reset"></form>`},
		{name: "input-button-bare", body: `<form action="/s"><input type="button"></form>`},
		{name: "input-submit-empty", body: `<form action="/s"><input type="submit" value=""></form>`},
		{name: "input-image-bare", body: `<form action="/s"><input type="image" src="/a.png"></form>`},
		{name: "link-bare", body: `<p><a href="/a"></a></p>`},
		{name: "link-icon", body: `<p><a href="/a"><i class="icon"></i></a></p>`},
		{name: "link-image", body: `<p><a href="/a"><img src="/a.png" alt="Boilers" width="90" height="90"></a></p>`},
		{name: "link-image-empty-alt", body: `<p><a href="/a"><img src="/a.png" alt="" width="90" height="90"></a></p>`},
		{name: "link-aria-hidden", body: `<p><a href="/a" aria-hidden="true" tabindex="-1"></a></p>`},
		{name: "link-labelledby-nothing", body: `<p><a href="/a" aria-labelledby="gone"></a></p>`},
		{name: "link-as-button", body: `<p><a href="/a" role="button"></a></p>`},
		{name: "div-as-button", body: `<div role="button" tabindex="0"></div>`},
		{name: "frame-bare", body: `<iframe src="/frame" width="90" height="90"></iframe>`},
		{name: "frame-titled", body: `<iframe src="/frame" title="Map" width="90" height="90"></iframe>`},
		{name: "frame-aria", body: `<iframe src="/frame" aria-label="Map" width="90" height="90"></iframe>`},
		{name: "frame-blank", body: `<iframe src="/frame" title=" " width="90" height="90"></iframe>`},
		{name: "frame-inline", body: `<iframe srcdoc="<p>Map</p>" width="90" height="90"></iframe>`},
		{name: "frame-hidden", body: `<iframe src="/frame" style="display:none"></iframe>`},
		{name: "headings-skip", body: `<h2>Prices</h2><h4>Taps</h4>`},
		{name: "headings-back", body: `<h2>Prices</h2><h3>Taps</h3><h2>People</h2>`},
		{name: "headings-late", body: `<body><main><h3>Prices</h3><p>Nine euros for each tap, and twelve for each boiler.</p></main></body>`},
		{name: "headings-hidden", body: `<h2>Prices</h2><h4 hidden>Taps</h4><h3>People</h3>`},
		{name: "headings-role", body: `<div role="heading" aria-level="4">Taps</div>`},
		{name: "headings-aria-level", body: `<h2>Prices</h2><h4 aria-level="3">Taps</h4>`},
		{name: "tabindex-positive", body: `<p><a href="/a" tabindex="3">Boilers</a></p>`},
		{name: "tabindex-zero", body: `<p tabindex="0">Boilers</p><p tabindex="-1">Taps</p>`},
		{name: "tabindex-plus", body: `<p><a href="/a" tabindex=" +1">Boilers</a></p>`},
		{name: "refresh-20", more: `<meta http-equiv="refresh" content="20">`},
		{name: "refresh-a-day", more: `<meta http-equiv="refresh" content="90000">`},
		{name: "main-none", body: `<body><h1>Plumbing in Lyon</h1><nav><a href="/prices">Our prices</a></nav><p>Nine euros for each tap, and twelve for each boiler.</p><footer>Rue Bleue</footer></body>`},
		{name: "main-role", body: `<body><div role="main"><h1>Plumbing in Lyon</h1><p>Nine euros for each tap, and twelve for each boiler.</p></div><nav><a href="/p">Prices</a></nav><footer>Rue Bleue</footer></body>`},
		{name: "doctype-none", bytes: `<html lang="en"><head><link rel="canonical" href="http://doctype-none.example.test/">` + soundHead + `</head><body>` + soundBody + `</body></html>`},
		{name: "doctype-xhtml", doctype: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">`},
		{name: "doctype-transitional", doctype: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`},
		{name: "doctype-html4", doctype: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">`},
		{name: "doctype-html4-loose", doctype: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">`},
		{name: "doctype-legacy", doctype: `<!DOCTYPE html SYSTEM "about:legacy-compat">`},
		{name: "doctype-other", doctype: `<!doctype page>`},
		{name: "doctype-after-comment", doctype: "<!-- built today --><!DOCTYPE HTML>"},
		{name: "charset-none", header: []string{"Content-Type: text/html"}},
		{name: "charset-meta", header: []string{"Content-Type: text/html"}, head: `<meta charset="utf-8">` + soundHead},
		{name: "charset-pragma", header: []string{"Content-Type: text/html"}, head: `<meta http-equiv="Content-Type" content="text/html; charset=utf-8">` + soundHead},
		{name: "charset-late", header: []string{"Content-Type: text/html"}, more: "<style>" + strings.Repeat("p { margin: 0 }\n", 80) + `</style><meta charset="utf-8">`},
		{name: "charset-bom", header: []string{"Content-Type: text/html"}, doctype: "\uFEFF<!doctype html>"},
	}
	return all
}
