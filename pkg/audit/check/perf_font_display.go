package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfFontDisplay sees the font rules of inline styles and the address of Google's; those in other style sheets aren't read.
func perfFontDisplay() Check {
	return Check{
		ID: "perf.font-display", Weight: 1, Level: Standard,
		Source: "Lighthouse, font display", Link: "https://developer.chrome.com/docs/performance/insights/font-display",
		Title: text("Text visible before its font arrives", "Texte visible avant l'arrivée de la police"),
		Why: text("Without font-display the browser hides text for up to three seconds while a font loads.",
			"Sans font-display, le navigateur masque le texte jusqu'à trois secondes pendant le chargement d'une police."),
		Fix: text("Add font-display: swap to each @font-face, or &display=swap to a Google Fonts address.",
			"Ajoutez font-display: swap à chaque @font-face, ou &display=swap à l'adresse Google Fonts."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			fonts := 0
			var hidden []string
			for _, s := range main.Styles {
				fonts += s.FontFaces
				for range s.FontFaces - s.FontSwap {
					hidden = append(hidden, "@font-face without font-display: swap or optional")
				}
				if strings.Contains(s.Href, "//fonts.googleapis.com/css") {
					fonts++
					if !containsAny(s.Href, "display=swap", "display=optional", "display=fallback") {
						hidden = append(hidden, s.Href)
					}
				}
			}
			switch {
			case fonts == 0:
				return unassessed(page.NotApplicable, "The page itself contains no font rule.",
					"La page elle-même ne contient aucune règle de police.")
			case len(hidden) == 0:
				return passed("The font rules in the page show text at once.", "Les règles de police de la page affichent le texte sans attendre.")
			}
			return warned("%s text while loading.",
				"%s le texte pendant le chargement.", count(len(hidden), "font rule hides", "font rules hide", "règle de police masque", "règles de police masquent")).
				seenEach(main.FinalURL, "style", hidden)
		},
	}
}
