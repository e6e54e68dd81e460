package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The lengths of a title, in the room of Latin letters. Google sets no limit; results show some 60.
const (
	shortTitle = 30
	goodTitle  = 60
	longTitle  = 75
)

func seoTitleLength() Check {
	return Check{
		ID:     "seo.title-length",
		Weight: 1,
		Level:  Folklore,
		Source: "common practice of SEO tools: 30 to 60 characters, 75 at most; Google Search Central, title links (cut by width, no limit)",
		Link:   "https://developers.google.com/search/docs/appearance/title-link",
		Title:  text("Title length", "Longueur du titre"),
		Why: text("Results cut a long title; a very short one leaves out what people search for.",
			"Trop long, le titre est coupé dans les résultats ; trop court, il omet les mots que l'on cherche."),
		Fix: text("Write 30 to 60 characters, with the most telling words first.", "Rédigez 30 à 60 caractères, les mots les plus parlants en premier."),
		Run: runTitleLength,
	}
}

// Too long is held against every page, too short against the submitted one only: "Contact – Example" is a good title for a contact page.
func runTitleLength(f *page.Facts) Finding {
	main := f.Main()
	title := first(main.Titles)
	n := displayLength(title)
	if title == "" {
		return unassessed(page.NotApplicable, "The submitted page has no title to measure.", "La page soumise n'a pas de titre à mesurer.")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		t := first(p.Titles)
		n := displayLength(t)
		return fmt.Sprintf("<title>, %d characters", n), t, n > longTitle || p == main && n < shortTitle
	})
	healthy := passed("The title has %d characters.", "Le titre compte %d caractères.", n)
	if n > goodTitle {
		healthy = passed("The title has %d characters; results may cut it after some 60.",
			"Le titre compte %d caractères ; les résultats peuvent le couper vers 60.", n)
	}
	onMain := warned("The title has %d characters, more than results usually show.", "Le titre compte %d caractères, plus que les résultats n'en affichent d'ordinaire.", n)
	if n < shortTitle {
		onMain = warned("The title has only %d characters.", "Le titre ne compte que %d caractères.", n)
	}
	return siteWide(f, found, healthy.seen(main.FinalURL, "<title>", title), onMain,
		warned("The title has more than 75 characters on %v.", "Le titre compte plus de 75 caractères sur %v.", notMain(len(found), f)))
}
