package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoTitlePresent() Check {
	return Check{
		ID:     "seo.title-present",
		Weight: 5,
		Level:  Standard,
		Source: "HTML standard, the title element; Google Search Central, title links; Lighthouse document-title",
		Link:   "https://developers.google.com/search/docs/appearance/title-link",
		Title:  text("Page title", "Titre de la page (title)"),
		Why: text("The title is the headline of the page in results, tabs and citations; engines make one up where it is missing.",
			"Le titre sert d'intitulé à la page dans les résultats, les onglets et les citations ; s'il manque, les moteurs en inventent un."),
		Fix: text("Give every page exactly one title element in its head, with words that say what this page offers.",
			"Donnez à chaque page un seul élément title, placé dans head, dont les mots disent ce que cette page propose."),
		Run: runTitlePresent,
	}
}

func runTitlePresent(f *page.Facts) Finding {
	main := f.Main()
	title := first(main.Titles)
	if title == "" && !whole(main) {
		return unsure(main)
	}
	found := faults(f, func(p *page.Page) (string, string, bool) { return "<title>", "", first(p.Titles) == "" && whole(p) })
	if len(found) > 0 {
		return siteWide(f, found, Finding{},
			failed("The submitted page has no title.", "La page soumise n'a pas de titre."),
			warned("The title is missing on %v.", "Le titre manque sur %v.", notMain(len(found), f)))
	}
	found = faults(f, func(p *page.Page) (string, string, bool) {
		return "<title>", strings.Join(p.Titles, " | "), len(p.Titles) > 1 || len(p.Titles) == 1 && !p.TitleInHead
	})
	return siteWide(f, found,
		passed("The title is “%s”.", "Le titre est « %s ».", title).seen(main.FinalURL, "<title>", title),
		warned("The submitted page has more than one title, or one outside its head.",
			"La page soumise a plusieurs titres, ou un titre placé hors de head."),
		warned("There is more than one title, or one outside the head, on %v.",
			"Il y a plusieurs titres, ou un titre placé hors de head, sur %v.", notMain(len(found), f)))
}
