package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func perfPSIScore() Check {
	return Check{
		ID: "perf.psi-score", Level: Standard,
		Source: "Lighthouse, performance scoring (90 and 50); the score itself is the metric's",
		Link:   "https://developer.chrome.com/docs/lighthouse/performance/performance-scoring",
		Title:  text("Performance score of Lighthouse", "Note de performance de Lighthouse"),
		Why: text("It is the number that clients know and compare: Google's own weighing of what a visitor with a telephone waits for.",
			"C'est la note que les clients connaissent et comparent : la pondération par Google de ce qu'attend un visiteur sur téléphone."),
		Fix: text("Begin with the audits that would save most, then measure again.",
			"Commencez par les points qui feraient gagner le plus, puis mesurez de nouveau."),
		Needs: []Need{Speed},
		Run: func(f *page.Facts) Finding {
			s := f.Measured()
			verdict := failed
			switch {
			case s.Mobile.Score >= 90:
				verdict = passed
			case s.Mobile.Score >= 50:
				verdict = warned
			}
			found := verdict("Lighthouse %s scores the page %d of 100 on a telephone; 90 is good.", "Lighthouse %s note la page %d sur 100 sur un téléphone ; 90 est une bonne note.",
				s.Version, s.Mobile.Score)
			for _, a := range s.Mobile.Failures {
				excerpt := a.Title
				if a.SavingsMS > 0 {
					excerpt += ", " + metricLCP.text(a.SavingsMS).EN
				}
				if a.SavingsBytes > 0 {
					excerpt += ", " + size(int64(a.SavingsBytes)).EN
				}
				found = found.seen(s.URL, a.ID, excerpt)
			}
			return found
		},
	}
}
