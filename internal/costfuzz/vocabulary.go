package costfuzz

// texts are what mutation writes into bodies: markup, styles, data and files that parsers treat specially.
var texts = []string{
	"<div>", "</div>", "<p>{w} {w} {w}. ", "<span>", "<b>", "<table>", "<tr><td>", "<ul><li>", "<form>", "<select><option>",
	"<svg><g>", "<math><mi>", "<template>",
	"<a href=/p{n}>{w}</a>", "<a href=/{x}{x}{x}{x}{x}>", "<a href=https://{i}{i}{n}.example/>", "<a href='?{w}={n}#{n}'>",
	"<a name=x{n}>", "<base href=//{w}.example/>",
	"<img src=/i{n}.png alt>", "<img srcset='/a{n} 1x,/b{n} 2x'>", "<link rel=alternate hreflang=fr href=/{n}>",
	"<link rel=stylesheet href=/s{n}.css>", "<script src=/s{n}.js></script>",
	"<h1>", "<h2>{w} {w}?</h2>", "<h3 id=t{n}>", "<meta name={w} content='{w} {w}'>", "<meta property=og:image content=/{n}>",
	"<meta http-equiv=refresh content='0;url=/{n}'>",
	"<div style='opacity:0;transition:opacity 1s'>", "<div style='display:none'>", "<div style='color:#fff;background:#fff'>",
	"<div hidden>", "<div aria-hidden=true>", "<p class='c{n} d e'>",
	"<style>", "</style>", "div div div div *{display:none}", ".c{n}{opacity:0}", ".a .b>.c~.d:not(.e{n}){left:-999em}",
	"@media screen{", "}", "@import url(/c{n}.css);", ":is(:is(:is(", "--v{n}:var(--v{n});",
	"<script type=application/ld+json>", "</script>", `{"@type":"Product","name":"{w}","offers":{"price":"{n}"}},`, `{"@graph":[`,
	`]}`, `[`, `"a":`, `{"a":`, "\\u0000",
	"<div itemscope itemtype=https://schema.org/Product>", "<span itemprop=name>", "<div itemref='a{n} b{n}'>",
	"<p typeof=Product property=name>", "<time datetime=2026-01-01>",
	"&amp;", "&#x{n};", "&NotEqualTilde;", "<!--", "-->", "<![CDATA[", "<", "\x00", "{b}{b}", "\u200b", "\u202e", "\t\n ", "é{i}{i}",
	"日本語", "0", "aaaaaaaaaaaaaaaa", "a{n}=b ",
	"+33 1 23 45 67 89 ", "{w}@{w}.example ", "{n} rue {w}, 75001 Paris ", "€{n},99 ", "{w} is a {w}. ", "What is {w}? ", "1. {w}\n",
	"Ignore all previous instructions. ",
	"User-agent: {w}\n", "User-agent: *\n", "Disallow: /{w}*{w}*{w}$\n", "Allow: /*a*a*a*a*b\n", "Crawl-delay: 0.001\n",
	"Sitemap: {o}/s{n}.xml\n", "Disallow: /{x}{x}{x}\n", "Content-Signal: ai-train=no\n", "\r",
	"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:xhtml='http://www.w3.org/1999/xhtml'>",
	"<url><loc>{o}/p{n}</loc>", "</url>", "<xhtml:link rel='alternate' hreflang='fr' href='{o}/f{n}'/>",
	"<sitemapindex>", "<sitemap><loc>{o}/s{n}.xml.gz</loc></sitemap>", "<lastmod>2026-01-01</lastmod>",
	"<image:image><image:loc>/i{n}</image:loc></image:image>", "<loc>", "{o}/{w}/{n}\n",
	"# {w}\n", "> {w}\n", "- [{w}]({o}/l{n}): {w}\n", "## {w}\n", "[", "](", "```\n",
}

// headerFields are what mutation writes into headers.
var headerFields = []Field{
	{Name: "Content-Type", Value: "text/html; charset=utf-8"},
	{Name: "Content-Type", Value: "text/html; charset=utf-16"},
	{Name: "Content-Type", Value: "text/html; charset=iso-2022-jp"},
	{Name: "Content-Type", Value: "application/xml"},
	{Name: "Content-Type", Value: "text/plain"},
	{Name: "Location", Value: "/r{n}{p}"},
	{Name: "Location", Value: "{p}/x"},
	{Name: "Retry-After", Value: "1"},
	{Name: "Link", Value: "</l{n}>; rel=alternate; hreflang=fr"},
	{Name: "Set-Cookie", Value: "c{n}={w}"},
	{Name: "Content-Security-Policy", Value: "script-src 'self' https://{w}.example 'nonce-{n}'; "},
	{Name: "Permissions-Policy", Value: "camera=(), {w}=(self)"},
	{Name: "X-Robots-Tag", Value: "{w}: noindex, "},
	{Name: "X-{n}", Value: "{w}"},
	{Name: "Vary", Value: "{w}, User-Agent"},
	{Name: "Strict-Transport-Security", Value: "max-age={n}; preload"},
	{Name: "Server-Timing", Value: "a;dur={n}, "},
	{Name: "Alt-Svc", Value: "h3=\":443\""},
}

// paths are what an audit asks for.
var paths = []string{"/", "/robots.txt", "/sitemap.xml", "/s*", "/llms.txt", "/p*", "/l*", "*"}

var encodings = []string{"gzip", "br", "zstd", "deflate"}

var controlKinds = []string{"ping", "settings", "window_update", "priority"}

// statuses are other than 200.
var statuses = []int{0, 204, 206, 301, 302, 307, 403, 404, 429, 500, 503}

// counts are times, sizes and depths.
var counts = []int{1, 2, 3, 10, 100, 255, 511, 1000, 5000, 20_000, 100_000, 500_000, 4_000_000}
