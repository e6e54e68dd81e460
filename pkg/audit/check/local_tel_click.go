package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func localTelClick() Check {
	return Check{
		ID: "local.tel-click", Weight: 3, Level: Standard, Source: "RFC 3966 section 5.1.4 (global numbers begin with +)",
		Link:  "https://www.rfc-editor.org/rfc/rfc3966#section-5.1.4",
		Title: text("Clickable telephone number", "Numéro de téléphone cliquable"),
		Why: text("Many people who look for a local business hold a telephone. A number that can't be tapped, or that lacks its country code, loses calls.",
			"Beaucoup de ceux qui cherchent un commerce proche ont un téléphone en main. Un numéro qu'on ne peut toucher, ou sans indicatif de pays, fait perdre des appels."),
		Fix: text(`Link the number as <a href="tel:+33123456789">, with plus sign and country code.`,
			`Faites du numéro un lien <a href="tel:+33123456789">, avec le signe plus et l'indicatif du pays.`),
		Run: runTelClick,
	}
}

func runTelClick(f *page.Facts) Finding {
	if !localIntent(f) {
		return notLocal()
	}
	var national, broken []fault
	good := 0
	for _, p := range f.Pages {
		for _, l := range p.Links {
			if l.Scheme != "tel" {
				continue
			}
			switch at := (fault{p, "a[href^=tel]", l.Href}); telForm(l.Href) {
			case telGlobal:
				good++
			case telNational:
				national = append(national, at)
			default:
				broken = append(broken, at)
			}
		}
	}
	switch {
	case len(broken) > 0:
		verdict := failed("A tel: link holds no number that can be dialled: %s.", "Un lien tel: ne contient pas de numéro valide : %s.",
			broken[0].excerpt)
		return siteWide(f, broken, Finding{}, verdict, verdict)
	case len(national) > 0:
		verdict := warned("A tel: link has no country code: %s.", "Un lien tel: n'a pas d'indicatif de pays : %s.", national[0].excerpt)
		return siteWide(f, national, Finding{}, verdict, verdict)
	case good > 0:
		return passed("The pages read have %s with a country code.", "Les pages lues ont %s avec indicatif de pays.", count(good, "tel: link", "tel: links", "lien tel:", "liens tel:"))
	case len(shownPhones(f.Pages...)) > 0:
		return warned("The number is shown as text, without a tel: link.", "Le numéro est affiché en texte, sans lien tel:.").seen(f.FinalURL, "body",
			shownPhones(f.Pages...)[0].Raw)
	case !whole(f.Main()):
		return unsure(f.Main())
	}
	return unassessed(page.NotApplicable, "The pages read show no telephone number.", "Les pages lues n'affichent pas de numéro de téléphone.")
}

type telKind int

const (
	telBroken telKind = iota
	telNational
	telGlobal
)

// telForm judges the number of a tel: link. Short numbers (emergency, service lines) and ones with a phone context are complete as they are.
func telForm(href string) telKind {
	_, number, _ := strings.Cut(href, ":")
	number, parameters, _ := strings.Cut(strings.ReplaceAll(number, "%20", " "), ";")
	number = strings.TrimSpace(strings.TrimPrefix(number, "//"))
	digits := 0
	for i, r := range number {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '+' && i == 0, strings.ContainsRune(" -.()/\u00a0*#,pPwW", r):
		default:
			return telBroken
		}
	}
	switch {
	case digits < 2 || digits > 20:
		return telBroken
	case number[0] == '+' && digits < 7:
		return telBroken
	case number[0] == '+', digits <= 6, strings.Contains(parameters, "phone-context="):
		return telGlobal
	}
	return telNational
}
