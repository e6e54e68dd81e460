package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// foreignScripts gives the scripts as written that the Observatory takes for another domain's.
func foreignScripts(f *page.Facts) []page.ScriptTag {
	var out []page.ScriptTag
	for _, tag := range f.Main().ScriptTags {
		if observatory.Foreign(f, tag.Src) {
			out = append(out, tag)
		}
	}
	return out
}

func secSRI() Check {
	return Check{
		ID: "sec.sri", Weight: 10, Observatory: true, Level: Standard, Source: observatorySource + ": subresource integrity; W3C SRI", Link: "https://www.w3.org/TR/SRI/",
		Title: text("Integrity of third-party scripts", "Intégrité des scripts de tiers"),
		Why: text("With an integrity attribute the browser refuses a script that was changed at its source.",
			"Avec l'attribut integrity, le navigateur refuse un script modifié à la source."),
		Fix: text("Add integrity and crossorigin to scripts of fixed content, or serve them yourself. Scripts that change at their source can't be pinned.",
			"Ajoutez integrity et crossorigin aux scripts au contenu fixe, ou hébergez-les. Ceux qui changent à la source ne peuvent être vérifiés."),
		Run: observed(observatory.SRI, func(f *page.Facts, result string) Finding {
			main := f.Main()
			scripts := foreignScripts(f)
			var loose []string
			for _, s := range scripts {
				if !s.Integrity || !strings.HasPrefix(s.Src, "https:") {
					loose = append(loose, s.Src)
				}
			}
			switch result {
			case "sri-not-implemented-response-not-html", "sri-not-implemented-but-no-scripts-loaded",
				"sri-not-implemented-but-all-scripts-loaded-from-secure-origin":
				return unassessed(page.NotApplicable, "The page loads no third-party script.", "La page ne charge aucun script de tiers.")
			case "sri-not-implemented-but-external-scripts-loaded-securely":
				return noted("Third-party scripts without an integrity attribute: %d of %d.",
					"Scripts de tiers sans attribut integrity : %d sur %d.", len(loose), len(scripts)).seenEach(main.FinalURL, "script", loose)
			case "sri-implemented-but-external-scripts-not-loaded-securely", "sri-not-implemented-and-external-scripts-not-loaded-securely":
				return noted("Scripts are loaded over plain http, or from an address without a scheme.",
					"Des scripts sont chargés en http simple, ou depuis une adresse sans schéma.").seenEach(main.FinalURL, "script", loose)
			}
			if len(scripts) == 0 {
				return noted("The page's own scripts have an integrity attribute.", "Les scripts de la page elle-même ont un attribut integrity.")
			}
			return noted("Every third-party script has an integrity attribute (%d).", "Chaque script de tiers a un attribut integrity (%d).", len(scripts))
		}),
	}
}
