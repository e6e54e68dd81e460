package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// A check of its own, beside the length: a repeated description is a fault of the site's templates, and of another weight than a long one.
func seoMetaDescriptionUnique() Check {
	return Check{
		ID:     "seo.meta-description-unique",
		Weight: 1,
		Level:  Standard,
		Source: "Google Search Central, snippets (a description of its own for each page)",
		Link:   "https://developers.google.com/search/docs/appearance/snippet",
		Title:  text("Distinct meta descriptions", "Méta-descriptions distinctes"),
		Why: text("One description for all pages says nothing about any of them, and Google is less likely to show it.",
			"Une même description pour toutes les pages n'en décrit aucune, et Google l'affiche moins volontiers."),
		Fix: text("Write a description for each page, or let the template build it from the page's own content.",
			"Rédigez une description par page, ou laissez le gabarit la composer à partir du contenu de la page."),
		Run: runMetaDescriptionUnique,
	}
}

func runMetaDescriptionUnique(f *page.Facts) Finding {
	pages := standing(f)
	described := 0
	for _, p := range pages {
		if first(p.Descriptions) != "" {
			described++
		}
	}
	if described < 2 {
		return unassessed(page.TooFewPages, "Fewer than two of the pages read have a meta description to compare.",
			"Moins de deux des pages lues ont une méta-description à comparer.")
	}
	found := repeated(pages, func(p *page.Page) string { return strings.ToLower(first(p.Descriptions)) })
	for i := range found {
		found[i].where, found[i].excerpt = "meta[name=description]", first(found[i].page.Descriptions)
	}
	repeats := warned("The meta description is shared with another page on %v.", "La méta-description est la même que celle d'une autre page sur %v.", ofPages(len(found), f))
	return siteWide(f, found, passed("Every meta description read is used once.", "Chaque méta-description lue ne sert qu'une fois."), repeats, repeats)
}
