package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoContactAction reads the HTML as sent, since that is what agents act on.
func aeoContactAction() Check {
	return Check{
		ID: "aeo.contact-action", Weight: 3, Level: Folklore, Source: "own rule: a telephone, email or booking link, or a form; RFC 3966 (tel), RFC 6068 (mailto)",
		Link:  "https://www.rfc-editor.org/rfc/rfc3966",
		Title: text("Ways to call, write or book", "Moyens d'appeler, d'écrire ou de réserver"),
		Why: text("Many answers end in an action: call, write, book. An agent can only offer the ones that stand on the page as links or forms.",
			"Beaucoup de réponses mènent à une action : appeler, écrire, réserver. Un agent ne peut proposer que celles qui figurent sur la page en lien ou en formulaire."),
		Fix: text("Put a tel: or mailto: link, a booking link or a short form on every page, in the HTML itself.",
			"Placez sur chaque page un lien tel: ou mailto:, un lien de réservation ou un court formulaire, dans le HTML même."),
		Run: runContactAction,
	}
}

func runContactAction(f *page.Facts) Finding {
	main := f.Main()
	if what, where := contactAction(main); what != "" {
		return passed("The submitted page offers a way to act: %s.", "La page soumise offre un moyen d'agir : %s.", actionNames[what]).seen(main.FinalURL, what, where)
	}
	if !whole(main) {
		return unsure(main)
	}
	for _, p := range f.Pages[1:] {
		if what, where := contactAction(p); what != "" {
			return warned("A way to act (%s) was found only on another page than the submitted one.", "Un moyen d'agir (%s) n'a été trouvé que sur une autre page que la page soumise.",
				actionNames[what]).seen(p.FinalURL, what, where)
		}
	}
	if !commercial(f) {
		return unassessed(page.NotApplicable, "The site offers nothing to order, book or ask for.",
			"Le site ne propose rien à commander, réserver ou demander.")
	}
	if !worded(f) {
		return unknownWords()
	}
	return failed("No telephone, email or booking link and no form was found on %v.",
		"Aucun lien de téléphone, de courriel ou de réservation ni aucun formulaire n'a été trouvé sur %v.", anyPage(f)).
		seen(main.FinalURL, "a, form", "none")
}

// bookingDomains are services where appointments, tables and rooms are booked.
var bookingDomains = wordSet(`calendly.com cal.com doctolib.fr doctolib.de doctolib.it opentable.com thefork.com thefork.fr lafourchette.com booksy.com planity.com
	resalib.fr simplybook.me acuityscheduling.com setmore.com zenchef.com sevenrooms.com resy.com booking.com fresha.com treatwell.fr janeapp.com square.site`)

// actionWords are folded words of links by which something is booked, ordered or asked for.
var actionWords = wordSet(`book booking reserve reservation order buy subscribe schedule appointment quote cart checkout trial demo donate reserver commander
	acheter devis rdv rendez rendezvous panier essai abonner buchen bestellen kaufen termin reservar comprar pedir prenotare ordina`)

// actionNames says in words what contactAction finds.
var actionNames = map[string]audit.Text{
	"tel": text("a telephone link", "un lien de téléphone"), "mailto": text("an email link", "un lien de courriel"),
	"booking": text("a link to a booking service", "un lien vers un service de réservation"),
	"link":    text("a link that asks for an action", "un lien d'appel à l'action"), "form": text("a form", "un formulaire"),
}

func contactAction(p *page.Page) (what, where string) {
	for _, l := range p.Links {
		if l.Scheme == "tel" || l.Scheme == "mailto" {
			return l.Scheme, l.Href
		}
	}
	for _, l := range p.Links {
		if u, err := weburl.Parse(l.URL); err == nil && bookingDomains[weburl.RegistrableDomain(u.Host)] {
			return "booking", l.URL
		}
		words := strings.Fields(folded(l.Text))
		if l.URL != "" && len(words) <= 6 && slices.ContainsFunc(words, func(w string) bool { return actionWords[w] }) {
			return "link", l.Text
		}
	}
	for _, form := range p.Forms {
		if !form.Search && !form.Password && form.Inputs >= 2 {
			return "form", form.Action
		}
	}
	return "", ""
}
