package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfFontDisplay sees the font rules of inline styles and the address of Google's; those in other style sheets aren't read.
func perfFontDisplay() Check {
	return Check{
		ID: "perf.font-display", Weight: 1, Level: Standard, Source: "Lighthouse: font display", Link: "https://developer.chrome.com/docs/performance/insights/font-display",
		Title: text("Text shows before its font arrives", "Texte visible avant l'arrivée de la police"),
		Why:   text("Without font-display the browser hides text for up to three seconds while a font loads.", "Sans font-display, le navigateur masque le texte jusqu'à trois secondes pendant le chargement d'une police."),
		Fix:   text("Add font-display: swap to each @font-face, or &display=swap to a Google Fonts address.", "Ajoutez font-display: swap à chaque @font-face, ou &display=swap à l'adresse Google Fonts."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			fonts, hidden := 0, 0
			finding := Finding{}
			for _, s := range main.Styles {
				fonts += s.FontFaces
				if missing := s.FontFaces - s.FontSwap; missing > 0 {
					hidden += missing
					finding = finding.seen(main.FinalURL, "@font-face", "no font-display: swap or optional")
				}
				if strings.Contains(s.Href, "//fonts.googleapis.com/css") {
					fonts++
					if !strings.Contains(s.Href, "display=swap") && !strings.Contains(s.Href, "display=optional") && !strings.Contains(s.Href, "display=fallback") {
						hidden++
						finding = finding.seen(main.FinalURL, "link rel=stylesheet", s.Href)
					}
				}
			}
			switch {
			case fonts == 0:
				return unassessed(page.NotApplicable, "No font rule stands in the page itself.", "La page elle-même ne contient aucune règle de police.")
			case hidden == 0:
				return passed("The font rules in the page show text at once.", "Les règles de police de la page affichent le texte sans attendre.")
			}
			w := warned("%s text while loading.", "%s le texte pendant le chargement.", count(hidden, "font hides", "fonts hide", "police masque", "polices masquent"))
			w.Evidence = finding.Evidence
			return w
		},
	}
}
