package business

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/industry"
)

func TestBusinessOfMarkup(t *testing.T) {
	for name, row := range map[string]struct {
		facts *page.Facts
		want  audit.Business
	}{
		"JSON-LD with a graph": {
			pagetest.Site("www.smith-dental.example", "/ "+pagetest.HTML("en-gb", "Smith Dental | Dentist in Leeds", "Family dentist.", pagetest.JSONLD(`{"@context":"https://schema.org","@graph":[
				{"@type":"WebSite","@id":"https://www.smith-dental.example/#site","name":"Smith Dental","publisher":{"@id":"https://www.smith-dental.example/#org"}},
				{"@type":"Organization","name":"Dental Awards Ltd"},
				{"@type":["Dentist","LocalBusiness"],"@id":"https://www.smith-dental.example/#org","name":"Smith Dental","description":"A family practice.","telephone":"0113 496 0018",
				 "address":{"@type":"PostalAddress","streetAddress":"1 High Street","addressLocality":"Leeds","addressRegion":"West Yorkshire","postalCode":"LS1 4AP","addressCountry":"United Kingdom"},
				 "sameAs":["https://www.facebook.com/smithdental","ftp://nothing.example","https://www.facebook.com/smithdental"]}]}`)+
				`<h1>Smith Dental</h1><p>We look after your teeth.</p><footer>Smith Dental, 1 High Street</footer>`)),
			audit.Business{
				Industry: "Dental practice", Type: "local", Name: "Smith Dental", Description: "A family practice.", City: "Leeds", Region: "West Yorkshire",
				Country: "GB", Language: "en-GB", Phone: "+441134960018", Address: "1 High Street, LS1 4AP Leeds, West Yorkshire, United Kingdom",
				SameAs: []string{"https://www.facebook.com/smithdental"},
			},
		},
		"an organisation and a local business beside it": {
			pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Home", "", pagetest.JSONLD(`[{"@context":"https://schema.org","@type":"Organization","name":"Corner Oven"},
				{"@context":"https://schema.org","@type":"Bakery","name":"Corner Oven","telephone":"+1 415-555-2671","address":{"@type":"PostalAddress","addressLocality":"San Francisco","addressRegion":"CA","postalCode":"94103","addressCountry":{"@type":"Country","name":"US"}}}]`)+
				`<h1>Corner Oven</h1>`)),
			audit.Business{
				Industry: "Bakery", Type: "local", Name: "Corner Oven", City: "San Francisco", Region: "CA", Country: "US", Language: "en", Phone: "+14155552671",
				Address: "94103 San Francisco, CA, US",
			},
		},
		"microdata": {
			pagetest.Site("www.example.com", "/ "+pagetest.HTML("fr-FR", "Chez Léa", "", `<div itemscope itemtype="https://schema.org/Restaurant"><h1 itemprop=name>Chez Léa</h1>
				<span itemprop=telephone>04 78 37 49 11</span> <div itemprop=address itemscope itemtype="https://schema.org/PostalAddress">
				<span itemprop=streetAddress>12 rue Mercière</span> <span itemprop=postalCode>69002</span> <span itemprop=addressLocality>Lyon</span></div></div>`)),
			audit.Business{
				Industry: "Restaurant", Type: "local", Name: "Chez Léa", City: "Lyon", Country: "FR", Language: "fr-FR", Phone: "+33478374911",
				Address: "12 rue Mercière, 69002 Lyon",
			},
		},
		"markup of another business, left in a template": {
			pagetest.Site("www.acme-tools.example", "/ "+pagetest.HTML("en", "Acme Tools | Hardware store in York", "Hardware store with building supplies.", pagetest.JSONLD(`{"@context":"https://schema.org","@type":"Restaurant",
				"name":"Trattoria Bella","telephone":"+39 02 7000 5678","address":{"@type":"PostalAddress","streetAddress":"Via Roma 1","addressLocality":"Milano","addressCountry":"IT"}}`)+
				`<h1>Acme Tools</h1><p>Hardware store: building supplies and tools.</p><p>Call <a href="tel:+441904555123">+44 1904 555123</a></p><footer>© 2026 Acme Tools Ltd</footer>`)),
			audit.Business{
				Industry: "Hardware store", Type: "local", Name: "Acme Tools", Description: "Hardware store with building supplies.", Country: "GB", Language: "en",
				Phone: "+441904555123",
			},
		},
		"a name with its legal form, or shorter on the page": {
			pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Acme Plumbing", "", pagetest.JSONLD(`{"@context":"https://schema.org","@type":"Plumber","name":"Acme Plumbing Ltd"}`)+`<h1>Acme Plumbing</h1>`)),
			audit.Business{Industry: "Plumbing company", Type: "local", Name: "Acme Plumbing Ltd", Language: "en"},
		},
		"a store made more precise by its words": {
			pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Rose & Fern, florist in Bath", "Florist: bouquets and wedding flowers.", pagetest.JSONLD(`{"@context":"https://schema.org","@type":"Store","name":"Rose & Fern"}`)+
				`<h1>Rose & Fern</h1>`)),
			audit.Business{Industry: "Flower shop", Type: "local", Name: "Rose & Fern", Description: "Florist: bouquets and wedding flowers.", Language: "en"},
		},
		"a professional service says no industry": {
			pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Miller & Partners", "", pagetest.JSONLD(`{"@context":"https://schema.org","@type":"ProfessionalService","name":"Miller & Partners"}`)+`<h1>Miller & Partners</h1>`)),
			audit.Business{Industry: "unclear", Type: "local", Name: "Miller & Partners", Language: "en"},
		},
		"markup on the about page only, a sub page submitted": {
			pagetest.Site("www.example.com", "/services "+pagetest.HTML("en", "Services – Northgate Vets", "What we do.", `<h1>Services</h1><p>Northgate Vets</p>`),
				"/ "+pagetest.HTML("en", "Northgate Vets", "Veterinary clinic in Hull.", `<h1>Welcome to Northgate Vets</h1>`),
				"/about "+pagetest.HTML("en", "About – Northgate Vets", "", pagetest.JSONLD(`{"@context":"https://schema.org","@type":"VeterinaryCare","name":"Northgate Vets"}`)+`<h1>About</h1>`)),
			audit.Business{Industry: "Veterinary clinic", Type: "local", Name: "Northgate Vets", Description: "Veterinary clinic in Hull.", Language: "en"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(row.want, ReadSubject(row.facts).Describe(audit.English)); d != "" {
				t.Errorf("want (-), got (+)\n%s", d)
			}
		})
	}
}

func TestIndustryOfWords(t *testing.T) {
	for name, row := range map[string]struct{ lang, title, description, body, industry, kind string }{
		"bakery":         {"en", "Hill Street Bakery, Bristol", "Sourdough bread and pastries baked every morning.", "<h1>Bread from Hill Street</h1><p>Our bakery opens at seven.</p>", "Bakery", "local"},
		"boulangerie":    {"fr", "BOULANGERIE MARTIN - Nantes", "Artisan boulanger : pain au levain et viennoiseries.", "<h1>Boulangerie Martin</h1>", "Bakery", "local"},
		"avocats":        {"fr", "Cabinet Durand – Avocats à Lille", "Cabinet d’avocats en droit du travail.", "<h1>Vos avocats à Lille</h1>", "Law firm", "local"},
		"dentist":        {"en", "Bright Smile Dental Clinic", "Dentist in Oxford: check-ups, dental implants, whitening.", "<h1>Your dentist in Oxford</h1>", "Dental practice", "local"},
		"pub":            {"en", "The Red Lion, pub in Ely", "A country pub with real ales, cocktails and live music.", "<h1>The Red Lion</h1>", "Bar or nightclub", "local"},
		"village school": {"en", "Ashford Primary School", "A primary school for pupils from 4 to 11.", "<h1>Welcome to our school</h1>", "School", "education"},
		"town library":   {"en", "Marlow Public Library", "Borrow books and more with your library card.", "<h1>The library</h1>", "Library", "organization"},
		"médiathèque":    {"fr", "Médiathèque de Blois", "La médiathèque et sa bibliothèque.", "<h1>Emprunter des livres</h1>", "Library", "organization"},
		"bank":           {"en", "Harbour Bank", "Current accounts, savings accounts and mortgages.", "<h1>Banking made simple</h1>", "Bank", "local"},
		"church":         {"en", "St Mark's Church", "A parish church in Ealing. Sunday services at 10.", "<h1>Welcome</h1><p>Join us for worship.</p>", "Place of worship", "organization"},
		"garage":         {"en", "Green Garage, Derby", "MOT test, car servicing and tyres.", "<h1>Your local garage</h1>", "Car repair shop", "local"},
		"shop":           {"en", "Wool & Co – online shop for yarn", "Buy yarn in our online store. Free shipping.", `<h1>Yarn for every season</h1><a href="/cart">Basket</a>`, "Online shop", "online"},
		"boutique":       {"fr", "La Laine – boutique en ligne", "Laine et aiguilles : achetez en ligne.", `<h1>Boutique en ligne de laine</h1><a href="/panier">Panier</a>`, "Online shop", "online"},
		"SaaS":           {"en", "Invoicely – invoicing software for freelancers", "Cloud-based software that writes your invoices. Free trial.", "<h1>Invoicing without the paperwork</h1>", "Software company", "software"},
		"web agency":     {"en", "Pixel North – web design agency", "Web design and web development for restaurants and hotels.", "<h1>Web design that sells</h1><h2>For your restaurant</h2><h2>For your hotel</h2>", "Web agency", "b2b"},
		"agence web":     {"fr", "Studio Brume, agence web à Rennes", "Création de sites internet et référencement naturel.", "<h1>Agence web à Rennes</h1>", "Web agency", "b2b"},
		"charity":        {"en", "Leeds Food Bank", "A registered charity. Donate or join our volunteers.", "<h1>Food for those who need it</h1>", "Charity or foundation", "organization"},
		"association":    {"fr", "Les Jardins Partagés", "Association loi 1901 : nos bénévoles vous accueillent.", "<h1>Une association de quartier</h1><p>Vous pouvez faire un don.</p>", "Association or club", "organization"},
		"blog":           {"en", "Anna's Notes", "A personal blog about gardens and books.", "<h1>Latest posts</h1><p>This blog began in 2012.</p>", "Blog", "publisher"},
		"documentation":  {"en", "Frobnicator 2.1 documentation", "", "<h1>Frobnicator documentation</h1><p>Tutorial, user guide and API reference.</p>", "Documentation site", "publisher"},
		"mairie":         {"fr", "Mairie de Saint-Aubry", "Site de la commune : état civil, conseil municipal, services publics.", "<h1>Votre mairie</h1>", "Municipality", "public"},
	} {
		t.Run(name, func(t *testing.T) {
			b := ReadSubject(pagetest.Site("www.example.com", "/ "+pagetest.HTML(row.lang, row.title, row.description, row.body))).Describe(audit.English)
			if b.Industry != row.industry || b.Type != row.kind {
				t.Errorf("%q, %q; want %q, %q", b.Industry, b.Type, row.industry, row.kind)
			}
		})
	}
}

func TestWordsInOtherCompanySayNoIndustry(t *testing.T) {
	for name, row := range map[string]struct{ lang, title, description, body, not string }{
		"bar chart":          {"en", "Bar chart examples", "How to draw a bar chart, a stacked bar and a status bar.", "<h1>Bar chart</h1><p>A bar for every value.</p>", "bar"},
		"JavaScript library": {"en", "Chartist – a JavaScript library for bar charts", "Open-source JavaScript library. Install it from npm.", "<h1>A charting library</h1><p>Source code on GitHub.</p>", "library"},
		"standard library":   {"en", "The standard library", "Packages of the standard library.", "<h1>Standard library</h1>", "library"},
		"data bank":          {"en", "Protein data bank", "The data bank of protein structures.", "<h1>Data bank</h1><p>A bank of data.</p>", "bank"},
		"security headers":   {"en", "Security headers explained", "Which security headers a site should send.", "<h1>Security headers</h1>", "security"},
		"garage band":        {"en", "Garage Band Heroes", "Songs of garage bands.", "<h1>Garage rock</h1>", "garage"},
		"Church encoding":    {"en", "Church encoding", "Church numerals in the lambda calculus.", "<h1>Church encoding</h1>", "church"},
		"solar system":       {"en", "Solar system facts", "The planets of the solar system.", "<h1>Solar system</h1>", "solar"},
		"said only once":     {"en", "Plumbing the depths", "Essays on the sea.", "<h1>Essays</h1>", "plumber"},
		"banque de données":  {"fr", "Banque de données ouvertes", "Une banque de données en libre accès.", "<h1>Banque de données</h1>", "bank"},
		"école de pensée":    {"fr", "L'école de Francfort", "Une école de pensée.", "<h1>École de Francfort</h1>", "school"},
		"église en peinture": {"fr", "L'église d'Auvers", "Un tableau de Van Gogh.", "<h1>L'église d'Auvers-sur-Oise</h1>", "church"},
	} {
		f := pagetest.Site("www.example.com", "/ "+pagetest.HTML(row.lang, row.title, row.description, row.body))
		if b := ReadSubject(f).Describe(audit.English); b.Industry == industry.Find(row.not).EN {
			t.Errorf("%s: %q", name, b.Industry)
		}
	}
}

func TestWhatSaysNothingIsUnclear(t *testing.T) {
	for name, html := range map[string]string{
		"nothing at all": pagetest.HTML("en", "", "", ""), "an empty front page": pagetest.HTML("en", "Home", "", "<h1>Welcome</h1>"),
	} {
		b := ReadSubject(pagetest.Site("www.example.com", "/ "+html)).Describe(audit.English)
		if b.Industry != "unclear" || b.Type != "unclear" || b.Name != "" {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

func TestNameWithoutMarkup(t *testing.T) {
	for name, row := range map[string]struct {
		facts *page.Facts
		want  string
	}{
		"the part that titles share": {pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Fresh bread | Hill Street", "", ""), "/about "+pagetest.HTML("en", "About us | Hill Street", "", ""),
			"/contact "+pagetest.HTML("en", "Contact | Hill Street", "", "")), "Hill Street"},
		"the host":           {pagetest.Site("www.smithandsons.co.uk", "/ "+pagetest.HTML("en", "Smith & Sons - quality since 1911", "", "")), "Smith & Sons"},
		"the copyright line": {pagetest.Site("192.0.2.1", "/ "+pagetest.HTML("en", "Quality joinery | Oak Yard", "", "<h1>Quality</h1><footer>© 2026 Oak Yard</footer>")), "Oak Yard"},
		"the logo":           {pagetest.Site("192.0.2.1", "/ "+pagetest.HTML("en", "Oak Yard: quality joinery", "", `<img src=l.png alt="Logo Oak Yard"><h1>Quality</h1>`)), "Oak Yard"},
		"the main heading":   {pagetest.Site("192.0.2.1", "/ "+pagetest.HTML("fr", "Atelier Brume", "", "<h1>Atelier Brume</h1>")), "Atelier Brume"},
		"for sharing":        {pagetest.Site("192.0.2.1", "/ "+strings.Replace(pagetest.HTML("en", "Welcome - Oak Yard", "", ""), "<title>", `<meta property=og:site_name content="Oak Yard"><title>`, 1)), "Oak Yard"},
		"half a bracket": {
			pagetest.Site("192.0.2.1", "/a "+pagetest.HTML("en", "Closures (frob: a portable library)", "", ""), "/b "+pagetest.HTML("en", "Types (frob: a portable library)", "", "")),
			"",
		},
		"a page, not a name": {pagetest.Site("192.0.2.1", "/ "+pagetest.HTML("en", "Home", "", "<h1>Home</h1>")), ""},
	} {
		if got := ReadSubject(row.facts).Describe(audit.English).Name; got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}

func TestPlaceWithoutMarkup(t *testing.T) {
	for name, row := range map[string]struct{ host, lang, body, city, region, country, phone string }{
		"France":                          {"www.example.fr", "fr", `<address>12 rue Mercière<br>69002 Lyon</address><p>Tél. 04 78 37 49 11</p>`, "Lyon", "", "FR", "+33478374911"},
		"France, named":                   {"www.example.com", "fr", `<p>8 avenue Foch, 54000 Nancy, France</p>`, "Nancy", "", "FR", ""},
		"five digits":                     {"www.example.com", "fr", `<p>8 avenue Foch, 54000 Nancy</p>`, "Nancy", "", "", ""},
		"Britain":                         {"www.example.com", "en", `<address>221 Baker Street, London NW1 6XE</address>`, "London", "", "GB", ""},
		"Canada":                          {"www.example.com", "fr-CA", `<p>1500 rue Sherbrooke, Montréal, QC H3G 1K4</p>`, "Montréal", "QC", "CA", ""},
		"United States":                   {"www.example.com", "en", `<address>500 Castro Street, San Francisco, CA 94114</address>`, "San Francisco", "CA", "US", ""},
		"a number alone":                  {"www.example.com", "en", `<p><a href="tel:+33478374911">+33 4 78 37 49 11</a></p>`, "", "", "FR", "+33478374911"},
		"numbers of two countries":        {"www.example.com", "en", `<p><a href="tel:+33478374911">Lyon</a> <a href="tel:+4930901820">Berlin</a></p>`, "", "", "", "+33478374911"},
		"a code that two countries share": {"www.example.com", "en", `<p><a href="tel:+14155552671">+1 415 555 2671</a></p>`, "", "", "", "+14155552671"},
		"branches":                        {"www.example.com", "en", `<p>1 High Street, Leeds LS1 4AP</p><p>2 Mill Lane, York YO1 7HH</p><p>3 Park Road, Hull HU1 2AA</p>`, "", "", "", ""},
	} {
		b := ReadSubject(pagetest.Site(row.host, "/ "+pagetest.HTML(row.lang, "Oak Yard", "", "<h1>Oak Yard</h1>"+row.body))).Describe(audit.English)
		if b.City != row.city || b.Region != row.region || b.Country != row.country || b.Phone != row.phone {
			t.Errorf("%s: city %q, region %q, country %q, phone %q (%s)", name, b.City, b.Region, b.Country, b.Phone, b.Address)
		}
	}
}

// The address of the host in the legal notice, and of the author of a licence, are not the business's.
func TestAddressesOfOthers(t *testing.T) {
	f := pagetest.Site("www.example.fr", "/ "+pagetest.HTML("fr", "Atelier Brume", "", "<h1>Atelier Brume</h1>"), "/mentions-legales "+pagetest.HTML("fr", "Mentions légales", "",
		"<h1>Mentions légales</h1><p>Hébergeur : 2 rue Kellermann, 59100 Roubaix, France. Tél. +33 9 72 10 10 07</p>"), "/blog/a "+pagetest.HTML("fr", "A", "", ""))
	f.Pages[1].Kind = page.KindLegal
	if b := ReadSubject(f).Describe(audit.English); b.City != "" || b.Country != "" || b.Phone != "" || b.Address != "" {
		t.Errorf("%+v", b)
	}
	footer := "<footer>3 rue Basse, 14000 Caen, +33 2 31 00 00 01</footer>"
	f = pagetest.Site("www.example.fr", "/blog/a "+pagetest.HTML("fr", "A", "", footer), "/blog/b "+pagetest.HTML("fr", "B", "", footer), "/blog/c "+pagetest.HTML("fr", "C", "", footer))
	if b := ReadSubject(f).Describe(audit.English); b.City != "Caen" || b.Country != "FR" || b.Phone != "+33231000001" {
		t.Errorf("%+v", b)
	}
}

func TestLanguageTags(t *testing.T) {
	for written, want := range map[string]string{
		"en": "en", "EN_us": "en-US", "fr-ca": "fr-CA", "zh-hans-cn": "zh-Hans-CN", "es-419": "es-419", "de-CH-1996": "de-CH-1996", "en-US.UTF-8": "en",
		"iw": "he", " pt-br ": "pt-BR", "english": "", "x": "", "": "", "e1": "", "sr-Latn-": "sr-Latn",
	} {
		if got := canonicalTag(written); got != want {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
	}
	french := strings.Repeat("Nous fabriquons des meubles en bois massif dans notre atelier, et nous livrons nos clients dans toute la région. ", 6)
	if got := ReadSubject(pagetest.Site("www.example.com", "/ "+pagetest.HTML("en-US", "Atelier", "", "<p>"+french+"</p>"))).Describe(audit.English).Language; got != "fr" {
		t.Errorf("a French page that declares English: %q", got)
	}
}

// parsePage parses a document without a deadline.
