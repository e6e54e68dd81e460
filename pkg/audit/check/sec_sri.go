package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// foreignScripts gives the scripts from other registrable domains.
func foreignScripts(f *page.Facts) []page.Script {
	own := weburl.RegistrableDomain(f.Domain)
	var out []page.Script
	for _, s := range f.Main().Scripts {
		u, err := weburl.Parse(s.Src)
		if s.Src != "" && err == nil && u.Web() && weburl.RegistrableDomain(u.Host) != own {
			out = append(out, s)
		}
	}
	return out
}

func secSRI() Check {
	return Check{
		ID: "sec.sri", Weight: 2, Level: Standard, Source: observatory + ": subresource integrity; W3C SRI", Link: "https://www.w3.org/TR/SRI/",
		Title: text("Integrity of third-party scripts", "Intégrité des scripts de tiers"),
		Why: text("With an integrity attribute the browser refuses a script that was changed at its source.",
			"Avec l'attribut integrity, le navigateur refuse un script modifié à la source."),
		Fix: text("Add integrity and crossorigin to scripts of fixed content, or serve them yourself. Scripts that change at their source can't be pinned.",
			"Ajoutez integrity et crossorigin aux scripts au contenu fixe, ou hébergez-les. Ceux qui changent à la source ne peuvent être vérifiés."),
		Run: func(f *page.Facts) Finding {
			scripts, insecure := foreignScripts(f), 0
			var loose []string
			for _, s := range scripts {
				plain := strings.HasPrefix(s.Src, "http://")
				if plain {
					insecure++
				}
				if plain || !s.Integrity {
					loose = append(loose, s.Src)
				}
			}
			switch {
			case len(scripts) == 0:
				return unassessed(page.NotApplicable, "The page loads no third-party script.", "La page ne charge aucun script de tiers.")
			case insecure > 0:
				return failed("Third-party scripts loaded over plain http: %d of %d.",
					"Scripts de tiers chargés en http simple : %d sur %d.", insecure, len(scripts)).seenEach(f.Main().FinalURL, "script", loose)
			case len(loose) > 0:
				return warned("Third-party scripts without an integrity attribute: %d of %d.",
					"Scripts de tiers sans attribut integrity : %d sur %d.", len(loose), len(scripts)).seenEach(f.Main().FinalURL, "script", loose)
			}
			return passed("Every third-party script has an integrity attribute (%d).", "Chaque script de tiers a un attribut integrity (%d).", len(scripts))
		},
	}
}
