package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designContrast judges what a browser could compute: text over pictures, gradients and layers isn't counted.
func designContrast() Check {
	return Check{
		ID: "design.contrast", Weight: 4, Level: Standard,
		Source: "WCAG 2.2, success criterion 1.4.3 (4.5:1, and 3:1 for large text); own number: a tenth of the texts",
		Link:   "https://www.w3.org/TR/WCAG22/#contrast-minimum",
		Title:  text("Contrast of text", "Contraste du texte"),
		Why: text("Pale text is lost on a telephone in the sun, and on everybody whose sight isn't perfect.",
			"Un texte pâle se perd sur un téléphone au soleil, et pour quiconque n'a pas une vue parfaite."),
		Fix: text("Make the text darker or its background lighter, or the other way round, until the ratio is 4.5:1; 3:1 for large text.",
			"Assombrissez le texte ou éclaircissez son fond, ou l'inverse, jusqu'à un rapport de 4,5:1 ; 3:1 pour un grand texte."),
		Needs: []Need{Use},
		Run: func(f *page.Facts) Finding {
			c := f.Rendered.Use.Contrast
			if c.Texts == 0 {
				return unassessed(page.NotApplicable, "The browser found no text whose colours could be told.", "Le navigateur n'a trouvé aucun texte dont les couleurs soient déterminables.")
			}
			if c.Low == 0 {
				return passed("Texts measured: %d, all with enough contrast.", "Textes mesurés : %d, tous assez contrastés.", c.Texts)
			}
			verdict := warned
			if c.Low*10 > c.Texts {
				verdict = failed
			}
			finding := verdict("Texts with too little contrast: %d of %d measured.", "Textes au contraste insuffisant : %d sur %d mesurés.", c.Low, c.Texts)
			for _, w := range c.Worst {
				finding = finding.seen(f.Rendered.FinalURL, w.Where, fmt.Sprintf("%.2f:1 of %v:1: %s", w.Ratio, w.Least, w.Text))
			}
			return finding
		},
	}
}
