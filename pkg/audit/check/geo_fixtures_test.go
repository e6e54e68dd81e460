package check

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
)

// doc is one page of a site in a test, as HTML.
type doc struct {
	kind page.Kind
	path string
	html string
}

// read gives the facts of a site whose pages have this HTML, the first one being the submitted page, as parsed by the real parser.
func read(docs ...doc) *page.Facts {
	f := site(func(f *page.Facts) {
		f.Pages = nil
		f.ReadAt = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	})
	for _, d := range docs {
		address := "https://example.com" + d.path
		p := pagetest.Parse(page.Document{
			URL: address, Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(d.html),
		})
		p.URL, p.FinalURL, p.Kind = address, address, d.kind
		p.Response = page.Response{Status: 200, Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}}
		f.Pages = append(f.Pages, p)
	}
	return f
}

// home is a site of one page.
func home(html string) *page.Facts { return read(doc{page.KindHome, "/", html}) }

// spoken sets the language that the text is found to be in.
func spoken(lang string, f *page.Facts) *page.Facts {
	for _, p := range f.Pages {
		p.Detected = page.Known(lang)
	}
	return f
}

// swapped is the HTML with one passage in place of another.
func swapped(html string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if !strings.Contains(html, pairs[i]) {
			panic("the fixture doesn't have: " + pairs[i])
		}
		html = strings.Replace(html, pairs[i], pairs[i+1], 1)
	}
	return html
}

// graph is a JSON-LD script.
func graph(json string) string { return `<script type="application/ld+json">` + json + `</script>` }

// filler is running text of about n words.
func filler(n int) string {
	var b strings.Builder
	b.WriteString("<p>")
	for i := range n {
		fmt.Fprintf(&b, "w%c%c ", 'a'+i%26, 'a'+i/26%26)
		if i%15 == 14 {
			b.WriteString("ends here. Then ")
		}
	}
	return b.String() + "</p>"
}

// clinic is the front page of a healthy local business.
var clinic = `<!doctype html><html lang="en"><head><title>Harbour Lane Dental Clinic | Dentist in Leeds</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta property="og:site_name" content="Harbour Lane Dental Clinic">` +
	graph(`{"@context":"https://schema.org","@type":"Dentist","@id":"https://example.com/#business","name":"Harbour Lane Dental Clinic Ltd.",
"url":"https://example.com/","image":"https://example.com/a.png","telephone":"+44 113 496 0123","email":"desk@example.com","priceRange":"££",
"address":{"@type":"PostalAddress","streetAddress":"12 Harbour Lane","addressLocality":"Leeds","postalCode":"LS1 4AP","addressCountry":"GB"},
"geo":{"@type":"GeoCoordinates","latitude":53.8,"longitude":-1.54},
"openingHoursSpecification":[{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday","Tuesday","Wednesday","Thursday","Friday"],"opens":"09:00","closes":"17:30"}],
"sameAs":["https://www.linkedin.com/company/harbour-lane-dental","https://www.facebook.com/harbourlane"],
"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.8","reviewCount":"112"}}`) + `</head>
<body><header><a href="/">Harbour Lane Dental Clinic</a><nav><a href="/about">About us</a><a href="/contact">Contact</a></nav></header>
<main><h1>Dentist in Leeds</h1>
<p>Harbour Lane Dental Clinic is a dental practice in Leeds that has cared for families since 1998, with six dentists, two hygienists and a surgery on the
ground floor. A check-up takes 30 minutes and costs £45, and we agree every further price in writing before any work begins at all.</p>
<h2>How much do implants cost?</h2><p>An implant costs £1,900 to £2,400, including the crown.</p>
<h2>Do you see children?</h2><p>Children are welcome from the age of two; a first visit costs nothing.</p>
<h2>Where can I park?</h2><p>Parking is free behind the building.</p>
<ul><li>Implants</li><li>Cleaning</li><li>Whitening</li></ul>
<p>Patients rate us 4.8 of 5 (112 reviews).</p>
<form action="/book"><label for="n">Name</label><input id="n"><label for="p">Phone</label><input id="p"><button>Book an appointment</button></form></main>
<footer><address>Harbour Lane Dental Clinic, 12 Harbour Lane, Leeds LS1 4AP</address>
<p>Monday to Friday 9:00–17:30</p><p><a href="tel:+441134960123">0113 496 0123</a> <a href="mailto:desk@example.com">desk@example.com</a></p>
<p>© 2026 Harbour Lane Dental Clinic</p><a href="/privacy">Privacy policy</a> <a href="/terms">Terms</a>
<a href="https://www.google.com/maps/place/x">Find us</a></footer></body></html>`

