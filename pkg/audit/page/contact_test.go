package page

import (
	"slices"
	"strings"
	"testing"
)

// contacts reads lines of visible text of a page at an address.
func contacts(address string, lines ...string) *Page {
	p := &Page{FinalURL: address}
	p.readContacts(forever(), lines, nil)
	return p
}

func TestPhonesInText(t *testing.T) {
	for _, tt := range []struct {
		name, url, line string
		want            []string
	}{
		{"international", "https://example.com/", "Call us: +33 1 42 68 53 00.", []string{"+33142685300"}},
		{"bracketed zero", "https://example.com/", "T: +44 (0)20 7946 0018", []string{"+442079460018"}},
		{"French", "https://exemple.fr/", "Tél. : 01 42 68 53 00", []string{"+33142685300"}},
		{"French dots", "https://exemple.fr/", "01.42.68.53.00", []string{"+33142685300"}},
		{"French without spaces", "https://exemple.fr/", "0142685300", []string{"+33142685300"}},
		{"no-break spaces", "https://exemple.fr/", "04\u00a072\u00a000\u00a000\u00a000", []string{"+33472000000"}},
		{"British", "https://example.co.uk/", "Phone 020 7946 0018", []string{"+442079460018"}},
		{"German with slash", "https://beispiel.de/", "Telefon 030/901820", []string{"+4930901820"}},
		{"two in one line", "https://exemple.fr/", "01 42 68 53 00 / 06 12 34 56 78", []string{"+33142685300", "+33612345678"}},
		{"area code divided", "https://example.com/", "Tel. +49 (0)30 / 2064 8900", []string{"+493020648900"}},
		{"area code divided, German", "https://beispiel.de/", "030 / 2064 8900", []string{"+493020648900"}},
		{"end of a sentence", "https://exemple.fr/", "Appelez le 01 42 68 53 00. 12 rue de Rivoli", []string{"+33142685300"}},
		{"fax left out", "https://exemple.fr/", "Tél. 01 42 68 53 00 – Fax 01 42 68 53 01", []string{"+33142685300"}},
		{"Spanish groups", "https://ejemplo.es/", "Tel. 912 345 678", []string{"+34912345678"}},
		{"no country known", "https://example.com/", "Tel. 01 42 68 53 00", nil},
		{"company number", "https://exemple.fr/", "SIRET 552 100 554 00013", nil},
		{"company number that fits the plan", "https://exemple.fr/", "SIREN 123 456 789", nil},
		{"date", "https://beispiel.de/", "01.06.2026 – 05.06.2026", nil},
		{"amount", "https://exemple.fr/", "plus de 1 200 000 clients", nil},
		{"price", "https://ejemplo.es/", "912 345 678 €", nil},
		{"part of a word", "https://exemple.fr/", "REF0142685300X", nil},
		{"part of an address", "https://exemple.fr/", "https://exemple.fr/p/0142685300", nil},
		{"not a valid number", "https://exemple.fr/", "Tél. 00 00 00 00 00", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, phone := range contacts(tt.url, tt.line).Phones {
				if phone.Source != "text" {
					t.Errorf("source %q", phone.Source)
				}
				got = append(got, phone.E164)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
			}
		})
	}
}

func TestPhoneSourcesStayApart(t *testing.T) {
	p := &Page{FinalURL: "https://example.com/", Links: []Link{{Scheme: "tel", Href: "tel:01%2042%2068%2053%2000"}, {Scheme: "tel", Href: "TEL:call-us"}}}
	p.Graph = *readJSONLD(t, `{"@context":"https://schema.org","@type":"Dentist","name":"A","telephone":"01 42 68 53 00",
		"address":{"@type":"PostalAddress","addressCountry":"France","addressLocality":"Paris"}}`)
	p.readContacts(forever(), []string{"01 42 68 53 00", "01.42.68.53.00"}, nil)
	want := []Phone{
		{Raw: "01 42 68 53 00", E164: "+33142685300", Source: "tel"},
		{Raw: "call-us", Source: "tel"},
		{Raw: "01 42 68 53 00", E164: "+33142685300", Source: "jsonld"},
		{Raw: "01 42 68 53 00", E164: "+33142685300", Source: "text"},
	}
	if !slices.Equal(p.Phones, want) {
		t.Errorf("phones %+v\nwant %+v", p.Phones, want)
	}
}

