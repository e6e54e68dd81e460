package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoContactVerifiable reads all pages. A contact form counts as one way: it reaches somebody, but nobody can verify whom.
func geoContactVerifiable() Check {
	return Check{
		ID: "geo.contact-verifiable", Weight: 6, Level: Standard,
		Source: "Google Search Central, creating helpful content (trust); own number: 2 ways",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("Verifiable contact details", "Coordonnées vérifiables"),
		Why: text("A telephone number, an email address and a postal address let people and engines match the site with registers and maps. A site without them could be anybody's.",
			"Téléphone, adresse électronique et adresse postale permettent aux visiteurs et aux moteurs de rapprocher le site des registres et des cartes. Sans eux, le site peut être à n'importe qui."),
		Fix: text("Show at least two of telephone number, email address and postal address as text, on the contact page and in the footer.",
			"Affichez en texte au moins deux éléments parmi le téléphone, l'adresse électronique et l'adresse postale, sur la page de contact et en pied de page."),
		Run: runContactVerifiable,
	}
}

func runContactVerifiable(f *page.Facts) Finding {
	var have []audit.Text
	var seen []string
	add := func(what audit.Text, value string) {
		have, seen = append(have, what), append(seen, value)
	}
	if v := firstOn(f, firstPhone); v != "" {
		add(text("a telephone number", "un numéro de téléphone"), v)
	}
	if v := firstOn(f, firstEmail); v != "" {
		add(text("an email address", "une adresse électronique"), v)
	}
	if v := firstOn(f, func(p *page.Page) string {
		for _, a := range p.Addresses {
			return a.Raw
		}
		return ""
	}); v != "" {
		add(text("a postal address", "une adresse postale"), v)
	}
	if len(have) >= 2 {
		return passed("The pages read show %s.", "Les pages lues indiquent %s.", joinTexts(have)).seen(f.FinalURL, "contact", strings.Join(seen, " | "))
	}
	if len(have) == 0 && contactForm(f) {
		return warned("The only way to get in touch found on the pages read is a form.", "Le seul moyen de contact trouvé sur les pages lues est un formulaire.").
			seen(f.FinalURL, "telephone, email, address", "none")
	}
	if len(have) == 0 && !whole(f.Main()) {
		return unsure(f.Main())
	}
	if len(have) == 0 {
		return failed("No telephone number, email address or postal address was found on %v.",
			"Aucun numéro de téléphone, adresse électronique ni adresse postale n'a été trouvé sur %v.", anyPage(f)).
			seen(f.FinalURL, "telephone, email, address", "none")
	}
	return warned("The only contact detail found on the pages read is %s.", "La seule coordonnée trouvée sur les pages lues est %s.", have[0]).seen(f.FinalURL, "contact", seen[0])
}

func firstOn(f *page.Facts, of func(*page.Page) string) string {
	for _, p := range f.Pages {
		if v := of(p); v != "" {
			return v
		}
	}
	return ""
}

func firstPhone(p *page.Page) string {
	for _, n := range p.Phones {
		return n.Raw
	}
	return ""
}

// firstEmail takes an address that the CDN hides from machines for one: visitors see it.
func firstEmail(p *page.Page) string {
	for _, e := range p.Emails {
		return e
	}
	for _, l := range p.Links {
		if strings.Contains(l.URL, "/cdn-cgi/l/email-protection") {
			return l.Text
		}
	}
	return ""
}

// contactForm says whether a form on the pages takes a message: three fields or more, and no search or sign-in.
func contactForm(f *page.Facts) bool {
	for _, p := range f.Pages {
		for _, form := range p.Forms {
			if !form.Search && !form.Password && (form.Inputs >= 3 || p.Kind == page.KindContact && form.Inputs >= 2) {
				return true
			}
		}
	}
	return false
}
