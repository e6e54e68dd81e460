package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoTitleUnique() Check {
	return Check{
		ID:     "seo.title-unique",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, title links (avoid repeated titles)",
		Link:   "https://developers.google.com/search/docs/appearance/title-link",
		Title:  text("Distinct titles", "Titres distincts"),
		Why: text("Pages with the same title can't be told apart in results, and compete with one another.",
			"Des pages au même titre ne se distinguent pas dans les résultats et se font concurrence."),
		Fix: text("Give each page a title of its own that names what only this page offers.",
			"Donnez à chaque page un titre propre, qui nomme ce qu'elle seule propose."),
		Run: runTitleUnique,
	}
}

func runTitleUnique(f *page.Facts) Finding {
	pages := standing(f)
	if len(pages) < 2 {
		return onePage()
	}
	found := repeated(pages, func(p *page.Page) string { return strings.ToLower(first(p.Titles)) })
	for i := range found {
		found[i].where, found[i].excerpt = "<title>", first(found[i].page.Titles)
	}
	return siteWide(f, found,
		passed("Every page read has a title of its own (%v).", "Chaque page lue a un titre qui lui est propre (%v).",
			count(len(pages), "page", "pages", "page", "pages")),
		failed("The submitted page shares its title with another.", "La page soumise partage son titre avec une autre."),
		warned("The title is the same as that of another page on %v.", "Le titre est le même que celui d'une autre page sur %v.", notMain(len(found), f)))
}
