package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func localCityInTitle() Check {
	return Check{
		ID: "local.city-in-title", Weight: 2, Level: Folklore, Source: "own rule: the town in title or main heading; Google Search Central, title links (descriptive titles)",
		Link:  "https://developers.google.com/search/docs/appearance/title-link",
		Title: text("Town in the title or main heading", "Ville dans le titre ou le titre principal"),
		Why: text("People ask for a trade and a town. A page that says both in its title is a plain answer.",
			"On cherche un métier et une ville. Une page qui dit les deux dans son titre est une réponse évidente."),
		Fix: text("Put trade and town into the title and main heading of the home page: “Dentist in Lyon | Name”.",
			"Placez métier et ville dans le titre et le titre principal de la page d'accueil : « Dentiste à Lyon | Nom »."),
		Run: runCityInTitle,
	}
}

func runCityInTitle(f *page.Facts) Finding {
	if !localIntent(f) {
		return notLocal()
	}
	named := places(f)
	if first(named) == "" {
		return unassessed(page.NotApplicable, "The town of the business couldn't be read.", "La ville de l'établissement n'a pas pu être lue.")
	}
	towns := townsOf(named)
	for i, p := range f.Pages {
		town := towns.firstIn(passages(append(mainHeadings(p), p.Titles...)...))
		switch {
		case town == "":
		case i == 0:
			return passed("The title or the main heading names %s.", "Le titre ou le titre principal nomme %s.", town).seen(p.FinalURL,
				"title, h1", first(p.Titles))
		default:
			return warned("The title or main heading of another page names %s, not that of the submitted page.",
				"Le titre ou le titre principal d'une autre page nomme %s, mais pas celui de la page soumise.", town).
				seen(p.FinalURL, "title, h1", first(p.Titles))
		}
	}
	return failed("No title and no main heading of the pages read names %s.",
		"Aucun titre ni titre principal des pages lues ne nomme %s.", first(named)).
		seen(f.FinalURL, "title, h1", first(f.Main().Titles))
}