func TestRegion(t *testing.T) {
	for _, tt := range []struct{ url, lang, want string }{
		{"https://example.co.uk/", "en-US", "GB"},
		{"https://example.fr/", "", "FR"},
		{"https://example.com/", "fr-CA", "CA"},
		{"https://example.com/", "zh-Hant-TW", "TW"},
		{"https://example.io/", "en", ""},
		{"https://example.io/", "-", ""},
		{"https://127.0.0.1/", "", ""},
		{"", "", ""},
	} {
		p := Page{FinalURL: tt.url, Lang: tt.lang}
		if got := p.region(); got != tt.want {
			t.Errorf("region of %s in %q: %q, want %q", tt.url, tt.lang, got, tt.want)
		}
	}
}

func TestEmails(t *testing.T) {
	p := &Page{Links: []Link{{Scheme: "mailto", Href: "mailto:Sales%40Example.com?subject=Hi"}, {Scheme: "mailto", Href: "mailto:a@example.com,b@example.com"}}}
	p.readContacts(forever(), []string{
		"Write to hello@example.com, or to HELLO@example.com.", "jo.doe+web@mail.example.co.uk", "info [at] example [dot] org", "office(at)example.net",
		"logo@2x.png", "@handle", "meet me at example.com", "a@b", "x@example..com", "<team@example.io>",
	}, nil)
	want := []string{
		"sales@example.com", "a@example.com", "b@example.com", "hello@example.com", "jo.doe+web@mail.example.co.uk", "info@example.org",
		"office@example.net", "team@example.io",
	}
	if !slices.Equal(p.Emails, want) {
		t.Errorf("emails %q\nwant   %q", p.Emails, want)
	}
}

func TestPrices(t *testing.T) {
	p := contacts("https://example.com/", "From $1,299.00 or 49 € a month", "1 299,90 € TTC", "EUR 20 · 15 EUR", "£5", "US$ 12.50", "R$ 10", "CHF 1'200.–", "Boiler service $138 160 min",
		"5 million €", "$3M raised", "3 apples", "USDA 5", "€", "Save 20%")
	want := []string{"$1,299.00", "49 €", "1 299,90 €", "EUR 20", "15 EUR", "£5", "US$ 12.50", "R$ 10", "CHF 1'200", "$138"}
	if !slices.Equal(p.Prices, want) {
		t.Errorf("prices %q\nwant   %q", p.Prices, want)
	}
}

