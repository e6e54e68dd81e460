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
		Title:  text("No garbled characters", "Absence de caractères corrompus"),
		Why: text("Nobody who searches for “très” finds “trÃ¨s”, and such words look careless.",
			"Qui cherche « très » ne trouve pas « trÃ¨s », et de tels mots font négligé."),
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
		passed("No garbled characters were found in the text.", "Aucun caractère corrompu n'a été trouvé dans le texte."),
		failed("The text of the submitted page contains garbled characters.", "Le texte de la page soumise contient des caractères corrompus."),
		warned("The text contains garbled characters on %v.", "Le texte contient des caractères corrompus sur %v.", notMain(len(found), f)))
}
