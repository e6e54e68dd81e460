package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoBrokenLinks() Check {
	return Check{
		ID:     "seo.broken-links",
		Weight: 4,
		Level:  Standard,
		Source: "Google Search Central, HTTP status codes (an address that answers 4xx is taken out of the index)",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
		Title:  text("Working internal links", "Liens internes valides"),
		Why: text("A dead link stops visitors and crawlers, and what stood behind it is lost to search.",
			"Un lien mort arrête visiteurs et robots, et ce qui se trouvait derrière est perdu pour la recherche."),
		Fix: text("Correct or remove the links shown, or redirect their targets with a 301 to the page that took their place.",
			"Corrigez ou retirez les liens indiqués, ou redirigez leurs cibles par une 301 vers la page qui les remplace."),
		Run: runBrokenLinks,
	}
}

func runBrokenLinks(f *page.Facts) Finding {
	tried, broken, onMain := len(f.Pages)-1, 0, false
	verdict := Finding{}
	for i := range f.Failures {
		x := &f.Failures[i]
		if x.From == "" || x.From == "sitemap" {
			continue
		}
		tried++
		if !dead(x) {
			continue
		}
		broken++
		onMain = onMain || sameAddress(x.From, f.FinalURL) || sameAddress(x.From, f.URL)
		verdict = verdict.seen(x.From, x.URL, fmt.Sprintf("HTTP %d, “%s”", x.Status, x.Text))
	}
	var said Finding
	switch {
	case tried == 0:
		return unassessed(page.TooFewPages, "No internal link was followed.", "Aucun lien interne n'a été suivi.")
	case broken == 0:
		return passed("No broken internal link was found (%v).", "Aucun lien interne mort n'a été trouvé (%v).",
			count(tried, "internal address looked at", "internal addresses looked at", "adresse interne consultée", "adresses internes consultées"))
	case onMain:
		said = failed("The submitted page has internal links that lead nowhere (%v in all).", "La page soumise a des liens internes qui ne mènent nulle part (%v au total).",
			count(broken, "dead target", "dead targets", "cible morte", "cibles mortes"))
	default:
		said = warned("Pages other than the submitted one have internal links that lead nowhere (%v).", "D'autres pages que la page soumise ont des liens internes qui ne mènent nulle part (%v).",
			count(broken, "dead target", "dead targets", "cible morte", "cibles mortes"))
	}
	said.Evidence = verdict.Evidence
	return said
}
