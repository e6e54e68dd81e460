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
		ID: "crawl.edge-parity", Weight: 5, Level: Folklore, Also: []audit.Share{{Metric: audit.GSO, Weight: 4}},
		Source: "own rule: the same answer whatever the agent's name; own numbers: 30% and 70% of the words; Google Search Central, technical requirements (Googlebot isn't blocked)",
		Link:   "https://developers.google.com/search/docs/essentials/technical",
		Title:  text("Same page for crawlers and visitors", "Même page pour les robots et les visiteurs"),
		Why: text("Firewalls and hosting defaults can turn AI agents away although robots.txt lets them in, without the site's owner knowing.",
			"Un pare-feu ou un réglage d'hébergement peut refuser les agents d'IA que robots.txt accepte, à l'insu du propriétaire du site."),
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
		return passed("%s under the names of search and assistant agents got the page as we did. This is an indication only: we asked from our address, under a borrowed name.",
			"%s la même page que nous, sous le nom d'agents de recherche et d'assistance. Simple indication : l'essai est fait depuis notre adresse, sous un nom emprunté.",
			count(len(judged), "request", "requests", "requête a reçu", "requêtes ont reçu"))
	}
	finding.Status = status
	finding.Detail = text("The site answers differently under the names %s. This is an indication only: we asked from our address, and a firewall may turn a borrowed name away while it lets the real agent in.",
		"Le site répond autrement sous les noms %s. Simple indication : l'essai est fait depuis notre adresse, et un pare-feu peut refuser un nom emprunté tout en acceptant l'agent véritable.", firstOf(names, 5))
	return finding
}
