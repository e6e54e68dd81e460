package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoFreshness looks at the newest of the articles read: old articles stay online on healthy sites. An undated site is not judged.
func geoFreshness() Check {
	return Check{
		ID: "geo.freshness", Weight: 2, Also: []audit.Share{{Metric: audit.GSO, Weight: 1}}, Level: Folklore,
		Source: "Google Search Central, ranking systems guide (freshness systems); own numbers: 365 days, steps at 90 and 180",
		Link:   "https://developers.google.com/search/docs/appearance/ranking-systems-guide",
		Title:  text("Freshness of dated content", "Fraîcheur du contenu daté"),
		Why: text("Where fresh information is expected, Google shows fresher content, and a blog that stopped makes readers doubt the business.",
			"Là où l'on attend de l'actualité, Google montre des contenus plus récents, et un blog arrêté fait douter de l'entreprise."),
		Fix: text("Revise the articles that still matter, change what has changed, and set dateModified to the day of that work.",
			"Révisez les articles encore utiles, corrigez ce qui a changé, et donnez à dateModified le jour de ce travail."),
		Run: runFreshness,
	}
}

func runFreshness(f *page.Facts) Finding {
	read := articles(f)
	if len(read) == 0 {
		return noArticle()
	}
	var newest page.DateMark
	var on *page.Page
	for _, p := range read {
		for _, d := range p.Dates {
			if d.Source == "url" || d.Time.IsZero() || d.Time.After(f.ReadAt) {
				continue
			}
			if on == nil || d.Time.After(newest.Time) {
				newest, on = d, p
			}
		}
	}
	if on == nil {
		return unassessed(page.NotApplicable, "The articles read carry no date.", "Les articles lus ne portent pas de date.")
	}
	days := f.ReadAt.Sub(newest.Time).Hours() / 24
	verdict := warned("The newest date on the articles read is more than a year old.", "La date la plus récente des articles lus remonte à plus d'un an.")
	for _, step := range []int{365, 180, 90} {
		if days <= float64(step) {
			verdict = passed("The newest date on the articles read is at most %d days old.",
				"La date la plus récente des articles lus remonte à %d jours au plus.", step)
		}
	}
	return verdict.seen(on.FinalURL, newest.Source, newest.Raw)
}
