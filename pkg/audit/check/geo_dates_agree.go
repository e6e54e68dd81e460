package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoDatesAgree takes a day's difference for none: time zones differ. The visible date counts on articles only, and where the page shows no more than
// two: other dates in a text are those of events.
func geoDatesAgree() Check {
	return Check{
		ID: "geo.dates-agree", Weight: 4, Also: []audit.Share{{Metric: audit.GSO, Weight: 2}}, Level: Standard,
		Source: "Google Search Central, publication dates (consistent, not in the future); own number: 1 day",
		Link:   "https://developers.google.com/search/docs/appearance/publication-dates",
		Title:  text("Consistent dates", "Dates concordantes"),
		Why: text("Where the visible date, the structured data and the address disagree, engines may trust none of them, and fresh content may count as old.",
			"Quand la date visible, les données structurées et l'adresse se contredisent, les moteurs risquent de ne se fier à aucune, et un contenu récent peut passer pour ancien."),
		Fix: text("Publish one date and one date of change per page, the same on screen and in datePublished and dateModified, none of them in the future.",
			"Publiez une date et une date de mise à jour par page, identiques à l'écran et dans datePublished et dateModified, sans date future."),
		Run: runDatesAgree,
	}
}

func runDatesAgree(f *page.Facts) Finding {
	dated := 0
	wrong := faults(f, func(p *page.Page) (string, string, bool) {
		if len(declaredDates(p)) > 0 {
			dated++
		}
		what := contradiction(f, p)
		return "datePublished, dateModified", what, what != ""
	})
	if dated == 0 {
		return unassessed(page.NotApplicable, "No page read declares a date.", "Aucune page lue ne déclare de date.")
	}
	if len(wrong) > 0 {
		return siteWide(f, wrong, Finding{}, failed("The dates of the submitted page contradict each other: %s.",
			"Les dates de la page soumise se contredisent : %s.", wrong[0].excerpt),
			warned("Dates contradict each other on %v.", "Des dates se contredisent sur %v.", notMain(len(wrong), f)))
	}
	isArticle := map[*page.Page]bool{}
	for _, p := range articles(f) {
		isArticle[p] = true
	}
	differ := faults(f, func(p *page.Page) (string, string, bool) {
		if !isArticle[p] {
			return "", "", false
		}
		what := otherVisibleDate(p)
		return "visible date", what, what != ""
	})
	verdict := warned("The visible date differs from the declared one on %v.", "La date visible diffère de la date déclarée sur %v.", ofPages(len(differ), f))
	return siteWide(f, differ, passed("The declared dates agree (%s).", "Les dates déclarées concordent (%s).",
		count(dated, "dated page", "dated pages", "page datée", "pages datées")), verdict, verdict)
}

// declaredDates are those that the page gives as its own in markup.
func declaredDates(p *page.Page) []page.DateMark {
	var marks []page.DateMark
	for _, d := range p.Dates {
		if (d.Role == "published" || d.Role == "modified") && d.Valid && !d.Time.IsZero() && d.Source != "text" && d.Source != "url" {
			marks = append(marks, d)
		}
	}
	return marks
}

func daysApart(a, b page.DateMark) float64 {
	days := a.Time.Sub(b.Time).Hours() / 24
	return max(days, -days)
}

// tolerated is the difference, in days, from which two dates disagree: a day, and the part of one that time zones make.
const tolerated = 2

// contradiction says what is impossible about the declared dates, empty where nothing is.
func contradiction(f *page.Facts, p *page.Page) string {
	marks := declaredDates(p)
	if len(articleNodes(p)) > 1 {
		return "" // the dates of a list of articles
	}
	for i, a := range marks {
		if !f.ReadAt.IsZero() && a.Time.Sub(f.ReadAt).Hours() > 24*tolerated {
			return fmt.Sprintf("%s %s > %s", a.Role, a.Raw, f.ReadAt.UTC().Format("2006-01-02"))
		}
		for _, b := range marks[i+1:] {
			apart := daysApart(a, b) >= tolerated
			published, modified := a, b
			if a.Role == "modified" {
				published, modified = b, a
			}
			switch {
			case apart && a.Role == "published" && b.Role == "published":
				return fmt.Sprintf("published %s (%s) ≠ %s (%s)", a.Raw, a.Source, b.Raw, b.Source)
			case apart && a.Role != b.Role && modified.Time.Before(published.Time):
				return fmt.Sprintf("modified %s < published %s", modified.Raw, published.Raw)
			}
		}
	}
	return ""
}

// otherVisibleDate gives the visible date, or the year in the address, of an article that agrees with none of its declared dates.
func otherVisibleDate(p *page.Page) string {
	marks := declaredDates(p)
	if len(marks) == 0 {
		return ""
	}
	var visible []page.DateMark
	agrees, year, yearAgrees := false, 0, false
	for _, d := range p.Dates {
		if d.Time.IsZero() {
			continue
		}
		inText := d.Role == "visible" || d.Source == "text" || d.Source == "time"
		if inText {
			visible = append(visible, d)
		}
		for _, m := range marks {
			agrees = agrees || inText && daysApart(d, m) < tolerated
			if d.Source == "url" {
				year = d.Time.Year()
				yearAgrees = yearAgrees || m.Time.Year() == year
			}
		}
	}
	switch {
	case year != 0 && !yearAgrees:
		return fmt.Sprintf("URL %d ≠ %s", year, marks[0].Raw)
	case len(visible) > 0 && len(visible) <= 2 && !agrees:
		return fmt.Sprintf("%s ≠ %s", visible[0].Raw, marks[0].Raw)
	}
	return ""
}
