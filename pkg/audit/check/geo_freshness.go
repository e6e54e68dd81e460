package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoFreshness looks at the newest of the articles read: old articles stay online on healthy sites. An undated site is not judged.
func geoFreshness() Check {
	return Check{
		ID: "geo.freshness", Weight: 3, Also: []audit.Share{{Metric: audit.GSO, Weight: 2}}, Level: Folklore,
		Source: "own number: 365 days, steps at 90 and 180; Google Search Central, publication dates",
		Link:   "https://developers.google.com/search/docs/appearance/publication-dates",
		Title:  text("Dated content is fresh", "Contenu daté récent"),
		Why: text("For questions where time matters, engines prefer sources that were changed lately, and a blog that stopped makes readers doubt the business.",
			"Quand l'actualité compte, les moteurs préfèrent les sources mises à jour récemment, et un blog arrêté fait douter de l'entreprise."),
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
	verdict := warned("The newest article read was last changed more than a year ago.", "Le plus récent des articles lus date de plus d'un an.")
	for _, step := range []int{365, 180, 90} {
		if days <= float64(step) {
			verdict = passed("The newest article read was changed within the last %d days.",
				"Le plus récent des articles lus a été modifié dans les %d derniers jours.", step)
		}
	}
	return verdict.seen(on.FinalURL, newest.Source, newest.Raw)
}
