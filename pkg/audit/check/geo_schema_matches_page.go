package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoSchemaMatchesPage compares name, telephone number and price. A wrong name fails; a number or price that differs only warns, since a page may show a
// fax number, or the price of another size, as well. Ratings have local.reviews-markup-visible, authors geo.author-bylines, so that nothing counts
// twice.
func geoSchemaMatchesPage() Check {
	return Check{
		ID: "geo.schema-matches-page", Weight: 8, Level: Standard,
		Source: "Google Search Central, structured data policies (no marking up of content that readers don't see)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
		Title:  text("Structured data that matches the page", "Données structurées conformes à la page"),
		Why: text("Where structured data contradicts the visible text, Google may withdraw rich results, and assistants may pass on the wrong number or name.",
			"Si les données structurées contredisent le texte visible, Google peut retirer les résultats enrichis, et les assistants peuvent transmettre un nom ou un numéro faux."),
		Fix: text("Fill the structured data from the same source as the page, and correct name, telephone and price where they differ.",
			"Remplissez les données structurées à partir de la même source que la page, et corrigez le nom, le téléphone et le prix là où ils diffèrent."),
		Run: runSchemaMatches,
	}
}

func runSchemaMatches(f *page.Facts) Finding {
	shown := phoneBookOf(shownPhones(f.Pages...))
	var names, details []fault
	compared := false
	for _, p := range f.Pages {
		compared = compared || len(ownEntities(f, p))+len(p.Graph.OfType("Product")) > 0
		phones := strangePhones(f, p, &shown)
		if said := append(strangeNames(f, p), phones...); len(said) > len(phones) {
			names = append(names, fault{p, "name, telephone", strings.Join(said, " | ")})
		} else if said = append(said, strangePrices(p)...); len(said) > 0 {
			details = append(details, fault{p, "telephone, offers.price", strings.Join(said, " | ")})
		}
	}
	switch {
	case len(names) > 0:
		return siteWide(f, names, Finding{},
			failed("The structured data of the submitted page names an organisation that its visible text doesn't name: %s.",
				"Les données structurées de la page soumise nomment une organisation absente de son texte visible : %s.", names[0].excerpt),
			warned("The structured data names an organisation that the visible text doesn't name on %v.",
				"Les données structurées nomment une organisation absente du texte visible sur %v.",
				notMain(len(names), f)))
	case len(details) > 0:
		verdict := warned("The structured data gives a telephone number or price that differs from those shown: %s.",
			"Les données structurées donnent un téléphone ou un prix différent de ceux affichés : %s.", details[0].excerpt)
		return siteWide(f, details, Finding{}, verdict, verdict)
	case !compared:
		return unassessed(page.NotApplicable, "The structured data of the pages read describes no organisation or product to compare with the page.",
			"Les données structurées des pages lues ne décrivent ni organisation ni produit à comparer avec la page.")
	}
	return passed("Names, telephone numbers and prices in the structured data agree with the visible text.",
		"Les noms, téléphones et prix des données structurées concordent avec le texte visible.")
}

// strangeNames gives the name of the page's entity where no reader of the page finds it. A page that declares several entities, as one of a chain's
// branches does, is asked for one of them.
func strangeNames(f *page.Facts, p *page.Page) []string {
	var names []string
	for _, n := range ownEntities(f, p) {
		names = append(names, namesOf(&p.Graph, n)...)
	}
	if len(names) == 0 || p.Text.Clipped || !whole(p) && first(p.Titles) == "" || anySame(names, openGraph(p, "og:site_name")) || visibleName(f, p, names) {
		return nil
	}
	return names[:1]
}

// strangePhones gives the numbers of the page's entity where readers are shown other numbers and none of these, here or on another page.
func strangePhones(f *page.Facts, p *page.Page, shown *phoneBook) []string {
	if len(shown.all) == 0 {
		return nil
	}
	var strange []string
	for _, n := range ownEntities(f, p) {
		for _, phone := range markupPhones(p, n) {
			if len(subscriberDigits(phone)) < 6 || slices.Contains(strange, phone.Raw) {
				continue
			}
			if shown.has(phone) {
				return nil // a further line, for sales or press, needn't be on the pages read
			}
			strange = append(strange, phone.Raw)
		}
	}
	return strange
}

// strangePrices gives the price of the page's one product where the page shows prices and not this one. Offers from more than one seller or of more
// than one variant are left alone.
func strangePrices(p *page.Page) []string {
	products := p.Graph.OfType("Product")
	if len(products) != 1 || len(p.Prices) == 0 || len(p.Prices) >= 50 {
		return nil
	}
	offers := p.Graph.Subs(products[0], "offers")
	if len(offers) != 1 || offers[0].Is("AggregateOffer") {
		return nil
	}
	price := p.Graph.Text(offers[0], "price")
	if price == "" || slices.ContainsFunc(p.Prices, func(s string) bool { return amount(s) == amount(price) }) {
		return nil
	}
	return []string{price + " ≠ " + strings.Join(p.Prices[:min(3, len(p.Prices))], ", ")}
}

// amount is a price's digits in hundredths, whatever divides its thousands and decimals: "1 299,00 €" and "1299" give 129900.
func amount(price string) string {
	price = strings.TrimRightFunc(price, func(r rune) bool { return r < '0' || r > '9' })
	whole, cents := price, "00"
	if i := strings.LastIndexAny(price, ".,"); i >= 0 && len(price)-i-1 <= 2 && len(price)-i-1 > 0 {
		whole, cents = price[:i], (price[i+1:] + "0")[:2]
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, whole)
	return strings.TrimLeft(digits, "0") + cents
}
