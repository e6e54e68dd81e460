package page

import (
	"strings"
	"testing"
)

const prose = "We repair boilers, pipes and taps in the whole of the county, on every day of the week. A written estimate costs nothing, and we never hurry. "

func TestMainContentMethod(t *testing.T) {
	menu := `<div class=top><a href=/a>Home</a> <a href=/b>Services</a> <a href=/c>Contact us today</a></div>`
	for name, test := range map[string]struct{ html, method, main string }{
		"main":             {menu + `<main><h1>Hi</h1><p>Text.</p></main><footer>F</footer>`, "main", "Hi\nText."},
		"role":             {menu + `<div role=main><p>Text here.</p></div><footer>F</footer>`, "main", "Text here."},
		"empty main":       {`<main></main><div><p>` + prose + `</p></div>`, "density", strings.TrimSpace(prose)},
		"article":          {menu + `<article><h1>T</h1><p>` + prose + `</p></article><div>More of us here</div>`, "article", "T\n" + strings.TrimSpace(prose)},
		"teasers":          {`<article><p>` + prose + `</p></article><article><p>` + prose + `</p></article>`, "body", strings.TrimSpace(prose) + "\n" + strings.TrimSpace(prose)},
		"density":          {menu + `<div id=wrap><div class=x><p>` + prose + `</p><p>` + prose + `</p></div></div><p>Tail</p>`, "density", strings.TrimSpace(prose) + "\n" + strings.TrimSpace(prose)},
		"body":             {`<header>Logo</header><nav>Menu</nav><p>One.</p><p>Two.</p><aside>Ad</aside><footer>Foot</footer>`, "body", "One.\nTwo."},
		"page in a form":   {`<form><p>` + prose + `</p></form><footer>F</footer>`, "body", strings.TrimSpace(prose)},
		"form in main":     {`<main><p>` + prose + `</p><form><label>Your name</label><input><button>Send</button></form></main>`, "main", strings.TrimSpace(prose)},
		"cookies":          {`<main><p>` + prose + `</p><div class="cookie-banner"><p>We use cookies.</p></div></main>`, "main", strings.TrimSpace(prose)},
		"breadcrumbs":      {`<main><ol class=breadcrumb><li><a href=/>Home</a><li>Boilers</ol><p>` + prose + `</p></main>`, "main", strings.TrimSpace(prose)},
		"list of services": {`<main><h2>Services</h2><ul class=services><li><a href=/a>Boilers</a><li><a href=/b>Pipes</a></ul></main>`, "main", "Services\nBoilers\nPipes"},
		"restaurant":       {`<main><p>` + prose + `</p><div class=menu><h3>Soup</h3><p>Leek, potato, cream</p></div></main>`, "main", strings.TrimSpace(prose) + "\nSoup\nLeek, potato, cream"},
		"layout table":     {`<table><tr><td><a href=/a>Home</a><div>x</div></td><td><div><p>` + prose + `</p></div></td></tr></table>`, "density", strings.TrimSpace(prose)},
		"nothing":          {``, "body", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := read(test.html)
			same(t, "method", p.Text.Method, test.method)
			same(t, "main", p.Text.Main, test.main)
		})
	}
}

