package check

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoSoft404() Check {
	return Check{
		ID:     "seo.soft-404",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, HTTP status codes (soft 404 errors)",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
		Title:  text("Status 404 for missing pages", "Statut 404 des pages inexistantes"),
		Why: text("Where addresses without a page answer 200, crawlers waste their time on them, and error pages get into the results.",
			"Si les adresses sans page répondent 200, les robots y perdent leur temps et des pages d'erreur entrent dans les résultats."),
		Fix: text("Answer 404 (or 410) for addresses that have no page, with the error page as the body.",
			"Répondez 404 (ou 410) aux adresses sans page, avec la page d'erreur comme contenu."),
		Needs: []Need{Control},
		Run:   runSoft404,
	}
}

func runSoft404(f *page.Facts) Finding {
	c := &f.Control.Value
	answered := fmt.Sprintf("HTTP %d", c.Status)
	switch {
	case c.Status == 404 || c.Status == 410:
		return passed("An address without a page answers %d.", "Une adresse sans page répond %d.", c.Status).seen(c.URL, "HTTP status", answered)
	case slices.Contains([]int{0, 401, 403, 429, 503}, c.Status):
		return unassessed(page.Blocked, "The site turned us away when asked for an address without a page.",
			"Le site nous a refusé l'accès quand nous avons demandé une adresse sans page.")
	case c.Status >= 200 && c.Status < 300 && !c.Confirmed:
		return unassessed(page.Unread, "One address without a page answered %d, but a second one didn't answer alike.",
			"Une adresse sans page a répondu %d, mais une seconde n'a pas répondu de même.", c.Status)
	case c.Status >= 500:
		return warned("An address without a page answers %d, an error of the server, instead of 404.",
			"Une adresse sans page répond %d, une erreur du serveur, au lieu de 404.", c.Status).seen(c.URL, "HTTP status", answered)
	case c.Status >= 400:
		return passed("An address without a page answers %d, an error.",
			"Une adresse sans page répond %d, une erreur.", c.Status).seen(c.URL, "HTTP status", answered)
	case c.FinalURL != "" && !sameAddress(c.FinalURL, c.URL):
		return failed("Addresses without a page are redirected and then answer %d, instead of 404.",
			"Les adresses sans page sont redirigées puis répondent %d, au lieu de 404.", c.Status).seen(c.URL, "Location", c.FinalURL)
	}
	return failed("Addresses without a page answer %d instead of 404.", "Les adresses sans page répondent %d au lieu de 404.", c.Status).
		seen(c.URL, "<title>", c.Title)
}
