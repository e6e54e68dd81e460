package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designTapTargets() Check {
	return Check{
		ID: "design.tap-targets", Weight: 3, Level: Standard,
		Source: "WCAG 2.2, success criterion 2.5.8 (24 by 24 CSS px or as much room); Lighthouse target-size; own number: a tenth of the targets",
		Link:   "https://www.w3.org/TR/WCAG22/#target-size-minimum",
		Title:  text("Links and buttons large enough to tap", "Liens et boutons assez grands pour le doigt"),
		Why: text("Whoever wants to tap a small link beside another one hits the wrong one.",
			"Qui veut toucher un petit lien à côté d'un autre touche le mauvais."),
		Fix: text("Give links and buttons at least 24 by 24 CSS px, or as much room around them; 44 by 44 is comfortable.",
			"Donnez aux liens et aux boutons au moins 24 px CSS sur 24, ou autant d'espace autour ; 44 sur 44 est confortable."),
		Needs: []Need{Use},
		Run: func(f *page.Facts) Finding {
			t := f.Rendered.Use.Taps
			if t.Targets == 0 {
				return unassessed(page.NotApplicable, "The browser found nothing to tap on the page.", "Le navigateur n'a rien trouvé à toucher sur la page.")
			}
			if t.Small == 0 {
				return passed("Links, buttons and fields measured on a telephone: %d, each large enough or with room around it.",
					"Liens, boutons et champs mesurés sur un téléphone : %d, tous assez grands ou assez espacés.", t.Targets)
			}
			verdict := warned
			if t.Small*10 > t.Targets {
				verdict = failed
			}
			finding := verdict("Links, buttons and fields too small and too near to another one on a telephone: %d of %d.",
				"Liens, boutons et champs trop petits et trop près d'un autre sur un téléphone : %d sur %d.", t.Small, t.Targets)
			for _, w := range t.Worst {
				finding = finding.seen(f.Rendered.FinalURL, w.Where, fmt.Sprintf("%d by %d px: %s", w.Width, w.Height, w.Text))
			}
			return finding
		},
	}
}