func TestAddressesInText(t *testing.T) {
	for _, tt := range []struct {
		name, url string
		lines     []string
		want      Address
	}{
		{
			"French", "https://exemple.fr/",
			[]string{"12 bis rue de la République, 69001 Lyon, France"},
			Address{Raw: "12 bis rue de la République, 69001 Lyon", Street: "12 bis rue de la République", Postcode: "69001", Locality: "Lyon"},
		},
		{
			"two lines", "https://exemple.fr/",
			[]string{"8, avenue Foch", "75116 Paris CEDEX 16"},
			Address{Raw: "8, avenue Foch, 75116 Paris CEDEX", Street: "8, avenue Foch", Postcode: "75116", Locality: "Paris CEDEX"},
		},
		{
			"German", "https://beispiel.de/",
			[]string{"Musterstraße 12 · D-10115 Berlin"},
			Address{Raw: "Musterstraße 12 · D-10115 Berlin", Street: "Musterstraße 12", Postcode: "10115", Locality: "Berlin"},
		},
		{
			"British", "https://example.co.uk/",
			[]string{"221B Baker Street, London NW1 6XE"},
			Address{Raw: "221B Baker Street, London NW1 6XE", Street: "221B Baker Street", Postcode: "NW1 6XE", Locality: "London"},
		},
		{
			"American", "https://example.com/",
			[]string{"1600 Amphitheatre Pkwy, Mountain View, CA 94043-1351"},
			Address{Raw: "1600 Amphitheatre Pkwy, Mountain View, CA 94043-1351", Street: "1600 Amphitheatre Pkwy", Postcode: "94043-1351", Locality: "Mountain View", Region: "CA"},
		},
		{
			"Canadian", "https://example.ca/",
			[]string{"1000 rue Sherbrooke, Montréal, QC H3A 3G4"},
			Address{Raw: "1000 rue Sherbrooke, Montréal, QC H3A 3G4", Street: "1000 rue Sherbrooke", Postcode: "H3A 3G4", Locality: "Montréal", Region: "QC"},
		},
		{
			"Dutch", "https://voorbeeld.nl/",
			[]string{"Keizersgracht 1 straat 5, 1015 AB Amsterdam"},
			Address{Raw: "Keizersgracht 1 straat 5, 1015 AB Amsterdam", Street: "Keizersgracht 1 straat 5", Postcode: "1015 AB", Locality: "Amsterdam"},
		},
		{
			"Austrian", "https://beispiel.at/",
			[]string{"Mariahilfer Straße 1, 1060 Wien"},
			Address{Raw: "Mariahilfer Straße 1, 1060 Wien", Street: "Mariahilfer Straße 1", Postcode: "1060", Locality: "Wien"},
		},
		{
			"Spanish", "https://ejemplo.es/",
			[]string{"Calle Mayor, 5 - 28013 Madrid"},
			Address{Raw: "Calle Mayor, 5 - 28013 Madrid", Street: "Calle Mayor, 5", Postcode: "28013", Locality: "Madrid"},
		},
		{
			"state without postcode", "https://example.com/",
			[]string{"Acme, 28 Station Street, Brackenford, AB +1-613-555-0101"},
			Address{Raw: "28 Station Street, Brackenford, AB", Street: "28 Station Street", Locality: "Brackenford", Region: "AB"},
		},
		{"year and city", "https://example.com/", []string{"Main Street 5 festival, 2024 Vienna"}, Address{}},
		{"no street", "https://exemple.fr/", []string{"Livraison à 69001 Lyon"}, Address{}},
		{"no postcode", "https://exemple.fr/", []string{"12 rue de la République"}, Address{}},
		{"prose", "https://exemple.fr/", []string{strings.Repeat("long ", 40) + "12 rue X, 69001 Lyon"}, Address{}},
		{"unrelated lines", "https://exemple.fr/", []string{"Via 3 steps", strings.Repeat("word ", 20), "75116 Paris"}, Address{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := contacts(tt.url, tt.lines...)
			var got Address
			if len(p.Addresses) > 0 {
				got = p.Addresses[0]
			}
			if tt.want.Raw != "" {
				tt.want.Source = "text"
			}
			if got != tt.want || len(p.Addresses) > 1 {
				t.Errorf("%+v\nwant %+v", p.Addresses, tt.want)
			}
		})
	}
}

func TestAddressSources(t *testing.T) {
	p := &Page{FinalURL: "https://exemple.fr/"}
	p.Graph = *readJSONLD(t, `{"@context":"https://schema.org","@graph":[{"@type":"Store","name":"A","address":{"@type":"PostalAddress","streetAddress":"1 rue X",
		"postalCode":"69001","addressLocality":"Lyon","addressCountry":{"@type":"Country","name":"FR"}}},{"@type":"Store","address":"2 rue Y, 69002 Lyon"}]}`)
	p.readContacts(forever(), nil, []string{"Acme\n1 rue X\n69001 Lyon", "Written by Jo", "hello@example.com"})
	want := []Address{
		{Raw: "1 rue X, 69001 Lyon, FR", Street: "1 rue X", Postcode: "69001", Locality: "Lyon", Country: "FR", Source: "jsonld"},
		{Raw: "2 rue Y, 69002 Lyon", Street: "2 rue Y", Postcode: "69002", Locality: "Lyon", Source: "jsonld"},
		{Raw: "1 rue X, 69001 Lyon", Street: "1 rue X", Postcode: "69001", Locality: "Lyon", Source: "address"},
	}
	slices.SortFunc(p.Addresses, func(a, b Address) int { return strings.Compare(b.Source+b.Raw, a.Source+a.Raw) })
	slices.SortFunc(want, func(a, b Address) int { return strings.Compare(b.Source+b.Raw, a.Source+a.Raw) })
	if !slices.Equal(p.Addresses, want) {
		t.Errorf("addresses %+v\nwant %+v", p.Addresses, want)
	}
}

