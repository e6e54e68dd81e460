package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoMetaDescription() Check {
	return Check{
		ID:     "seo.meta-description",
		Weight: 4,
		Level:  Standard,
		Source: "Google Search Central, snippets; Lighthouse meta-description",
		Link:   "https://developers.google.com/search/docs/appearance/snippet",
		Title:  text("Meta description", "Méta-description"),
		Why: text("Engines often show the description under the title; without one they pick a piece of the page themselves.",
			"Les moteurs affichent souvent la description sous le titre ; sans elle, ils choisissent eux-mêmes un passage de la page."),
		Fix: text("Add one meta description to each page that says in a sentence or two what a visitor finds there.",
			"Ajoutez à chaque page une seule balise meta description qui dit en une ou deux phrases ce que l'on y trouve."),
		Run: runMetaDescription,
	}
}

func runMetaDescription(f *page.Facts) Finding {
	const where = "meta[name=description]"
	main := f.Main()
	description := first(main.Descriptions)
	if description == "" && !whole(main) {
		return unsure(main)
	}
	found := faults(f, func(p *page.Page) (string, string, bool) { return where, "", first(p.Descriptions) == "" && whole(p) })
	if len(found) > 0 {
		return siteWide(f, found, Finding{},
			failed("The submitted page has no meta description.", "La page soumise n'a pas de méta-description."),
			warned("The meta description is missing on %v.", "La méta-description manque sur %v.", notMain(len(found), f)))
	}
	found = faults(f, func(p *page.Page) (string, string, bool) {
		return where, strings.Join(p.Descriptions, " | "), len(p.Descriptions) > 1
	})
	return siteWide(f, found,
		passed("The page has one meta description.", "La page a une méta-description.").seen(main.FinalURL, where, description),
		warned("The submitted page has %d meta descriptions; engines choose one of them.",
			"La page soumise a %d méta-descriptions ; les moteurs en choisissent une.", len(main.Descriptions)),
		warned("There is more than one meta description on %v.", "Il y a plus d'une méta-description sur %v.", notMain(len(found), f)))
}
