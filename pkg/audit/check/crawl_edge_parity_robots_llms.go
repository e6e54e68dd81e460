package check

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlEdgeParityRobotsLLMs looks at files that we ourselves were given: that a search agent's name isn't given them can only be a rule for bots.
func crawlEdgeParityRobotsLLMs() Check {
	return Check{
		ID: "crawl.edge-parity-robots-llms", Weight: 3, Level: Standard,
		Source: "RFC 9309 section 2.3.1.3 (4xx: crawlers may access everything) and 2.3.1.4 (5xx: nothing)", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1",
		Title: text("robots.txt, llms.txt and sitemap open to crawlers", "robots.txt, llms.txt et sitemap ouverts aux robots"),
		Why: text("These files are written for crawlers. One that is refused robots.txt doesn't learn your rules, and one that is refused the sitemap doesn't learn your pages.",
			"Ces fichiers sont écrits pour les robots. Un robot privé de robots.txt ignore vos règles, et un robot privé du sitemap ignore vos pages."),
		Fix: text("Except robots.txt, llms.txt and the sitemaps from every rule against bots.",
			"Exemptez robots.txt, llms.txt et les sitemaps de toute règle contre les robots."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			var refused []string
			for _, p := range f.Survey.Files {
				var status audit.Outcome
				switch {
				case p.Wall != "", p.Status == 401, p.Status == 402, p.Status == 403, p.Status == 451:
					status = audit.Fail
				case p.Status == 0, p.Status == 429, p.Status >= 500: // may be a rate limit, or chance
					status = audit.Warn
				default:
					continue
				}
				if finding.Status != audit.Fail {
					finding.Status = status
				}
				finding = finding.seen(p.URL, "User-Agent: "+probeNames(p), probeAnswer(p))
				if !slices.Contains(refused, p.URL) {
					refused = append(refused, p.URL)
				}
			}
			switch {
			case len(f.Survey.Files) == 0:
				return unassessed(page.NotApplicable, "None of these files could be asked for under an agent's name.",
					"Aucun de ces fichiers n'a pu être demandé sous le nom d'un agent.")
			case len(refused) == 0:
				return passed("Search agents' names get the files as we do (%s). We asked from our address, under borrowed names.",
					"Sous le nom d'agents de recherche, les fichiers sont servis comme à nous (%s). Essai fait depuis notre adresse, sous des noms empruntés.",
					count(len(f.Survey.Files), "request", "requests", "requête", "requêtes"))
			}
			finding.Detail = text("Refused to search agents' names: %s. This is an indication only: we asked from our address, under borrowed names.",
				"Refusé sous le nom d'agents de recherche : %s. Simple indication : l'essai est fait depuis notre adresse, sous des noms empruntés.", firstOf(refused, 3))
			return finding
		},
	}
}