func TestBlocks(t *testing.T) {
	p := read(`<main><h2 id=q>Questions <small>and answers</small></h2><p>First<br>line with <a href="https://other.example/">a source</a>.</p>
<ol><li>One<ul><li>Sub</li></ul></li><li><p>Two</p><p>More of two</p></li></ol>
<table><caption>Prices</caption><tr><th>Service</th><th></th><th>Price</th></tr><tr><td>Boiler</td><td>1 h</td><td><p>$90</p></td></tr></table>
<blockquote cite=/x><p>Splendid work.</p></blockquote><blockquote>Good.</blockquote>
<dl><dt>Opening</dt><dd>Nine to five</dd></dl><details><summary><h3>How long?</h3></summary>An hour.</details><pre>a
  b</pre></main>`)
	same(t, "blocks", p.Text.Blocks, []Block{
		{Kind: HeadingRow, Level: 2, Text: "Questions and answers", Words: 3},
		{Kind: Paragraph, Text: "First line with a source.", Words: 5, Links: 1},
		{Kind: ListItem, Level: 1, Text: "One", Words: 1, Ordered: true, List: 1},
		{Kind: ListItem, Level: 2, Text: "Sub", Words: 1, List: 2},
		{Kind: ListItem, Level: 1, Text: "Two", Words: 1, Ordered: true, List: 1},
		{Kind: Paragraph, Text: "More of two", Words: 3},
		{Kind: Paragraph, Text: "Prices", Words: 1},
		{Kind: TableRow, Text: "Service\t\tPrice", Words: 2, List: 3, Header: true},
		{Kind: TableRow, Text: "Boiler\t1 h\t$90", Words: 4, List: 3},
		{Kind: Quote, Text: "Splendid work.", Words: 2, Cited: true},
		{Kind: Quote, Text: "Good.", Words: 1},
		{Kind: Paragraph, Text: "Opening", Words: 1, List: 4},
		{Kind: Definition, Text: "Nine to five", Words: 3, List: 4, Term: "Opening"},
		{Kind: Summary, Text: "How long?", Words: 2},
		{Kind: Paragraph, Text: "An hour.", Words: 2},
		{Kind: Preformatted, Text: "a\n  b", Words: 2},
	})
	same(t, "headings", p.Headings, []Heading{{Level: 2, Text: "Questions and answers", ID: "q", InMain: true}, {Level: 3, Text: "How long?", InMain: true}})
}

func TestMarkdown(t *testing.T) {
	p := read(`<header>Logo</header><main><h1>Boilers</h1><p>See <a href="/prices">our  <b>prices</b></a> or *call* <a href="tel:+1613">us</a>, <b>now</b>, <a href="#">x</a>.
<a href=/img><img src=a></a> Use <code>ctl</code>.</p><ul><li>One</li><li>Two<ol><li>Deep</li></ol></li></ul>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><blockquote>Fine.</blockquote><a href=/card><h3>Card</h3></a><pre>x
y</pre><dl><dt>T</dt><dd>D</dd></dl></main>`)
	same(t, "markdown", p.Text.Markdown, "# Boilers\n\n"+
		"See [our **prices**](https://www.example.com/prices) or \\*call\\* [us](tel:+1613), **now**, [x](https://www.example.com/shop/). Use `ctl`.\n\n"+
		"- One\n- Two\n   1. Deep\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n> Fine.\n\n### Card\n\n```\nx\ny\n```\n\n**T**\n\nD")
	same(t, "kept only where asked for", parseHTML(Document{URL: "https://a.example/", Body: []byte("<p>x")}).Text.Markdown, "")
}

func TestWords(t *testing.T) {
	for text, want := range map[string]int{
		"one two\u00a0three\u2003four": 4, "hyphen-ated don't 3.5": 3, "<b>o</b>ne <i>word</i>s": 2, "one<br>two": 2, "<td>a</td><td>b</td>": 1,
		"日本語の文章です": 4, "ภาษาไทย": 4, "iPhone を買う": 3, "soft\u00adhyphen zero\u200bwidth": 2, "<button>a</button><button>b</button>": 2, "": 0,
	} {
		same(t, text, read("<p>"+text).Text.Visible, want)
	}
}

func TestVisibleText(t *testing.T) {
	p := read(`<nav>Menu here</nav><main><p>Main text of it.</p><script>var no</script><noscript>no</noscript><textarea>no</textarea><select><option>no</select>
<iframe>no</iframe><svg><text>no</text></svg><template>no</template><object>no</object></main><footer>Foot</footer>`)
	same(t, "visible", p.Text.Visible, 7)
	same(t, "main", p.Text.Words, 4)
	same(t, "boilerplate", p.Text.BoilerplateWords, 3)
	same(t, "characters", p.Text.Chars, len("MenuhereMaintextofit.Foot"))
}

