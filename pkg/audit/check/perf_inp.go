package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func perfINP() Check {
	return Check{
		ID: "perf.inp", Level: Standard,
		Source: "web.dev, Interaction to Next Paint (200 and 500 ms); reported, not scored",
		Link:   "https://web.dev/articles/inp",
		Title:  text("Interaction to Next Paint", "Réactivité aux interactions (INP)"),
		Why: text("It is how long visitors wait for an answer to a tap or a key; only they can tell, so it is known from the field alone.",
			"C'est l'attente après un geste ou une touche ; seuls les visiteurs peuvent la révéler, elle n'est donc connue que sur le terrain."),
		Fix: text("Keep what happens on a tap short: less script, in smaller pieces, and the visible change first.",
			"Raccourcissez ce qui suit un geste : moins de script, en plus petits morceaux, et le changement visible d'abord."),
		Needs: []Need{Speed},
		Run: func(f *page.Facts) Finding {
			field, lab := metricINP.of(f.Measured())
			if field == nil && lab == nil {
				return unassessed(page.Unread, "No visitors' interactions are known: the tool has no field data for this site.",
					"Aucune interaction de visiteurs n'est connue : l'outil n'a pas de données de terrain pour ce site.")
			}
			return metricINP.judge(f)
		},
	}
}
