package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoSitemapValid() Check {
	return Check{
		ID:     "seo.sitemap-valid",
		Weight: 2,
		Level:  Standard,
		Source: "sitemaps.org protocol (50,000 addresses and 50 MiB a file, absolute addresses of one host)",
		Link:   "https://www.sitemaps.org/protocol.html",
		Title:  text("Valid sitemap", "Sitemap conforme"),
		Why: text("Engines reject files that are too long or malformed, and addresses of other hosts.",
			"Les moteurs rejettent les fichiers trop longs ou mal formés, et les adresses d'autres hôtes."),
		Fix: text("Correct the points shown: split files of more than 50,000 addresses, write absolute addresses of this host, and escape & as &amp;.",
			"Corrigez les points indiqués : scindez les fichiers de plus de 50 000 adresses, écrivez des adresses absolues de cet hôte, et écrivez & sous la forme &amp;."),
		Needs: []Need{Sitemap},
		Run:   runSitemapValid,
	}
}

// graveProblems are those for which engines reject the file or the address; bad dates and empty entries they just skip. Hosts are compared with
// the site's below, since a sitemap may be kept on another host when robots.txt names it.
var graveProblems = []string{"relative_loc", "over_50000", "over_50_mib"}

func runSitemapValid(f *page.Facts) Finding {
	var evidence []audit.Evidence
	malformed, broken, entries := false, false, 0
	for i := range f.Sitemaps {
		s := &f.Sitemaps[i]
		if s.Form == "" {
			continue
		}
		entries += s.Count
		if s.ParseError != "" && s.Truncated == "" {
			malformed = true
			evidence = append(evidence, audit.Evidence{URL: s.URL, Where: s.Form, Excerpt: s.ParseError})
		}
		for _, p := range s.Problems {
			broken = broken || slices.Contains(graveProblems, p)
			if p != "other_host" {
				evidence = append(evidence, audit.Evidence{URL: s.URL, Where: s.Form, Excerpt: strings.ReplaceAll(p, "_", " ")})
			}
		}
	}
	kept, foreign, plain, example := strangers(f)
	if foreign+plain > 0 {
		evidence = append(evidence, audit.Evidence{URL: f.ReadSitemap().URL, Where: "loc", Excerpt: example})
	}
	var verdict Finding
	switch {
	case malformed:
		verdict = failed("The sitemap is malformed.", "Le sitemap est mal formé.")
	case broken:
		verdict = failed("The sitemap breaks rules of the protocol.", "Le sitemap enfreint des règles du protocole.")
	case foreign > 0 && foreign == kept:
		verdict = failed("The sitemap lists no address of %s at all.", "Le sitemap ne contient aucune adresse de %s.", f.Host)
	case foreign > 0:
		verdict = warned("Addresses of other hosts in the sitemap: %d of %d.", "Adresses d'autres hôtes dans le sitemap : %d sur %d.", foreign, kept)
	case plain > 0:
		verdict = warned("Addresses in the sitemap that begin with http, not https: %d of %d.",
			"Adresses du sitemap qui commencent par http et non https : %d sur %d.", plain, kept)
	case entries == 0:
		verdict = warned("The sitemap is empty.", "Le sitemap est vide.").seen(f.ReadSitemap().URL, f.ReadSitemap().Form, "0 entries")
	case len(evidence) > 0:
		verdict = warned("The sitemap has faults that engines pass over.", "Le sitemap a des défauts que les moteurs tolèrent.")
	default:
		verdict = passed("The sitemaps keep the protocol's rules.", "Les sitemaps respectent les règles du protocole.")
	}
	for _, e := range evidence {
		verdict = verdict.seen(e.URL, e.Where, e.Excerpt)
	}
	return verdict
}

// strangers counts entries of other hosts than the site's, and http ones of a site on https, with an example of the graver kind.
func strangers(f *page.Facts) (kept, foreign, plain int, example string) {
	scheme, _, _ := strings.Cut(f.FinalURL, "://")
	own := scheme + "://" + f.Host + "/"
	for e := range sitemapEntries(f) {
		kept++
		if strings.HasPrefix(e.URL, own) { // nearly all of them, and there may be 50,000
			continue
		}
		u, err := weburl.Parse(e.URL)
		switch {
		case err != nil:
		case u.HostPort() != f.Host:
			if foreign++; foreign == 1 {
				example = e.URL
			}
		case scheme == "https" && u.Scheme == "http":
			if plain++; plain == 1 && foreign == 0 {
				example = e.URL
			}
		}
	}
	return kept, foreign, plain, example
}
