package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfCacheHeaders judges the HTML, whose headers were read; those of scripts, styles and images (where the catalogue asks for a day or more) were not.
func perfCacheHeaders() Check {
	return Check{
		ID: "perf.cache-headers", Weight: 2, Level: Standard,
		Source: "RFC 9111 sections 4.3 and 5.2; web.dev, back/forward cache (no-store)", Link: "https://www.rfc-editor.org/rfc/rfc9111",
		Title: text("Caching and revalidation of the page", "Mise en cache et revalidation de la page"),
		Why: text("With a validator, browsers and crawlers can ask whether the page changed instead of loading it again; no-store can also make the back button slow.",
			"Grâce à un validateur, navigateurs et robots peuvent demander si la page a changé au lieu de la recharger ; no-store peut aussi ralentir le bouton Retour."),
		Fix: text("Send ETag or Last-Modified with public pages, and Cache-Control: no-cache instead of no-store where they must stay fresh.",
			"Envoyez ETag ou Last-Modified avec les pages publiques, et Cache-Control: no-cache plutôt que no-store si elles doivent rester fraîches."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			r := &main.Response
			control := strings.ToLower(r.Get("Cache-Control"))
			switch {
			case strings.Contains(control, "no-store"):
				return warned("Cache-Control forbids keeping the page at all (no-store).",
					"Cache-Control interdit toute conservation de la page (no-store).").seen(main.FinalURL, "Cache-Control", control)
			case r.Get("Etag") != "" || r.Get("Last-Modified") != "":
				return passed("The page has a validator and can be revalidated.", "La page porte un validateur et peut être revalidée.")
			case strings.Contains(control, "max-age=") || r.Get("Expires") != "":
				return passed("The page says how long it may be kept.",
					"La page indique combien de temps la conserver.").seen(main.FinalURL, "Cache-Control", control)
			}
			return warned("The page has neither a validator (ETag, Last-Modified) nor a lifetime.",
				"La page n'a ni validateur (ETag, Last-Modified) ni durée de vie.").
				seen(main.FinalURL, "Cache-Control", control)
		},
	}
}
