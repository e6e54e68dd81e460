package check

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlEdgeParity only warns of 429, 503 and silence, as our own requests may have used up a limit, and of the one request under all names at once where
// single names were let in, as the odd request itself may be what was refused. 402 is crawl.pay-per-crawl's.
func crawlEdgeParity() Check {
	return Check{
		ID: "crawl.edge-parity", Weight: 8, Level: Folklore, Also: []audit.Share{{Metric: audit.GSO, Weight: 6}},
		Source: "own rule: the same answer whatever the agent's name; Auriti's share of 0.3, own share of 0.7",
		Title:  text("Crawlers get the same page as visitors", "Même page pour les robots et les visiteurs"),
		Why: text("Firewalls and hosting defaults often turn AI agents away although robots.txt lets them in; the site's owner usually doesn't know.",
			"Les pare-feu et les réglages d'hébergement refusent souvent les agents d'IA alors que robots.txt les accepte, en général à l'insu du propriétaire."),
		Fix: text("Look in the firewall, CDN or security plug-in for rules against AI bots, and allow verified search and assistant agents. Then check your logs for the real agents.",
			"Cherchez dans le pare-feu, le CDN ou l'extension de sécurité les règles visant les robots d'IA et autorisez les agents vérifiés de recherche et d'assistance. Contrôlez ensuite vos journaux."),
		Needs: []Need{Probes},
		Run:   edgeParity,
	}
}

func edgeParity(f *page.Facts) Finding {
	all := comparedProbes(f)
	judged, worst := slices.DeleteFunc(slices.Clone(all), func(c comparedProbe) bool { return c.Screening }), turnedAway
	switch {
	case len(all) == 0:
		return unassessed(page.Unread, "No answer to a borrowed name can be compared with our own reading.",
			"Aucune réponse à un nom emprunté ne peut être comparée à notre propre lecture.")
	case len(judged) == 0:
		judged = all
	case !slices.ContainsFunc(judged, comparedProbe.different):
		judged, worst = all, thinned // only the request under all names can differ
	}
	finding, names, status := Finding{}, []string{}, audit.Pass
	for _, c := range judged {
		if !c.different() {
			continue
		}
		if min(c.how, worst) >= emptied {
			status = audit.Fail
		} else if status == audit.Pass {
			status = audit.Warn
		}
		names = append(names, probeNames(c.Probe))
		finding = finding.seen(c.URL, "User-Agent: "+probeNames(c.Probe), probeAnswer(c.Probe))
	}
	if len(names) == 0 {
		return passed("%s under the names of search and assistant agents got the page as we did. An indication only: asked from our address, with a borrowed user agent name.",
			"Même page que nous sous le nom d'agents de recherche et d'assistance (%s). Simple indication : essai fait depuis notre adresse, sous un nom emprunté.",
			count(len(judged), "request", "requests", "requête", "requêtes"))
	}
	finding.Status = status
	finding.Detail = text("Answered differently from us: %s. An indication only: asked from our address, with a borrowed user agent name, which a firewall may turn away while it lets the real agent in.",
		"Réponse différente de la nôtre pour : %s. Simple indication : essai fait depuis notre adresse, sous un nom emprunté, qu'un pare-feu peut refuser tout en acceptant l'agent véritable.", firstOf(names, 5))
	return finding
}
