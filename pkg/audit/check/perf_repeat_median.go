package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfRepeatMedian says how far a measurement can be trusted.
func perfRepeatMedian() Check {
	return Check{
		ID: "perf.repeat-median", Level: Standard,
		Source: "Lighthouse, score variability (the median of 5 runs is twice as stable as one); own numbers: 3 runs, 10 points",
		Link:   "https://developer.chrome.com/docs/lighthouse/performance/performance-scoring",
		Title:  text("Steadiness of the measurement", "Constance de la mesure"),
		Why: text("Two runs of Lighthouse differ by some points; one alone is no ground to let a release through or stop it.",
			"Deux exécutions de Lighthouse diffèrent de quelques points ; une seule ne suffit pas pour accepter ou refuser une mise en ligne."),
		Fix: text("Look for what differs from visit to visit: advertisements, tests of variants, slow answers; measure with more runs.",
			"Cherchez ce qui change d'une visite à l'autre : publicités, tests de variantes, réponses lentes ; mesurez plus de fois."),
		Needs: []Need{Speed},
		Run: func(f *page.Facts) Finding {
			m := f.Measured().Mobile
			scores := strings.Trim(fmt.Sprint(m.Scores), "[]")
			switch {
			case len(m.Scores) < 3:
				return unassessed(page.Unread, "The score rests on %s; from 3 on, the spread tells something (--runs 3).",
					"La note repose sur %s ; à partir de 3, l'écart dit quelque chose (--runs 3).", count(len(m.Scores), "run", "runs", "mesure", "mesures"))
			case m.Spread() > 10:
				return warned("The scores of %d runs lie %d points apart; the median is %d.", "Les notes de %d mesures s'écartent de %d points ; la médiane est %d.",
					len(m.Scores), m.Spread(), m.Score).seen(f.Measured().URL, "scores", scores)
			}
			return passed("The scores of %d runs lie within %d points; the median is %d.", "Les notes de %d mesures tiennent en %d points ; la médiane est %d.",
				len(m.Scores), m.Spread(), m.Score).seen(f.Measured().URL, "scores", scores)
		},
	}
}
