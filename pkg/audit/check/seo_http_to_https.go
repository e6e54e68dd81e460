package check

import (
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoHTTPToHTTPS() Check {
	return Check{
		ID:     "seo.http-to-https",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, HTTPS as the canonical version; Mozilla HTTP Observatory, redirection",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
		Title:  text("Redirect from http to https", "Redirection de http vers https"),
		Why: text("Old links and typed addresses start at http; without a redirect to https, a second copy of the site lives there.",
			"Les liens anciens et les adresses tapées partent de http ; sans renvoi vers https, c'est une seconde copie du site."),
		Fix: text("Answer every http request with a 301 to the same address under https, before any other redirect.",
			"Répondez à toute requête http par une 301 vers la même adresse en https, avant toute autre redirection."),
		Needs: []Need{Plain},
		Run:   runHTTPToHTTPS,
	}
}

func runHTTPToHTTPS(f *page.Facts) Finding {
	p := &f.Plain.Value
	if p.Closed {
		return passed("Nothing answers over http, so nobody reads the site there.", "Rien ne répond en http : personne n'y lit le site.")
	}
	if len(p.Redirects) == 0 {
		if p.Status < 200 || p.Status > 299 {
			return warned("The http address answers %d instead of leading to https.", "L'adresse en http répond %d au lieu de mener à https.", p.Status)
		}
		return failed("The http address serves the page itself (status %d) and doesn't lead to https.",
			"L'adresse en http sert la page elle-même (statut %d) sans mener à https.", p.Status)
	}
	hop := p.Redirects[0]
	to, err := weburl.Parse(hop.To)
	from, _ := weburl.Parse(hop.From)
	final, finalErr := weburl.Parse(p.FinalURL)
	var verdict Finding
	switch {
	case finalErr != nil || final.Scheme != "https":
		verdict = failed("The http address redirects, but not to https.", "L'adresse en http redirige, mais pas vers https.")
	case err != nil || to.Scheme != "https":
		verdict = warned("The http address reaches https only after another redirect over http.",
			"L'adresse en http n'atteint https qu'après une autre redirection en http.")
	case to.Host != from.Host:
		verdict = warned("The first redirect from http changes the host as well; HSTS can't protect the first host then.",
			"La première redirection depuis http change aussi d'hôte ; HSTS ne peut alors pas protéger le premier.")
	case hop.Status != 301 && hop.Status != 308:
		verdict = warned("The redirect from http to https is a temporary one (%d).", "La redirection de http vers https est temporaire (%d).", hop.Status)
	default:
		verdict = passed("The http address leads to https in one step (%d).", "L'adresse en http mène à https en une étape (%d).", hop.Status)
	}
	return verdict.seen(hop.From, "Location", hopList(p.Redirects))
}