func TestFingerprints(t *testing.T) {
	text := strings.Repeat(prose, 4)
	a, b := read("<main><p>"+text), read("<body><div>menu</div><main><p>"+strings.ToUpper(strings.ReplaceAll(text, " ", "\n ")))
	same(t, "case and space are folded", a.Text.Hash, b.Text.Hash)
	same(t, "and so for near-duplicates", a.Text.SimHash, b.Text.SimHash)
	near := read("<main><p>" + text + "One more sentence stands here.")
	if a.Text.Hash == near.Text.Hash {
		t.Error("different texts, one hash")
	}
	if d := distance(a.Text.SimHash, near.Text.SimHash); d > 12 {
		t.Errorf("near-duplicates differ in %d bits", d)
	}
	far := read("<main><p>" + strings.Repeat("Our bakery sells bread from its own oven and cakes for weddings, baked before dawn by three generations. ", 4))
	if d := distance(a.Text.SimHash, far.Text.SimHash); d < 16 {
		t.Errorf("different texts differ in %d bits only", d)
	}
	same(t, "too short", read("<main><p>"+"Few words.").Text.SimHash, uint64(0))
}

func distance(a, b uint64) (n int) {
	for x := a ^ b; x != 0; x &= x - 1 {
		n++
	}
	return n
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"We repair boilers and pipes in the whole of the county. A written estimate costs nothing and our team is never in a hurry.":                                                                                                                                                         "en",
		"Nous réparons les chaudières et les canalisations dans tout le département. Le devis est gratuit et notre équipe est à votre écoute.":                                                                                                                                               "fr",
		"Wir reparieren Heizungen und Rohre im ganzen Landkreis. Der Kostenvoranschlag ist kostenlos und unser Team nimmt sich Zeit für Sie.":                                                                                                                                                "de",
		"Reparamos calderas y tuberías en toda la provincia. El presupuesto es gratuito y nuestro equipo está a su disposición para lo que necesite.":                                                                                                                                        "es",
		"Ripariamo caldaie e tubature in tutta la provincia. Il preventivo è gratuito e il nostro team è a disposizione per ogni domanda che avete.":                                                                                                                                         "it",
		"Wij repareren ketels en leidingen in de hele provincie. De offerte is gratis en ons team staat voor u klaar op elke dag van de week.":                                                                                                                                               "nl",
		"Reparamos caldeiras e canalizações em todo o distrito. O orçamento é gratuito e a nossa equipa está à sua disposição para o que precisar, com gosto.":                                                                                                                               "pt",
		"Naprawiamy kotły i rury w całym powiecie. Wycena jest bezpłatna, a nasz zespół nigdy się nie spieszy, zapraszamy do kontaktu każdego dnia tygodnia. Pracujemy od dwudziestu lat i dajemy gwarancję na wszystkie prace, także w nocy i w święta, kiedy inni nie odbierają telefonu.": "pl",
		"当社は県内全域でボイラーと配管の修理を行っています。お見積りは無料です。お気軽にお問い合わせください。":                                                                                                                                                                                                                                "ja",
		"Contact us":                "",
		"Menu Pizza Pasta Tiramisu": "",
		"12 345 67 89":              "",
		"":                          "",
	} {
		p := read("<main><p>" + text)
		same(t, text, p.Detected.Value, want)
		same(t, "known", p.Detected.OK(), want != "")
	}
}

