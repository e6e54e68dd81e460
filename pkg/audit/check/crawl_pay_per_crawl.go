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
		Source: "RFC 9110 section 15.5.3 (402 Payment Required); Cloudflare, pay per crawl", Link: "https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/what-is-pay-per-crawl/",
		Title: text("Free access for search and assistant agents", "Accès gratuit des agents de recherche et d'assistance"),
		Why: text("An agent that is answered 402 goes away without the page, and the person who asked it gets an answer from somebody else.",
			"Un agent qui reçoit un statut 402 repart sans la page, et la personne qui l'interrogeait obtient la réponse d'un autre site."),
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
				finding.Detail = text("The site asks for payment (status 402) under the names %s. We tried from our address, under borrowed names.",
					"Le site exige un paiement (statut 402) sous les noms %s. L'essai est fait depuis notre adresse, sous des noms empruntés.", firstOf(names, 5))
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
			return passed("None of the agents tried was asked to pay.", "Aucun des agents essayés n'a été invité à payer.")
		},
	}
}
