package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlProbeHonesty sets what robots.txt says beside what the server did, and never claims that the two together prove anything.
func crawlProbeHonesty() Check {
	return Check{
		ID: "crawl.probe-honesty", Weight: 0, Level: Folklore, Source: "own rule: a request with a borrowed name is an indication, never a proof",
		Title: text("Policy and answer side by side", "Règles déclarées et réponses observées"),
		Why: text("Firewalls verify the addresses of real crawlers. A request from our address with a crawler's name may be treated worse than the crawler, or better.",
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
			const caution = " Asked from our address with a borrowed user agent name: indicative, no more."
			const prudence = " Requêtes venues de notre adresse sous un nom emprunté : à titre indicatif seulement."
			switch {
			case single == 0:
				finding.Detail = text("No agent was tried one by one, as the first request under all names was answered like ours."+caution,
					"Aucun agent n'a été essayé séparément, la première requête sous tous les noms ayant reçu la même réponse que la nôtre."+prudence)
			case disagree > 0:
				finding.Status = audit.Warn
				finding.Detail = text("robots.txt allows %s that the server turned away."+caution, "Le serveur a refusé %s que robots.txt autorise."+prudence,
					count(disagree, "agent", "agents", "agent", "agents"))
			default:
				finding.Detail = text("%s tried; no answer contradicts robots.txt."+caution, "%s ; aucune réponse ne contredit robots.txt."+prudence,
					count(single, "agent", "agents", "agent essayé", "agents essayés"))
			}
			return finding
		},
	}
}
