package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoWWWConsolidation() Check {
	return Check{
		ID:     "seo.www-consolidation",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, consolidate duplicate URLs (one host is the canonical one)",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
		Title:  text("One host, with or without www", "Un seul hôte, avec ou sans www"),
		Why: text("Where both forms serve the site, links and rankings are split between two copies.",
			"Si les deux formes servent le site, liens et classement se partagent entre deux copies."),
		Fix: text("Redirect the other form with a 301 to the same address of the form you keep.",
			"Redirigez l'autre forme par une 301 vers la même adresse de la forme retenue."),
		Needs: []Need{Sibling},
		Run:   runWWWConsolidation,
	}
}

func runWWWConsolidation(f *page.Facts) Finding {
	s := &f.Sibling.Value
	host := hostOf(s.URL)
	if !s.Exists {
		return passed("Only one form exists: %s doesn't answer.", "Une seule forme existe : %s ne répond pas.", host)
	}
	final := hostOf(s.FinalURL)
	var verdict Finding
	switch {
	case s.Status == 401 || s.Status == 403 || s.Status == 429 || s.Status == 503:
		return unassessed(page.Blocked, "%s turned us away (%d).", "%s nous a refusé l'accès (%d).", host, s.Status)
	case s.Status == 0:
		verdict = warned("%s exists, but can't be read over https.", "%s existe, mais ne peut être lu en https.", host)
	case len(s.Redirects) == 0 && (s.Status < 200 || s.Status > 299):
		verdict = warned("%s answers %d, so visitors who type it find nothing.", "%s répond %d : qui tape cette adresse ne trouve rien.", host, s.Status)
	case len(s.Redirects) == 0 && strings.HasPrefix(canonicalOrigin(f.Main()), "http"):
		verdict = warned("Both %s and %s serve pages; only the canonical link tells which one counts.",
			"%s et %s servent tous deux des pages ; seul le lien canonique dit laquelle compte.", f.Host, host)
	case len(s.Redirects) == 0:
		verdict = failed("Both %s and %s serve pages, and no canonical link tells which one counts.",
			"%s et %s servent tous deux des pages, et aucun lien canonique ne dit laquelle compte.", f.Host, host)
	case final != hostOf(f.FinalURL):
		verdict = warned("%s leads to %s, not to this site.", "%s mène à %s, et non à ce site.", host, final)
	case len(s.Redirects) > 1:
		verdict = warned("%s leads here only after %d redirects.", "%s ne mène ici qu'après %d redirections.", host, len(s.Redirects))
	default:
		verdict = passed("%s leads here in one step (%d).", "%s mène ici en une étape (%d).", host, s.Redirects[0].Status)
	}
	if len(s.Redirects) == 0 {
		return verdict.seen(s.URL, "HTTP status", fmt.Sprintf("HTTP %d", s.Status))
	}
	return verdict.seen(s.URL, "Location", hopList(s.Redirects))
}

// hostOf gives the host of an address, empty where it has none.
func hostOf(address string) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return ""
	}
	return u.HostPort()
}
