package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localReviewsMarkupVisible warns at most: a rating may be drawn by a script, which the HTML as sent doesn't show.
func localReviewsMarkupVisible() Check {
	return Check{
		ID: "local.reviews-markup-visible", Weight: 2, Level: Standard,
		Source: "Google Search Central, review snippet structured data (ratings visible on the page)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/review-snippet",
		Title:  text("Visible ratings", "Notes visibles"),
		Why: text("Nobody can check a rating that stands only in structured data, and it breaks Google's policies.",
			"Une note qui ne figure que dans les données structurées n'est vérifiable par personne et enfreint les règles de Google."),
		Fix: text("Show rating and number of reviews on the page, and say where they come from; or remove aggregateRating.",
			"Affichez la note et le nombre d'avis sur la page, avec leur provenance ; ou retirez aggregateRating."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			if !localIntent(f) {
				return notLocal()
			}
			rated := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				value, shown := ratingOn(f, p)
				if value == "" || p.Text.Clipped || !whole(p) {
					return "", "", false
				}
				rated++
				return "aggregateRating", value, !shown
			})
			if rated == 0 {
				return unassessed(page.NotApplicable, "The structured data gives no rating of the business.",
					"Les données structurées ne donnent pas de note de l'établissement.")
			}
			verdict := warned("The rating of the structured data wasn't found in the text on %v.",
				"La note des données structurées n'a pas été trouvée dans le texte sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("The rating of the structured data is shown on the page.",
				"La note des données structurées est affichée sur la page."), verdict, verdict)
		},
	}
}

// ratingOn gives the rating of the page's own entity, empty where there is none, and whether the text shows it, with a point or a comma.
func ratingOn(f *page.Facts, p *page.Page) (value string, shown bool) {
	for _, n := range ownEntities(f, p) {
		for _, rating := range p.Graph.Subs(n, "aggregateRating") {
			if value = p.Graph.Text(rating, "ratingValue"); value == "" {
				continue
			}
			for _, text := range []string{p.Text.Main, p.Text.Outside} {
				plain := strings.ReplaceAll(text, ",", ".")
				if showsNumber(plain, strings.ReplaceAll(value, ",", ".")) {
					return value, true
				}
			}
			return value, false
		}
	}
	return "", false
}

// showsNumber says whether a text holds the number and not just its digits within a longer one.
func showsNumber(text, number string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], number)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(number)
		before := start == 0 || !strings.ContainsRune("0123456789.", rune(text[start-1]))
		after := end == len(text) || !strings.ContainsRune("0123456789", rune(text[end]))
		if before && after {
			return true
		}
		from = end
	}
}
