package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secCORPCOEPCOOP is reported only: Observatory gives a bonus for these headers and takes nothing away without them.
func secCORPCOEPCOOP() Check {
	return Check{
		ID: "sec.corp-coep-coop", Weight: 0, Level: Standard, Source: observatory + ": cross-origin isolation; reported, not scored", Link: observatoryLink,
		Title: text("Cross-origin isolation", "Isolation entre origines"),
		Why: text("These headers keep other sites' windows and frames apart from yours. Few sites need them.",
			"Ces en-têtes séparent vos fenêtres et cadres de ceux des autres sites. Peu de sites en ont besoin."),
		Fix: text("If the site needs isolation, begin with “Cross-Origin-Opener-Policy: same-origin”.",
			"Si le site a besoin d'isolation, commencez par « Cross-Origin-Opener-Policy: same-origin »."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			finding, sent := Finding{Status: audit.Pass}, []string{}
			for _, name := range []string{"Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy", "Cross-Origin-Resource-Policy"} {
				if v := strings.TrimSpace(header(main, name)); v != "" {
					sent = append(sent, name)
					finding = finding.seen(main.FinalURL, name, v)
				}
			}
			if len(sent) == 0 {
				return unassessed(page.NotApplicable, "None of the isolation headers is sent; most sites need none.",
					"Aucun en-tête d'isolation n'est envoyé ; la plupart des sites n'en ont pas besoin.")
			}
			finding.Detail = text("The page is sent with %s.", "La page est envoyée avec %s.", firstOf(sent, 3))
			return finding
		},
	}
}
