package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The lengths of a description, in the room of Latin letters.
const (
	shortDescription = 70
	longDescription  = 160
)

func seoMetaDescriptionLength() Check {
	return Check{
		ID:     "seo.meta-description-length",
		Level:  Folklore,
		Source: "common practice of SEO tools: 70 to 160 characters; Google Search Central, snippets (no limit on the length); reported, not scored",
		Link:   "https://developers.google.com/search/docs/appearance/snippet",
		Title:  text("Meta description length", "Longueur de la méta-description"),
		Why: text("Results show about 160 characters; what comes later is cut, and a few words alone hardly invite anyone.",
			"Les résultats affichent environ 160 caractères ; la suite est coupée, et quelques mots seuls n'invitent guère à cliquer."),
		Fix: text("Write 70 to 160 characters, with what matters most first.", "Rédigez 70 à 160 caractères, l'essentiel au début."),
		Run: runMetaDescriptionLength,
	}
}

func runMetaDescriptionLength(f *page.Facts) Finding {
	main := f.Main()
	n := displayLength(first(main.Descriptions))
	if n == 0 {
		return unassessed(page.NotApplicable, "The submitted page has no meta description to measure.",
			"La page soumise n'a pas de méta-description à mesurer.")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		d := first(p.Descriptions)
		n := displayLength(d)
		return fmt.Sprintf("meta[name=description], %d characters", n), d, n > 0 && (n < shortDescription || n > longDescription)
	})
	return siteWide(f, found,
		passed("The meta description has %d characters.", "La méta-description compte %d caractères.", n),
		warned("The meta description has %d characters, where 70 to 160 are usual.",
			"La méta-description compte %d caractères, alors que l'usage est de 70 à 160.", n),
		warned("The meta description is shorter than 70 or longer than 160 characters on %v.", "La méta-description compte moins de 70 ou plus de 160 caractères sur %v.", notMain(len(found), f)))
}
