package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoRedirectChain() Check {
	return Check{
		ID:     "seo.redirect-chain",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, redirects (avoid chains); own numbers: 1 and 2 redirects",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/301-redirects",
		Title:  text("Redirects to the page", "Redirections vers la page"),
		Why: text("Every redirect costs visitors and crawlers a round trip, and crawlers give up on long chains.",
			"Chaque redirection coûte un aller-retour aux visiteurs et aux robots, et les robots abandonnent les longues chaînes."),
		Fix: text("Redirect straight from the old address to the final one with a 301 or 308 of the server.",
			"Redirigez directement de l'ancienne adresse à l'adresse finale, par une 301 ou une 308 du serveur."),
		Run: runRedirectChain,
	}
}

func runRedirectChain(f *page.Facts) Finding {
	main := f.Main()
	if target := refreshTarget(main); target != "" && !sameAddress(target, main.FinalURL) {
		return warned("The page sends its visitors on by a meta refresh; a redirect by the server is more reliable.",
			"La page redirige ses visiteurs par une balise meta refresh ; une redirection par le serveur est plus fiable.").
			seen(main.FinalURL, "meta[http-equiv=refresh]", main.Refresh)
	}
	hops := len(main.Response.Redirects)
	found := faults(f, func(p *page.Page) (string, string, bool) {
		return hopList(p.Response.Redirects), p.URL, len(p.Response.Redirects) > 1
	})
	onMain := warned("It takes %d redirects to reach the page.", "Il faut %d redirections pour atteindre la page.", hops)
	if hops > 2 {
		onMain = failed("It takes %d redirects to reach the page.", "Il faut %d redirections pour atteindre la page.", hops)
	}
	healthy := passed("The page answers without a redirect.", "La page répond sans redirection.")
	if hops == 1 {
		healthy = passed("One redirect (%d) leads to the page.", "Une redirection (%d) mène à la page.", main.Response.Redirects[0].Status).
			seen(main.FinalURL, hopList(main.Response.Redirects), main.URL)
	}
	return siteWide(f, found, healthy, onMain,
		warned("More than one redirect leads to %v.", "Plus d'une redirection mène à %v.", notMain(len(found), f)))
}

// hopList writes redirects as "301 https://a -> 302 https://b".
func hopList(hops []page.Redirect) string {
	said := make([]string, len(hops))
	for i, h := range hops {
		said[i] = fmt.Sprintf("%d %s", h.Status, h.To)
	}
	return strings.Join(said, " -> ")
}

// refreshTarget gives the address of a meta refresh ("0; url=/en/"); empty where it only reloads the page.
func refreshTarget(p *page.Page) string {
	_, rest, _ := strings.Cut(strings.Replace(p.Refresh, ",", ";", 1), ";")
	rest = strings.TrimSpace(rest)
	if len(rest) < 4 || !strings.EqualFold(rest[:3], "url") {
		return ""
	}
	base, err := weburl.NewBase(p.FinalURL)
	if err != nil {
		return ""
	}
	target, _ := base.Resolve(strings.Trim(strings.TrimLeft(rest[3:], " ="), " '\""))
	return target.Href
}