// bakery is the French front page of a healthy local business.
var bakery = `<!doctype html><html lang="fr"><head><title>L’Épi d’Or – Boulangerie à Saint-Étienne</title>
<meta name="viewport" content="width=device-width"><meta property="og:site_name" content="L'Épi d'Or">` +
	graph(`{"@context":"https://schema.org","@graph":[{"@type":"Bakery","@id":"https://example.com/#b","name":"L'EPI D'OR SARL","url":"https://example.com/",
"logo":"https://example.com/logo.svg","telephone":"04 77 00 11 22","address":{"@type":"PostalAddress","streetAddress":"3 rue des Martyrs","addressLocality":"Saint-Étienne",
"postalCode":"42000","addressCountry":"FR"},"sameAs":["https://www.instagram.com/epidor"]},{"@type":"WebSite","name":"L’Épi d’Or","url":"https://example.com/"}]}`) + `</head>
<body><header><a href="/"><img src="/logo.svg" alt="L’Épi d’Or" width="90" height="40"></a><nav><a href="/a-propos">Notre histoire</a></nav></header>
<main><h1>Boulangerie artisanale à St-Étienne</h1>
<p>L’Épi d’Or est une boulangerie artisanale de Saint-Étienne, fondée en 1987 par la famille Rey. Le pain au levain est pétri chaque nuit sur place avec des
farines de la région, et la baguette de tradition coûte 1,30 €. La boutique ouvre dès six heures, et les commandes se retirent le jour même.</p>
<h2>Comment commander un gâteau ?</h2><p>Appelez-nous deux jours avant ; un gâteau pour huit personnes coûte 32 €.</p></main>
<footer><p>L’Épi d’Or, 3 rue des Martyrs, 42000 Saint-Étienne</p><p>Du mardi au samedi de 6h à 19h</p>
<p><a href="tel:+33477001122">04 77 00 11 22</a></p><a href="/mentions-legales">Mentions légales</a><a href="/confidentialite">Politique de confidentialité</a></footer></body></html>`

// manual is a page of documentation: no business, nothing for sale, nobody to call.
var manual = `<!doctype html><html lang="en"><head><title>Install – Frobnicate documentation</title><meta name="viewport" content="width=device-width"></head>
<body><header><a href="/">Frobnicate</a><nav><a href="/install">Install</a><a href="/api">Reference</a></nav></header>
<main><h1>Install</h1><p>Frobnicate is a library that reads tables. It needs a compiler and runs on Linux, on Windows and on the Mac.</p><pre>get frobnicate</pre></main></body></html>`

// shellPage is an application's empty root element.
var shellPage = `<!doctype html><html lang="en"><head><title>Harbour Lane</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>`

// post is an article with these lines in its head and its body.
func post(head, body string) doc {
	return doc{page.KindArticle, "/blog/implants", `<!doctype html><html lang="en"><head><title>What implants are | Harbour Lane</title>` +
		head + `</head><body><main>
<article><h1>What implants are</h1>` + body + filler(340) + `</article></main></body></html>`}
}

// datedMarkup is the markup of an article with its dates.
func datedMarkup(published, modified string) string {
	return graph(fmt.Sprintf(`{"@context":"https://schema.org","@type":"Article","headline":"x","datePublished":%q,"dateModified":%q}`,
		published, modified))
}

// signed is the markup of an article by Ada Okafor.
var signed = graph(`{"@context":"https://schema.org","@type":"BlogPosting","headline":"x",
"author":{"@type":"Person","name":"Ada Okafor","url":"https://example.com/team/ada"}}`)

// plumber is a local business in markup with a name and hardly more.
var plumber = graph(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme","url":"https://example.com/"}`)

// TestHealthySites holds every check of these groups to the two healthy businesses: none may fail, in either language.
func TestHealthySites(t *testing.T) {
	for name, f := range map[string]*page.Facts{"clinic": home(clinic), "bakery": home(bakery)} {
		for _, c := range group("geo", "aeo", "design", "local") {
			if got := c.Assess(f); got.Status == audit.Fail {
				t.Errorf("%s: %s fails: %s", name, c.ID, got.Detail.EN)
			}
		}
	}
}

// japanese is a shop with a form and a price, in a language that no list of words holds.
var japanese = `<html lang="ja"><head><title>さくら食堂</title>` + graph(`{"@context":"https://schema.org","@type":"Restaurant","name":"さくら食堂"}`) + `</head><body><header><a href="/">さくら食堂</a></header>
<main><h1>さくら食堂</h1><p>さくら食堂は京都の小さな定食屋です。毎日、市場で買った魚と野菜で昼ごはんを作っています。お米は近江の農家から届きます。</p>
<p>昼の定食は1,200円です。席の予約はこのページからできます。</p></main><form><input name="name"><input name="tel"></form>
<footer><a href="/policy">個人情報の取り扱い</a> <a href="/company">会社案内</a></footer></body></html>`

// german is a plumber's page of running text.
const german = `<html lang="de"><head><title>Rohrreinigung Weber</title></head><body><main><h1>Rohrreinigung Weber</h1>
<p>Wir reinigen verstopfte Rohre in Köln und in den umliegenden Orten, auch nachts und am Wochenende, und nehmen dafür keinen Zuschlag von unseren Kunden.</p>
<h2>Ablauf</h2><p>Unsere Leute kommen mit einer Kamera zu Ihnen, sehen sich die Leitung von innen an und sagen Ihnen vor der Arbeit, woran sie liegt und was sie machen werden.</p>
<h2>Garantie</h2><p>Auf jede Reinigung geben wir Ihnen unser Wort, und wenn das Wasser wieder steht, dann kommen wir noch einmal zu Ihnen und machen die Leitung frei, ohne dafür etwas zu nehmen.</p>
<p>Die meisten Leitungen werden durch Fett und Haare verstopft, und beides lässt sich mit heißem Wasser und einer Spirale lösen, ohne dass dabei die Rohre leiden.</p>
<p>Wenn Wurzeln in die Leitung gewachsen sind, dann nehmen wir eine Fräse, und danach sehen wir noch einmal mit der Kamera nach, ob auch wirklich alles frei ist.</p></main></body></html>`
