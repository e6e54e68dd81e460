package check

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Bounds of the time to first byte, in milliseconds. web.dev counts name lookup and connection in; here they are left out, as most requests of an
// audit reuse a connection, so that the verdict is on the server alone.
const (
	goodFirstByte = 800
	poorFirstByte = 1800
)

func perfTTFB() Check {
	return Check{
		ID: "perf.ttfb", Weight: 8, Level: Standard, Source: "web.dev, Time to First Byte (800 and 1,800 ms); counted here without name lookup and connection", Link: "https://web.dev/articles/ttfb",
		Title: text("Server response time", "Temps de réponse du serveur"),
		Why: text("Nothing can be shown before the first byte comes, and crawlers read fewer pages from a slow server.",
			"Rien ne peut s'afficher avant le premier octet, et les robots lisent moins de pages sur un serveur lent."),
		Fix: text("Cache finished pages on the server or a CDN, and look for slow database queries or plug-ins.",
			"Mettez les pages finies en cache sur le serveur ou un CDN, et cherchez les requêtes de base de données ou extensions lentes."),
		Run: func(f *page.Facts) Finding {
			times := make([]int64, len(f.Pages))
			for i, p := range f.Pages {
				times[i] = p.Response.Timing.FirstByte
			}
			slices.Sort(times)
			n := count(len(times), "page", "pages", "page", "pages")
			switch median := times[(len(times)-1)/2]; {
			case median <= goodFirstByte:
				return passed("The server answers in under 800 ms (median of %s, measured from this machine).",
					"Le serveur répond en moins de 800 ms (médiane sur %s, mesurée depuis cette machine).", n)
			case median <= poorFirstByte:
				return warned("The server takes between 800 and 1,800 ms to answer (median of %s, measured from this machine).",
					"Le serveur met entre 800 et 1 800 ms à répondre (médiane sur %s, mesurée depuis cette machine).", n)
			default:
				return failed("The server takes more than 1,800 ms to answer (median of %s, measured from this machine).",
					"Le serveur met plus de 1 800 ms à répondre (médiane sur %s, mesurée depuis cette machine).", n)
			}
		},
	}
}
