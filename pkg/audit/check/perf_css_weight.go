package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// perfCSSWeight counts inline style elements as one resource, beside the files whose size is known.
func perfCSSWeight() Check {
	return Check{
		ID: "perf.css-weight", Weight: 2, Level: Folklore,
		Source: "web.dev, performance budgets; numbers of the audit tool squirrelscan: 150 and 500 kB", Link: "https://web.dev/articles/your-first-performance-budget",
		Title: text("Weight of style sheets", "Poids des feuilles de style"),
		Why: text("Browsers show nothing before they have read the style sheets in the head.",
			"Les navigateurs n'affichent rien avant d'avoir lu les feuilles de style de l'en-tête."),
		Fix: text("Remove unused rules, and give each page type its own style sheet.",
			"Retirez les règles inutilisées et donnez à chaque type de page sa propre feuille de style."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			var inline int64
			for _, s := range main.Styles {
				inline += int64(s.Bytes)
			}
			if len(main.Styles) == 0 {
				return passed("The page has no style sheet.", "La page n'a aucune feuille de style.")
			}
			known := assetsLike(f, "text/css")
			if inline > 0 {
				known = append(known, weighed{main.FinalURL, inline})
			}
			if len(known) == 0 {
				return unmeasured(f)
			}
			return judgeEach(known, 150*kilobyte, 500*kilobyte)
		},
	}
}
