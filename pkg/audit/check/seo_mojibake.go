package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoMojibake() Check {
	return Check{
		ID:     "seo.mojibake",
		Weight: 2,
		Level:  Standard,
		Source: "W3C Internationalization, character encodings",
		Link:   "https://www.w3.org/International/questions/qa-what-is-encoding",
		Title:  text("No garbled characters", "Pas de caractères corrompus"),
		Why: text("Words such as “trÃ¨s” are found by nobody who searches for “très”, and look careless.",
			"Des mots comme « trÃ¨s » échappent à qui cherche « très », et font négligé."),
		Fix: text("Let database, files and server agree on UTF-8, and repair the texts that were stored in a wrong encoding.",
			"Accordez base de données, fichiers et serveur sur UTF-8, et réparez les textes enregistrés dans un mauvais encodage."),
		Run: runMojibake,
	}
}

func runMojibake(f *page.Facts) Finding {
	found := faults(f, func(p *page.Page) (string, string, bool) {
		return "text", strings.Join(p.Mojibake, " … "), len(p.Mojibake) > 0
	})
	return siteWide(f, found,
		passed("No garbled characters in the text.", "Aucun caractère corrompu dans le texte."),
		failed("The text of the submitted page holds garbled characters.", "Le texte de la page soumise contient des caractères corrompus."),
		warned("Pages with garbled characters: %v.", "Pages aux caractères corrompus : %v.", notMain(len(found), f)))
}
