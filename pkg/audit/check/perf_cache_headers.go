package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// minCached is how long browsers should keep what rarely changes, in seconds: a day, a number of the audit tool squirrelscan.
const minCached = 86400

// perfCacheHeaders judges the HTML, and the site's own scripts, styles and images where they were looked at.
func perfCacheHeaders() Check {
	return Check{
		ID: "perf.cache-headers", Weight: 2, Level: Standard,
		Source: "RFC 9111 sections 4.3 and 5.2, RFC 8246; web.dev, back/forward cache (no-store); a number of the audit tool squirrelscan: a day for files", Link: "https://www.rfc-editor.org/rfc/rfc9111",
		Title: text("Caching and revalidation", "Mise en cache et revalidation"),
		Why: text("With a validator, browsers and crawlers can ask whether the page changed instead of loading it again; no-store can also make the back button slow.",
			"Grâce à un validateur, navigateurs et robots peuvent demander si la page a changé au lieu de la recharger ; no-store peut aussi ralentir le bouton Retour."),
		Fix: text("Send ETag or Last-Modified with public pages, and Cache-Control: no-cache instead of no-store where they must stay fresh. Let scripts, style sheets and images be kept for a day or more.",
			"Envoyez ETag ou Last-Modified avec les pages publiques, et Cache-Control: no-cache plutôt que no-store si elles doivent rester fraîches. Laissez conserver scripts, feuilles de style et images un jour ou plus."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			r := &main.Response
			control := strings.ToLower(r.Get("Cache-Control"))
			if strings.Contains(control, "no-store") {
				return warned("Cache-Control forbids keeping the page at all (no-store).",
					"Cache-Control interdit toute conservation de la page (no-store).").seen(main.FinalURL, "Cache-Control", control)
			}
			if short := soonStale(f); len(short) > 0 {
				verdict := warned("%s kept for less than a day by browsers.", "%s moins d'un jour par les navigateurs.",
					count(len(short), "file of the page is", "files of the page are",
						"fichier de la page est conservé", "fichiers de la page sont conservés"))
				for _, url := range short {
					verdict = verdict.seen(url, "Cache-Control", f.Assets[url].CacheControl)
				}
				return verdict
			}
			switch {
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

// soonStale gives the site's own scripts, styles, images and fonts that browsers keep for less than minCached.
func soonStale(f *page.Facts) []string {
	return ownAssets(f, func(a page.Asset) bool {
		kind := strings.ToLower(a.ContentType)
		static := slices.ContainsFunc([]string{"javascript", "ecmascript", "text/css", "image/", "font"}, func(t string) bool { return strings.Contains(kind, t) })
		return static && !keptLong(strings.ToLower(a.CacheControl))
	})
}

// keptLong reads Cache-Control (RFC 9111, 5.2.2).
func keptLong(control string) bool {
	for directive := range strings.SplitSeq(control, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch name {
		case "immutable":
			return true
		case "max-age":
			seconds, err := strconv.ParseInt(strings.Trim(value, `"`), 10, 64)
			return err == nil && seconds >= minCached
		}
	}
	return false
}