// A version of the library that reads numbers panicked at it.
func TestATelephoneLinkThatContradictsItself(t *testing.T) {
	p := parseHTML(Document{
		URL: "https://example.com/", Body: []byte(`<title>Acme</title><a href="tel:650253;phone-context=+1;tel:0000">Call</a><p>Hello`),
	})
	if len(p.Phones) != 1 || p.Phones[0].E164 != "" || len(p.Titles) != 1 {
		t.Errorf("%v, %v", p.Phones, p.Titles)
	}
}

func FuzzContacts(f *testing.F) {
	f.Add("Call us", "650253;phone-context=+1;tel:0000")
	f.Add("Lundi : 9 h à 12 h\nTél. 01 42 68 53 00\n12 rue X, 69001 Lyon\n49,90 €\ninfo [at] example.org", "fr-FR")
	f.Add("London SW1A 1AA, CA 94103-1, H2X 1Y4, 1012 AB Ams\nMon–Fri 9-5pm\n+44 (0)20", "en_GB")
	f.Fuzz(func(t *testing.T, text, lang string) {
		p := &Page{FinalURL: "https://example.co.uk/2026/01/02/x", Lang: lang, Links: []Link{{Href: "tel:" + lang}, {Href: "tel:+" + text}}}
		lines := strings.Split(text, "\n")
		p.readContacts(forever(), lines, []string{text})
		p.readDates(forever(), []timeElement{{datetime: lang, text: text}}, lines)
		findMojibake(lines)
		findSecrets("text", text)
		for _, h := range p.Hours {
			if len(h.Days) == 0 || len(h.Opens) != 5 || len(h.Closes) != 5 {
				t.Errorf("hours %+v", h)
			}
		}
		for _, a := range p.Addresses {
			if a.Street == "" || !strings.Contains(a.Raw, a.Postcode) {
				t.Errorf("address %+v", a)
			}
		}
	})
}

func TestTheCountryOfNationalNumbers(t *testing.T) {
	for name, tt := range map[string]struct {
		lang  string
		links []Link
		lines []string
		want  string
	}{
		"British postcode":       {lang: "en", lines: []string{"10 Downing Street, London SW1A 2AA", "020 7946 0018"}, want: "+442079460018"},
		"American postcode":      {lang: "en", lines: []string{"350 5th Ave, New York, NY 10118", "(212) 736-5000"}, want: "+12127365000"},
		"Canadian postcode":      {lang: "en", lines: []string{"100 Queen St W, Toronto, ON M5H 2N2", "416-338-0338"}, want: "+14163380338"},
		"Dutch postcode":         {lang: "nl", lines: []string{"Dam 1, 1012 JS Amsterdam", "020 555 8888"}, want: "+31205558888"},
		"French postcode":        {lang: "fr", lines: []string{"12 rue de Rivoli, 75001 Paris", "01 42 68 53 00"}, want: "+33142685300"},
		"German postcode":        {lang: "de", lines: []string{"Unter den Linden 77, 10117 Berlin", "Telefon: 030 20648900"}, want: "+493020648900"},
		"international link":     {lang: "en", links: []Link{{Scheme: "tel", Href: "tel:+33142685301"}}, lines: []string{"01 42 68 53 00"}, want: "+33142685300"},
		"five digits in English": {lang: "en", lines: []string{"12 rue de Rivoli, 75001 Paris", "01 42 68 53 00"}},
		"no state":               {lang: "en", lines: []string{"Model ZZ 10118 Pro", "(212) 736-5000"}},
		"nothing":                {lang: "fr", lines: []string{"01 42 68 53 00"}},
	} {
		p := &Page{FinalURL: "https://example.com/", Lang: tt.lang, Links: tt.links}
		p.readContacts(forever(), tt.lines, nil)
		got := ""
		for _, phone := range p.Phones {
			if phone.Source == "text" {
				got = phone.E164
			}
		}
		same(t, name, got, tt.want)
	}
}
