package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoCanonicalValid() Check {
	return Check{
		ID:     "seo.canonical-valid",
		Weight: 4,
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 3}},
		Level:  Standard,
		Source: "RFC 6596; Google Search Central, consolidate duplicate URLs; Lighthouse canonical",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
		Title:  text("Canonical link", "Lien canonique"),
		Why: text("The canonical link tells engines which address of a page to index; a wrong one takes the page out of the results.",
			"Le lien canonique dit aux moteurs quelle adresse de la page indexer ; s'il est faux, la page sort des résultats."),
		Fix: text("Put one link rel=canonical into the head, with the absolute address under which the page itself is served with status 200.",
			"Placez dans head un seul link rel=canonical, avec l'adresse absolue sous laquelle la page elle-même répond 200."),
		Run: runCanonicalValid,
	}
}

func runCanonicalValid(f *page.Facts) Finding {
	const where = "link[rel=canonical]"
	main := f.Main()
	links := canonicals{facts: f, read: pagesByAddress(f), dead: deadByAddress(f)}
	if x := links.judge(main); x != nil {
		verdict := warned("%v", "%v", x.said)
		if x.grave {
			verdict = failed("%v", "%v", x.said)
		}
		return verdict.seen(main.FinalURL, where, x.at)
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		x := links.judge(p)
		if x == nil {
			return "", "", false
		}
		return where, x.at, x.grave
	})
	switch {
	case len(found) > 0:
		return siteWide(f, found, Finding{}, Finding{}, warned("The canonical link is faulty on %v. On the first of them: %v",
			"Le lien canonique est défectueux sur %v. Sur la première : %v", notMain(len(found), f), links.judge(found[0].page).said))
	case canonicalURL(main) == "" && !whole(main):
		return unsure(main)
	case canonicalURL(main) == "":
		// Google doesn't require one, so its absence is never a failure.
		return warned("The page has no canonical link. None is required, but it settles which address counts.",
			"La page n'a pas de lien canonique. Il n'est pas obligatoire, mais il fixe l'adresse qui compte.").seen(main.FinalURL, where, "none")
	}
	return passed("The canonical link names the page itself.", "Le lien canonique désigne la page elle-même.").seen(main.FinalURL, where, canonicalURL(main))
}
