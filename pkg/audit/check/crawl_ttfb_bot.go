package check

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlTTFBBot takes the median over the agents that were given the page; the one request under all names is answered "not found", which says nothing of it.
func crawlTTFBBot() Check {
	return Check{
		ID: "crawl.ttfb-bot", Weight: 2, Level: Standard,
		Source: "web.dev, Time to First Byte (800 and 1,800 ms); counted here without name lookup and connection", Link: "https://web.dev/articles/ttfb",
		Title: text("Response time for crawlers", "Temps de réponse pour les robots"),
		Why: text("Caches are often bypassed for unknown agents. Assistants that fetch a page for a waiting person give up early.",
			"Les caches sont souvent contournés pour les agents inconnus. Un assistant qui ouvre une page pour une personne qui attend renonce vite."),
		Fix: text("Serve crawlers from the same cache as visitors, and don't hold them up at the firewall.",
			"Servez les robots depuis le même cache que les visiteurs, sans les retenir au pare-feu."),
		Needs: []Need{Probes},
		Run: func(f *page.Facts) Finding {
			var times []int64
			var slowest page.Probe
			for _, p := range f.Probes {
				if p.Screening || p.Wall != "" || p.Status < 200 || p.Status >= 300 {
					continue
				}
				times = append(times, p.Timing.FirstByte)
				if slowest.URL == "" || p.Timing.FirstByte > slowest.Timing.FirstByte {
					slowest = p
				}
			}
			if len(times) == 0 {
				return unassessed(page.Unread, "No single agent was given the page. --probe-agents all tries each.",
					"Aucun agent n'a reçu la page séparément. --probe-agents all les essaie un par un.")
			}
			slices.Sort(times)
			agents := count(len(times), "agent's name", "agents' names", "nom d'agent", "noms d'agents")
			finding := Finding{}
			switch median := times[(len(times)-1)/2]; {
			case median <= goodFirstByte:
				return passed("Crawlers are answered in under 800 ms (median over %s, from our address).",
					"Les robots reçoivent une réponse en moins de 800 ms (médiane sur %s, depuis notre adresse).", agents)
			case median <= poorFirstByte:
				finding = warned("Crawlers wait between 800 and 1,800 ms for an answer (median over %s, from our address).",
					"Les robots attendent la réponse entre 800 et 1 800 ms (médiane sur %s, depuis notre adresse).", agents)
			default:
				finding = failed("Crawlers wait more than 1,800 ms for an answer (median over %s, from our address).",
					"Les robots attendent la réponse plus de 1 800 ms (médiane sur %s, depuis notre adresse).", agents)
			}
			return finding.seen(slowest.URL, "User-Agent: "+probeNames(slowest), fmt.Sprintf("%d ms", slowest.Timing.FirstByte))
		},
	}
}
