package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localIntent says whether the site is that of a business or institution which people go to or which comes to them: it says so in markup, or gives a
// postal address (outside its legal notice, where publishers of many countries have to give one) together with opening hours, a map or a telephone.
// A shop, a publisher or a piece of documentation without these is none, and checks of local visibility have nothing to ask of it; nor of a maker of
// software or a newspaper that gives its address in the footer.
func localIntent(f *page.Facts) bool {
	address, reachable, elsewhere := false, false, false
	for _, p := range f.Pages {
		elsewhere = elsewhere || len(p.Graph.OfType("SoftwareApplication", "NewsMediaOrganization", "TechArticle")) > 0
		for _, n := range ownEntities(f, p) {
			switch {
			case isLocal(n):
				return true
			case n.Is("OnlineBusiness"):
				return false
			}
		}
		if p.Kind == page.KindLegal {
			continue
		}
		address = address || slices.ContainsFunc(p.Addresses, func(a page.Address) bool { return a.Locality != "" || a.Postcode != "" })
		reachable = reachable || len(p.Hours) > 0 || p.Widgets.Maps > 0 || len(p.Phones) > 0
	}
	return address && reachable && !elsewhere
}

// isLocal says whether an entity is of a type that has a door. Clinics, vets and schools stand beside LocalBusiness in the vocabulary, not under it, and
// count where they have an address.
func isLocal(n *page.Node) bool {
	return n.Is("LocalBusiness") || n.Is("MedicalOrganization", "EducationalOrganization") && n.Has("address")
}

// notLocal is the answer of local checks for other sites.
func notLocal() Finding {
	return unassessed(page.NotApplicable,
		"The site shows no sign of a business that serves people at a place: no address with hours, map or telephone, and no LocalBusiness in structured data were found.",
		"Rien n'indique une activité de proximité : ni adresse accompagnée d'horaires, d'un plan ou d'un téléphone, ni LocalBusiness dans les données structurées.")
}

// buying are words of links and pages by which something is sold.
var buying = wordSet(`cart basket checkout shop store pricing prices price plans rates buy order quote panier boutique acheter commander commande tarif tarifs
	prix devis warenkorb preise kaufen carrito precios comprar carrello prezzi`)

// commercial says whether the site offers something for money: a local business, goods or services in markup, pages of services or prices, a cart.
func commercial(f *page.Facts) bool {
	if localIntent(f) {
		return true
	}
	for _, p := range f.Pages {
		if sells(p.Kind) || len(p.Graph.OfType("Product", "Offer", "Service", "SoftwareApplication")) > 0 {
			return true
		}
	}
	for _, l := range f.Main().Links {
		words := strings.Fields(folded(l.Text))
		if l.Internal && len(words) > 0 && len(words) <= 3 && slices.ContainsFunc(words, func(w string) bool { return buying[w] }) {
			return true
		}
	}
	return false
}

// sells reports whether pages of a kind offer something for money.
func sells(kind page.Kind) bool {
	switch kind {
	case page.KindService, page.KindProduct, page.KindCategory, page.KindPricing:
		return true
	}
	return false
}

// articles gives the pages that are dated pieces by an author: by what they hold, or by a single Article in markup. Technical documentation isn't meant:
// nobody signs a reference. Nor are those whose text wasn't kept.
func articles(f *page.Facts) []*page.Page {
	var out []*page.Page
	for _, p := range f.Pages {
		if p.Text.Words < 150 || p.Text.Clipped || p.Kind == page.KindHome || p.Kind == page.KindLegal {
			continue
		}
		if p.Kind == page.KindArticle || p.Kind == page.KindOther && len(articleNodes(p)) == 1 {
			out = append(out, p)
		}
	}
	return out
}

// articleNodes gives the articles in the page's markup; an overview has several.
func articleNodes(p *page.Page) []*page.Node {
	return slices.DeleteFunc(p.Graph.OfType("Article"), func(n *page.Node) bool { return n.Is("TechArticle") })
}

// noArticle is the answer of checks about articles where none was read.
func noArticle() Finding {
	return unassessed(page.NotApplicable, "None of the pages read is an article.", "Aucune des pages lues n'est un article.")
}

// wordedIn are the languages whose words the lists of links, headings and lines in these checks hold.
var wordedIn = wordSet("en fr de es it pt nl")

// worded says whether the lists of words hold the language of the submitted page, so that what isn't found by its words isn't there. A page
// whose language is unknown counts as worded.
func worded(f *page.Facts) bool {
	lang := languageFamily(languageOf(f.Main()))
	return lang == "" || wordedIn[lang]
}

// unknownWords is the answer where a claim of absence would rest on words of other languages.
func unknownWords() Finding {
	return unassessed(page.NotApplicable, "This check looks for words, and has none for the language of the page.",
		"Ce contrôle cherche des mots et n'en connaît pas pour la langue de la page.")
}
