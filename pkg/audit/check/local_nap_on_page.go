package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localNAPOnPage is asked of every site, also of one that is no local business, whose local visibility is as low as this says; and of pages that build
// themselves with JavaScript too, since it asks for the HTML as sent.
func localNAPOnPage() Check {
	return Check{
		ID: "local.nap-on-page", Weight: 4, Level: Folklore,
		Source: "own rule: name, telephone number and address in the HTML as sent",
		Title:  text("Name, address and telephone on the pages", "Nom, adresse et téléphone sur les pages"),
		Why: text("Maps, directories and assistants recognise a local business by its name, address and telephone number.",
			"Cartes, annuaires et assistants reconnaissent un établissement à son nom, à son adresse et à son téléphone."),
		Fix: text("Write name, full address and telephone number as text into the footer of every page; if you serve customers at no place, name the area you serve.",
			"Écrivez en texte le nom, l'adresse complète et le téléphone au pied de chaque page ; si vous ne recevez pas de public, nommez la zone desservie."),
		Run: runNAPOnPage,
	}
}

func runNAPOnPage(f *page.Facts) Finding {
	var have, lacks []audit.Text
	var seen []string
	add := func(what audit.Text, value string) {
		if value == "" {
			lacks = append(lacks, what)
			return
		}
		have, seen = append(have, what), append(seen, value)
	}
	name := siteName(f)
	if name != "" && !visibleName(f, f.Main(), []string{name}) {
		name = ""
	}
	add(text("name", "nom"), name)
	phone := ""
	for _, n := range shownPhones(f.Pages...) {
		if n.E164 != "" || len(subscriberDigits(n)) >= 7 {
			phone = n.Raw
			break
		}
	}
	add(text("telephone number", "téléphone"), phone)
	address, _ := shownAddress(f)
	if address.Raw == "" && travels(f) {
		address.Raw = first(places(f))
	}
	add(text("address", "adresse"), address.Raw)
	switch len(have) {
	case 3:
		return passed("The pages read show name, telephone number and address.",
			"Les pages lues indiquent nom, téléphone et adresse.").seen(f.FinalURL, "body", strings.Join(seen, " | "))
	case 2:
		return warned("The pages read show: %s. Not found: %s.", "Les pages lues indiquent : %s. Introuvable : %s.", joinTexts(have), joinTexts(lacks)).
			seen(f.FinalURL, "body", strings.Join(seen, " | "))
	}
	return failed("Not found on the pages read: %s.", "Introuvable sur les pages lues : %s.",
		joinTexts(lacks)).seen(f.FinalURL, "body", strings.Join(seen, " | "))
}
