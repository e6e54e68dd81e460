package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func localCityInTitle() Check {
	return Check{
		ID: "local.city-in-title", Weight: 3, Level: Folklore, Source: "own rule: the town in title or main heading; Google Search Central, title links",
		Link:  "https://developers.google.com/search/docs/appearance/title-link",
		Title: text("The town stands in title or heading", "La ville figure dans le titre"),
		Why: text("People ask for a trade and a town. A page that says both in its title is the plainest answer.",
			"On cherche un métier et une ville. La page qui dit les deux dans son titre est la réponse la plus évidente."),
		Fix: text("Put trade and town into the title and main heading of the home page: “Dentist in Lyon | Name”.",
			"Placez métier et ville dans le titre et le titre principal de la page d'accueil : « Dentiste à Lyon | Nom »."),
		Run: runCityInTitle,
	}
}

func runCityInTitle(f *page.Facts) Finding {
	if !localIntent(f) {
		return notLocal()
	}
	towns := places(f)
	if first(towns) == "" {
		return unassessed(page.NotApplicable, "Which town the business is in couldn't be read.", "La ville de l'établissement n'a pu être lue.")
	}
	for i, p := range f.Pages {
		ready := passages(append(headings(p, 1), p.Titles...)...)
		for _, town := range towns {
			switch {
			case town == "" || !namesPlace(ready, town):
			case i == 0:
				return passed("Title or main heading name %s.", "Le titre ou le titre principal nomme %s.", town).seen(p.FinalURL,
					"title, h1", first(p.Titles))
			default:
				return warned("%s stands in the title or heading of another page, not of the submitted one.",
					"%s figure dans le titre d'une autre page, pas de la page soumise.", town).
					seen(p.FinalURL, "title, h1", first(p.Titles))
			}
		}
	}
	return failed("No title and no main heading names %s.", "Ni titre ni titre principal ne nomme %s.", first(towns)).seen(f.FinalURL,
		"title, h1", first(f.Main().Titles))
}