func TestLanguageOfAShortParagraph(t *testing.T) {
	for text, want := range map[string]string{
		"Vi erbjuder rörmokartjänster och uppvärmning för privatpersoner och företag i hela regionen, med ett kvalificerat team som alltid är tillgängligt för dig.":           "sv",
		"Vi tilbyder VVS- og varmetjenester til private og virksomheder i hele regionen med et kvalificeret team, der altid er klar til at hjælpe dig med opgaven.":            "da",
		"Vi tilbyr rørlegger- og varmetjenester for privatpersoner og bedrifter i hele regionen, med et kvalifisert team som alltid er klare til å hjelpe deg.":                "nb",
		"Tarjoamme putki- ja lämmityspalveluja yksityishenkilöille ja yrityksille koko alueella, ja ammattitaitoinen tiimimme on aina valmiina auttamaan sinua.":               "fi",
		"Oferujemy usługi hydrauliczne i grzewcze dla klientów indywidualnych i firm w całym regionie, z wykwalifikowanym zespołem zawsze dostępnym dla Państwa.":              "pl",
		"Nabízíme instalatérské a topenářské služby pro soukromé osoby i firmy v celém regionu, s kvalifikovaným týmem, který je vám vždy k dispozici.":                        "cs",
		"Oferim servicii de instalații sanitare și încălzire pentru persoane fizice și companii din întreaga regiune, cu o echipă calificată mereu disponibilă.":               "ro",
		"Vízvezeték-szerelési és fűtési szolgáltatásokat kínálunk magánszemélyeknek és vállalkozásoknak az egész régióban, képzett csapattal, amely mindig rendelkezésre áll.": "hu",
		"Bölge genelinde bireyler ve şirketler için tesisat ve ısıtma hizmetleri sunuyoruz; nitelikli ekibimiz her zaman size yardımcı olmaya hazırdır.":                       "tr",
		"Chúng tôi cung cấp dịch vụ sửa ống nước và sưởi ấm cho cá nhân và công ty trong toàn khu vực, với đội ngũ có trình độ luôn sẵn sàng phục vụ bạn.":                     "vi",
		"Oferim serveis de lampisteria i calefacció per a particulars i empreses de tota la regió, amb un equip qualificat que sempre està disponible per a vostè.":            "ca",
		"Мы предлагаем услуги сантехников и отопления для частных лиц и компаний по всему региону, с квалифицированной командой, всегда готовой помочь вам.":                   "ru",
		"Προσφέρουμε υπηρεσίες υδραυλικών και θέρμανσης για ιδιώτες και επιχειρήσεις σε όλη την περιοχή, με μια εξειδικευμένη ομάδα πάντα διαθέσιμη για εσάς.":                 "el",
		"نحن نقدم خدمات السباكة والتدفئة للأفراد والشركات في جميع أنحاء المنطقة، مع فريق مؤهل ومتاح دائمًا لخدمتكم في أي وقت تحتاجون إليه.":                                    "ar",
		"저희는 지역 전체의 개인 및 기업 고객에게 배관 및 난방 서비스를 제공합니다. 자격을 갖춘 팀이 항상 준비되어 있습니다. 언제든지 문의해 주세요.":                                                                                    "ko",
		"我们为整个地区的个人和企业提供管道和供暖服务，拥有一支合格的团队，随时为您服务。如果您有任何问题，请随时与我们联系，我们会尽快回复您。":                                                                                                  "zh",

		// Lists of names are in no language, however sure a table of letter triples is.
		"Acme Widgets Ltd Products Services Contact About Login Cart Checkout Terms Privacy Blog Newsletter":                                                  "",
		"John Smith Mary Jones Peter Müller Anna Schmidt Carlos Garcia Luigi Rossi Pierre Dupont Jan de Vries Lars Larsen":                                    "",
		"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam": "",
	} {
		same(t, text, read("<main><p>"+text).Detected.Value, want)
	}
}

func TestCommentsAreNoContentBesideAnArticle(t *testing.T) {
	article := "<article><p>" + strings.Repeat("We mend pipes, taps and boilers in the whole city, within the day. ", 30) + "</p>"
	comments := `<div class="comments-area"><div class="comment"><p>` + strings.Repeat("A reader says something, at length, of the weather. ", 90) + "</p></div></div></article>"
	text := parseHTML(Document{URL: "https://site.test/", Body: []byte(article + comments)}).Text.Main
	if strings.Contains(text, "reader") || !strings.Contains(text, "mend") {
		t.Errorf("beside an article: %.200s", text)
	}
	forum := "<article><p>Which boiler is best?</p>" + comments
	if text := parseHTML(Document{URL: "https://site.test/", Body: []byte(forum)}).Text.Main; !strings.Contains(text, "reader") {
		t.Errorf("in a forum: %.200s", text)
	}
}
