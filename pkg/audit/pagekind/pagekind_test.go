package pagekind

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// parse reads a page that was found at an address of example.com.
func parse(t testing.TB, path, html string) *page.Page {
	t.Helper()
	p, err := page.ParseHTML(t.Context(), page.Document{URL: "https://example.com" + path, Body: []byte(html)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// article is a signed and dated text of a newspaper.
var article = `<!doctype html><html lang="en"><head><title>Council votes to reopen the river path | Example Herald</title>
	<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-02T08:00:00Z">
	<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Council votes to reopen the river path",
	"datePublished":"2026-03-02","author":{"@type":"Person","name":"Ada Okafor"}}</script></head>
	<body><nav><a href="/news">News</a><a href="/sport">Sport</a></nav><article><h1>Council votes to reopen the river path</h1>
	<p>By Ada Okafor, <time datetime="2026-03-02">2 March 2026</time></p>` + strings.Repeat(`<p>The council decided on Monday evening that the path along the river
	will be open again in summer, after two years in which residents of the old town had to take the road instead of the shaded way to work.</p>`, 9) +
	`</article></body></html>`

func TestKindsComeFromContent(t *testing.T) {
	for name, row := range map[string]struct {
		path, html string
		root       bool
		linked     string
		want       page.Kind
	}{
		"an article at the root of a host": {"/", article, true, "", page.KindArticle},
		"an article under services":        {"/services/path", article, false, "", page.KindArticle},
		"an imprint": {"/x", `<title>Impressum | Tischlerei Beispiel</title><h1>Impressum</h1><p>Angaben gemäß § 5 TMG</p><p>Tischlerei Beispiel,
			Hauptstraße 1, 12345 Musterstadt</p><p>Inhaltlich verantwortlich: Handelsregister, Registergericht, Umsatzsteuer-ID.</p>
			<h2>Haftung für Inhalte</h2><p>Haftung und Urheberrecht, Datenschutz und Streitbeilegung.</p>`, false, "", page.KindLegal},
		"a contact page": {
			"/x", `<title>Kontakt - Zámečnictví</title><h1>Kontakt</h1><p>Telefon: <a href="tel:+420123456789">+420 123 456 789</a></p>
			<p><a href="mailto:info@example.com">info@example.com</a></p><form><input name=a><input name=b><textarea></textarea></form>`,
			false, "", page.KindContact,
		},
		"what its link calls prices": {"/x", `<title>Salon</title><h1>Salon</h1><table><tr><td>Coupe</td><td>25 €</td></tr><tr><td>Brushing</td>
			<td>20 €</td></tr><tr><td>Couleur</td><td>45 €</td></tr></table>`, false, "Nos tarifs", page.KindPricing},
		"a home page": {"/", `<title>Plumber in Leeds | Hill Street Plumbing</title><h1>Hill Street Plumbing</h1><nav><a href="/">Home</a>
			<a href="/about">About</a><a href="/contact">Contact</a></nav><h2>Our services</h2><p>Boilers, drains, bathrooms.</p><h2>Call us</h2>
			<p>0113 496 0000</p>`, true, "", page.KindHome},
		"documentation": {"/x", `<title>3.2 Data types - The Manual</title><meta name="generator" content="Sphinx 7.2"><h1>3.2 Data types</h1>
			<p>A function returns a value of type integer.</p><pre>let x: i32 = 5;</pre><pre>fn main() {}</pre><pre>make install</pre>
			<a href="a">Next</a><a href="b">Previous</a><a href="c">Index</a><a href="d">Show Source</a>`, false, "", page.KindDocumentation},
	} {
		if got, likely := Of(parse(t, row.path, row.html), row.root, row.linked); got != row.want {
			t.Errorf("%s is taken for %s (%.2f), want %s", name, got, likely, row.want)
		}
	}
}

// TestTheAddressIsNoFeature: only what the page says and shows counts, and whether it is the root.
func TestTheAddressIsNoFeature(t *testing.T) {
	want, _ := Of(parse(t, "/a", article), false, "")
	for _, path := range []string{"/contact", "/products/lamp", "/impressum.html"} {
		if got, _ := Of(parse(t, path, article), false, ""); got != want {
			t.Errorf("at %s the article is %s, want %s", path, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	for text, want := range map[string]string{
		"À propos de nous": "a-propos-de-nous", "O nás": "o-nas", "Ważne  źródła!": "wazne-zrodla", "О нас": "о-нас", "お問い合わせ": "お問い合わせ",
	} {
		if got := Slug(text); got != want {
			t.Errorf("Slug(%q) = %q, want %q", text, got, want)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	p := parse(b, "/", article)
	for range 150 {
		p.Links = append(p.Links, page.Link{URL: "https://example.com/news/river", Text: "Read more about the river", Place: "main", Internal: true})
	}
	for b.Loop() {
		Of(p, false, "")
	}
}
