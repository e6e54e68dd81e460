package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func perfFieldVsLab() Check {
	return Check{
		ID: "perf.field-vs-lab", Level: Standard,
		Source: "web.dev, why lab and field data can be different; reported, not scored",
		Link:   "https://web.dev/articles/lab-and-field-data-differences",
		Title:  text("Agreement of field and laboratory", "Accord entre le terrain et le laboratoire"),
		Why: text("Search engines count what visitors had, and developers mend what the laboratory shows: where the two differ, one misleads.",
			"Les moteurs comptent ce que vivent les visiteurs, les développeurs corrigent ce que montre le laboratoire : s'ils divergent, l'un des deux trompe."),
		Fix: text("Look at what visitors have that the laboratory hasn't, or the other way round: devices, networks, caches, consent banners.",
			"Cherchez ce que les visiteurs ont et pas le laboratoire, ou l'inverse : appareils, réseaux, caches, bandeaux de consentement."),
		Needs: []Need{Speed},
		Run: func(f *page.Facts) Finding {
			s := f.Measured()
			var both []string
			differ := false
			found := Finding{}
			for _, m := range []metric{metricLCP, metricCLS, metricFCP} {
				field, lab := m.of(s)
				if field == nil || lab == nil {
					continue
				}
				both = append(both, m.name)
				differ = differ || m.band(*field) != m.band(*lab)
				found = found.seen(s.URL, m.name, "field "+m.text(*field).EN+", lab "+m.text(*lab).EN)
			}
			whose := text("the page's visitors", "les visiteurs de la page")
			if s.Field != nil && s.Field.Origin {
				whose = text("visitors of the whole site, since the page alone has too few", "les visiteurs de tout le site, la page seule en ayant trop peu")
			}
			list, verdict := strings.Join(both, ", "), Finding{}
			switch {
			case len(both) == 0:
				return unassessed(page.Unread, "The tool has no field data for this site.", "L'outil n'a pas de données de terrain pour ce site.")
			case differ:
				verdict = warned("Field (%s) and laboratory come to different verdicts on %s.", "Le terrain (%s) et le laboratoire ne s'accordent pas sur %s.", whose, list)
			default:
				verdict = passed("Field (%s) and laboratory come to the same verdict on %s.", "Le terrain (%s) et le laboratoire s'accordent sur %s.", whose, list)
			}
			verdict.Evidence = found.Evidence
			return verdict
		},
	}
}
