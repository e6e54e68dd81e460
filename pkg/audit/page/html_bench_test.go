package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// businessPage writes a page of about 80 KB as small businesses have them: menus, sections, cards, a price table, questions, a form, a footer, structured
// data.
func businessPage() []byte {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Dental, dentists in Port Ellery</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Family dentists in Port Ellery since 1996.">
<link rel="canonical" href="https://www.harbour.example/"><link rel="stylesheet" href="/assets/site.css"><script src="/assets/site.js" defer></script>
<style>.menu-panel{display:none}.card{padding:1rem;border:1px solid #ddd}@font-face{font-family:A;src:url(/a.woff2);font-display:swap}</style>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Dentist","name":"Harbour Dental","telephone":"+1-613-555-0101"}</script>
</head><body class="home page"><header class="site-header"><a href="/" class="logo"><img src="/logo.svg" alt="Harbour Dental" width="120" height="40"></a>
<nav class="main-nav" aria-label="Main"><ul class="menu">`)
	for i := range 40 {
		fmt.Fprintf(&b, `<li class="menu-item menu-item-%d"><a class="menu-link" href="/services/treatment-%d">Treatment %d</a></li>`, i, i, i)
	}
	b.WriteString(`</ul></nav></header><main id="content"><h1>Dentists in Port Ellery</h1>`)
	for i := range 60 {
		fmt.Fprintf(&b, `<section class="section section--%d"><div class="container"><h2 id="s%d">What to expect from treatment %d</h2>
<p>Our team in Port Ellery handles treatment %d every week of the year, <strong>at a price that is agreed</strong> before we start, and we never hurry it.
Before any work begins, Harbour Dental explains the price in writing &amp; the result is checked by a <a href="/team/person-%d">second person</a>.</p>
<div class="row"><div class="card"><img src="/img/photo-%d.jpg" alt="Treatment room %d" width="400" height="300" loading="lazy"><h3>Check-up</h3>
<p class="card-text">A written estimate costs nothing, and evening hours are available on Thursdays.</p><a class="btn btn-primary" href="/book?service=%d">Book now</a></div>
<ul class="list"><li>Open since 1996</li><li>Parking behind the house</li><li>We speak English and French</li></ul></div></div></section>
`, i%7, i, i, i, i%9, i, i, i)
	}
	b.WriteString(`<table><tr><th>Treatment</th><th>Price</th></tr>`)
	for i := range 30 {
		fmt.Fprintf(&b, `<tr><td>Treatment %d</td><td>$%d.00</td></tr>`, i, 40+i)
	}
	b.WriteString(`</table>`)
	for i := range 12 {
		fmt.Fprintf(&b, `<details><summary>How long does treatment %d take?</summary><p>Most visits take between 8 and %d minutes.</p></details>`, i, 20+i)
	}
	b.WriteString(`<form action="/contact" method="post"><label for="n">Name</label><input id="n" name="name"><button>Send</button></form></main>
<footer class="site-footer"><address>28 Station Street, Port Ellery</address><p>Monday to Friday 8:00 to 17:30</p>`)
	for i := range 30 {
		fmt.Fprintf(&b, `<a href="/legal/page-%d">Page %d</a> `, i, i)
	}
	b.WriteString(`</footer></body></html>`)
	return []byte(b.String())
}

// The two benchmarks are read side by side: their ratio is what reading all facts costs over parsing alone.
func BenchmarkParseHTML(b *testing.B) {
	body := businessPage()
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		parseHTML(Document{
			URL: "https://www.harbour.example/", Body: body, Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}},
		})
	}
}

func BenchmarkHTMLParseOnly(b *testing.B) {
	body := businessPage()
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := html.Parse(bytes.NewReader(body)); err != nil {
			b.Fatal(err)
		}
	}
}
