package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlProbeHonesty sets what robots.txt says beside what the server did, and never claims that the two together prove anything.
func crawlProbeHonesty() Check {
	return Check{
		ID: "crawl.probe-honesty", Weight: 0, Level: Folklore, Source: "own rule: a request under a borrowed name is an indication, never a proof; reported, not scored",
		Title: text("Declared rules and observed answers", "Règles déclarées et réponses observées"),
		Why: text("Firewalls verify the addresses of real crawlers. A request from our address under a crawler's name may be treated worse than the crawler, or better.",
			"Les pare-feu vérifient l'adresse des véritables robots. Une requête venue de notre adresse sous leur nom peut être traitée moins bien qu'eux, ou mieux."),
		Fix: text("Where the two disagree, look for the real agent in your server's logs: its address ranges are published by most operators.",
			"En cas de désaccord, cherchez l'agent véritable dans les journaux du serveur : la plupart des opérateurs publient leurs plages d'adresses."),
		Needs: []Need{Probes, Robots},
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			single, disagree := 0, 0
			for _, p := range f.Probes {
				if p.Screening || len(p.Agents) == 0 {
					continue
				}
				single++
				v := f.Robots.Value.Verdict(p.Agents[0], requestPath(p.URL))
				r, ok := received(f, p)
				if ok && v.Allowed && r >= emptied {
					disagree++
				}
				policy := "robots.txt allows"
				if !v.Allowed {
					policy = "robots.txt disallows"
				}
				finding = finding.seen(p.URL, p.Agents[0], policy+"; "+probeAnswer(p))
			}
			const caution = " We asked from our address under borrowed names, so this is an indication only."
			const prudence = " Les requêtes viennent de notre adresse, sous des noms empruntés : simple indication."
			switch {
			case single == 0:
				finding.Detail = text("No agent was tried one by one, as the first request under all names was answered like ours."+caution,
					"Aucun agent n'a été essayé séparément, la première requête sous tous les noms ayant reçu la même réponse que la nôtre."+prudence)
			case disagree > 0:
				finding.Status = audit.Warn
				finding.Detail = text("robots.txt allows %s to whom the server refused the page or most of it."+caution, "robots.txt autorise %s à qui le serveur a refusé tout ou partie de la page."+prudence,
					count(disagree, "agent", "agents", "agent", "agents"))
			default:
				finding.Detail = text("%s tried, and no answer contradicts robots.txt."+caution, "%s, et aucune réponse ne contredit robots.txt."+prudence,
					count(single, "agent was", "agents were", "agent a été essayé", "agents ont été essayés"))
			}
			return finding
		},
	}
}
