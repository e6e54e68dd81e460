package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// legibleShare is how much of the text is to have 12 px or more, by Lighthouse.
const legibleShare = 0.6

func designFontSize() Check {
	return Check{
		ID: "design.font-size", Weight: 2, Level: Standard,
		Source: "Lighthouse font-size, up to version 12: 12 px for 60% of the text; own number: 95% without a remark",
		Link:   "https://developer.chrome.com/docs/lighthouse/seo/font-size",
		Title:  text("Size of text on telephones", "Taille du texte sur téléphone"),
		Why: text("Text below 12 px can hardly be read on a telephone without zooming in.",
			"Un texte de moins de 12 px se lit à peine sur un téléphone sans zoomer."),
		Fix:   text("Give running text at least 16 px, and notes at least 12 px.", "Donnez au moins 16 px au texte courant, et au moins 12 px aux notes."),
		Needs: []Need{Use},
		Run: func(f *page.Facts) Finding {
			t := f.Rendered.Use.Text
			if t.Characters == 0 {
				return unassessed(page.NotApplicable, "The browser found no text on the page.", "Le navigateur n'a trouvé aucun texte sur la page.")
			}
			legible := float64(t.Characters-t.Small) / float64(t.Characters)
			verdict := passed
			switch {
			case legible <= legibleShare:
				verdict = failed
			case legible < 0.95:
				verdict = warned
			}
			finding := verdict("Text of at least 12 px on a telephone: %s.", "Texte d'au moins 12 px sur un téléphone : %s.", percentage(legible))
			if legible < 0.95 {
				finding = finding.seen(f.Rendered.FinalURL, "body", count(t.Small, "character", "characters", "caractère", "caractères").EN+" below 12 px")
			}
			return finding
		},
	}
}
