package check

import (
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// manyPages is the number of canonical links from which one form can be called the site's own.
const manyPages = 10

func seoCanonicalFormDrift() Check {
	return Check{
		ID:     "seo.canonical-form-drift",
		Weight: 1,
		Level:  Folklore,
		Source: "Google Search Central, consolidate duplicate URLs (one form of each address); own numbers: 90% of at least 10 pages",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
		Title:  text("Uniform canonical links", "Liens canoniques homogènes"),
		Why: text("Canonical links that waver between http and https or with and without www split a site in two for engines.",
			"Des liens canoniques qui hésitent entre http et https, ou avec et sans www, coupent le site en deux aux yeux des moteurs."),
		Fix: text("Build all canonical links from one setting for scheme and host.",
			"Construisez tous les liens canoniques à partir d'un seul réglage de protocole et d'hôte."),
		Run: runCanonicalFormDrift,
	}
}

// Scheme and host are compared; trailing slashes aren't, because folders with one and pages without are a form as good as any.
func runCanonicalFormDrift(f *page.Facts) Finding {
	times, named, usual := map[string]int{}, 0, ""
	for _, p := range f.Pages {
		if o := canonicalOrigin(p); o != "" {
			named++
			if times[o]++; times[o] > times[usual] {
				usual = o
			}
		}
	}
	if named == 0 {
		return unassessed(page.TooFewPages, "None of the pages read has a canonical link to compare.", "Aucune des pages lues n'a de lien canonique à comparer.")
	}
	if named < manyPages {
		return unassessed(page.TooFewPages, "Only %v a canonical link; it takes ten to recognise the usual form.",
			"Seulement %v un lien canonique ; il en faut dix pour reconnaître la forme habituelle.",
			count(named, "page read has", "pages read have", "page lue a", "pages lues ont"))
	}
	deviants := faults(f, func(p *page.Page) (string, string, bool) {
		o := canonicalOrigin(p)
		return "link[rel=canonical]", canonicalURL(p), o != "" && o != usual
	})
	verdict := passed("Canonical links begin with %s, on %d of %d pages.",
		"Les liens canoniques commencent par %s, sur %d pages sur %d.", usual, times[usual], named)
	if 10*times[usual] < 9*named {
		verdict = warned("Only %[2]d of %[3]d canonical links begin with %[1]s.",
			"Seuls %[2]d liens canoniques sur %[3]d commencent par %[1]s.", usual, times[usual], named)
	}
	return siteWide(f, deviants, verdict, verdict, verdict)
}

func canonicalOrigin(p *page.Page) string {
	u, err := weburl.Parse(canonicalURL(p))
	if err != nil || !u.Web() {
		return ""
	}
	return u.Origin()
}
