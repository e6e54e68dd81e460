package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlPayPerCrawl warns where agents that bring readers are asked to pay; the price list itself is a policy.
func crawlPayPerCrawl() Check {
	return Check{
		ID: "crawl.pay-per-crawl", Weight: 1, Level: Standard,
		Source: "RFC 9110 section 15.5.3 (402), and Cloudflare's pay per crawl", Link: "https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/what-is-pay-per-crawl/",
		Title: text("No payment asked from search and assistant agents", "Pas de paiement exigé des agents de recherche"),
		Why: text("An agent that is answered 402 goes away without the page, and the person who asked it gets an answer from somebody else.",
			"Un agent qui reçoit un code 402 repart sans la page, et la personne qui l'interrogeait obtient la réponse d'un autre site."),
		Fix: text("Restrict payment to training crawlers, and let search and assistant agents in free of charge.",
			"Réservez le paiement aux robots d'entraînement et laissez passer gratuitement les agents de recherche et d'assistance."),
		Needs: []Need{Probes},
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			var names []string
			for _, p := range probedOf(f) {
				if p.Status == 402 {
					names = append(names, probeNames(p))
					finding = finding.seen(p.URL, "User-Agent: "+probeNames(p), "status 402")
				}
			}
			if len(names) > 0 {
				finding.Status = audit.Warn
				finding.Detail = text("Asked to pay (status 402): %s. Tried from our address, with a borrowed user agent name.",
					"Paiement exigé (code 402) : %s. Essai fait depuis notre adresse, sous un nom emprunté.", firstOf(names, 5))
				return finding
			}
			main := f.Main()
			for _, name := range slices.Sorted(maps.Keys(main.Response.Header)) {
				if strings.HasPrefix(name, "Crawler-") {
					return passed("A crawling price is announced, but nobody was turned away for it.",
						"Un tarif d'exploration est annoncé, mais personne n'a été refusé pour cela.").
						seen(main.FinalURL, name, main.Response.Get(name))
				}
			}
			return passed("No agent was asked to pay.", "Aucun agent n'a été invité à payer.")
		},
	}
}
