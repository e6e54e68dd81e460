package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secCORPCOEPCOOP stands for three tests: the Observatory gives a bonus for these headers and takes points for broken ones only.
func secCORPCOEPCOOP() Check {
	return Check{
		ID: "sec.corp-coep-coop", Weight: 3, Observatory: true, Level: Standard, Source: observatorySource + ": cross-origin isolation", Link: observatoryLink,
		Title: text("Cross-origin isolation", "Isolation entre origines"),
		Why: text("These headers keep other sites' windows and frames apart from yours. Few sites need them.",
			"Ces en-têtes séparent vos fenêtres et cadres de ceux des autres sites. Peu de sites en ont besoin."),
		Fix: text("If the site needs isolation, begin with “Cross-Origin-Opener-Policy: same-origin”.",
			"Si le site a besoin d'isolation, commencez par « Cross-Origin-Opener-Policy: same-origin »."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			finding, sent, broken := Finding{}, []string{}, []string{}
			for _, isolation := range []struct{ header, test string }{
				{"Cross-Origin-Opener-Policy", observatory.COOP}, {"Cross-Origin-Embedder-Policy", observatory.COEP}, {"Cross-Origin-Resource-Policy", observatory.CORP},
			} {
				verdict := observatory.Test(f, isolation.test)
				finding.Points = append(finding.Points, verdict.Modifier)
				if v := strings.TrimSpace(header(main, isolation.header)); v != "" {
					sent = append(sent, isolation.header)
					finding = finding.seen(main.FinalURL, isolation.header, v)
				}
				if !verdict.Pass {
					broken = append(broken, isolation.header)
				}
			}
			switch {
			case len(broken) > 0:
				finding.Status = audit.Warn
				finding.Detail = text("Browsers don't know the value of %s.", "Les navigateurs ne connaissent pas la valeur de %s.", firstOf(broken, 3))
			case len(sent) == 0:
				finding.Status, finding.Reason = audit.NotAssessed, page.NotApplicable
				finding.Detail = text("None of the isolation headers is sent; most sites need none.",
					"Aucun en-tête d'isolation n'est envoyé ; la plupart des sites n'en ont pas besoin.")
			default:
				finding.Status, finding.Detail = audit.Pass, text("The page is sent with %s.", "La page est envoyée avec %s.", firstOf(sent, 3))
			}
			return finding
		},
	}
}
