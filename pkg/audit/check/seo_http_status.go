package check

import (
	"strconv"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoHTTPStatus() Check {
	return Check{
		ID:     "seo.http-status",
		Weight: 3,
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 3}},
		Level:  Standard,
		Source: "Google Search Central, HTTP status codes; Lighthouse http-status-code",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
		Title:  text("HTTP status of the page", "Statut HTTP de la page"),
		Why: text("Search engines index what is answered with 200; an error status takes a page out of the results.",
			"Les moteurs indexent ce qui répond 200 ; un statut d'erreur fait sortir la page des résultats."),
		Fix: text("Make the server answer 200 for the page, after at most one redirect.",
			"Faites répondre le serveur par un statut 200, après une redirection au plus."),
		Run: runHTTPStatus,
	}
}

func runHTTPStatus(f *page.Facts) Finding {
	p := f.Main()
	status := p.Response.Status
	var verdict Finding
	switch {
	case status == 200:
		verdict = passed("The page answers 200.", "La page répond 200.")
	case status == 401 || status == 403 || status == 429 || status == 503:
		return unassessed(page.Blocked, "The page answered us with %d, which may be meant for machines only.",
			"La page nous a répondu %d ; ce refus ne vise peut-être que les machines.", status)
	case status == 202 || status == 204 || status == 206:
		// A 202 makes Googlebot wait and pass on what it got, a 204 is taken as a soft 404, and a 206 is half a page.
		verdict = warned("The page answers %d, which search engines don't read as a complete page.",
			"La page répond %d, ce que les moteurs ne lisent pas comme une page complète.", status)
	case status >= 200 && status < 300:
		verdict = passed("The page answers %d, a success.", "La page répond %d, un succès.", status)
	default:
		verdict = failed("The page answers %d.", "La page répond %d.", status)
	}
	return verdict.seen(p.FinalURL, "HTTP status", strconv.Itoa(status))
}
