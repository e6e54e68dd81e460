package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// perfJSWeight counts inline scripts as one resource, beside the files whose size is known.
func perfJSWeight() Check {
	return Check{
		ID: "perf.js-weight", Weight: 2, Level: Folklore,
		Source: "web.dev, performance budgets; numbers of the audit tool squirrelscan: 250 kB and 1 MB", Link: "https://web.dev/articles/your-first-performance-budget",
		Title: text("Weight of scripts", "Poids des scripts"),
		Why: text("Scripts must be loaded, parsed and run; on ordinary phones they are the most expensive bytes of a page.",
			"Les scripts doivent être chargés, analysés et exécutés ; sur un téléphone courant, ce sont les octets les plus coûteux."),
		Fix: text("Split large bundles, remove unused libraries, and load what isn't needed at once with defer or on demand.",
			"Scindez les gros fichiers, retirez les bibliothèques inutiles et chargez le reste avec defer ou à la demande."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			var inline int64
			for _, s := range main.Scripts {
				inline += int64(s.Bytes)
			}
			if len(main.Scripts) == 0 {
				return passed("The page has no script.", "La page n'a aucun script.")
			}
			known := assetsLike(f, "javascript", "ecmascript")
			if inline > 0 {
				known = append(known, weighed{main.FinalURL, inline})
			}
			if len(known) == 0 {
				return unmeasured(f)
			}
			return judgeEach(known, 250*kilobyte, megabyte)
		},
	}
}
