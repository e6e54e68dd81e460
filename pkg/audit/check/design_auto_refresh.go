package check

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designAutoRefresh() Check {
	return Check{
		ID: "design.auto-refresh", Weight: 1, Level: Standard, Source: "WCAG 2.2 success criterion 2.2.1; Lighthouse meta-refresh",
		Link:  "https://www.w3.org/TR/WCAG22/#timing-adjustable",
		Title: text("No automatic reload", "Absence de rechargement automatique"),
		Why: text("A page that reloads or moves on after some seconds takes the text away from whoever reads slowly.",
			"Une page qui se recharge ou change au bout de quelques secondes retire le texte à qui lit lentement."),
		Fix: text("Remove the meta refresh; redirect on the server, and reload only what has changed.",
			"Retirez le meta refresh ; redirigez côté serveur, et ne rechargez que ce qui a changé."),
		Run: func(f *page.Facts) Finding {
			found := faults(f, func(p *page.Page) (string, string, bool) {
				delay, _, _ := strings.Cut(strings.TrimSpace(p.Refresh), ";")
				seconds, err := strconv.ParseFloat(strings.TrimSpace(delay), 64)
				return "meta[http-equiv=refresh]", p.Refresh, err == nil && seconds > 0 && seconds < 72000 // WCAG exempts 20 hours
			})
			verdict := warned("A meta refresh reloads or replaces the page after some time on %v.", "Un meta refresh recharge ou remplace la page au bout d'un délai sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("None of the pages read reloads by itself.", "Aucune des pages lues ne se recharge d'elle-même."), verdict, verdict)
		},
	}
}
