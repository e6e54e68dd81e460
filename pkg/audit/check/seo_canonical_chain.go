package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoCanonicalChain() Check {
	return Check{
		ID:     "seo.canonical-chain",
		Weight: 1,
		Level:  Standard,
		Source: "RFC 6596 section 3 (the target is the one preferred version)",
		Link:   "https://www.rfc-editor.org/rfc/rfc6596",
		Title:  text("Canonical links in one step", "Liens canoniques en une étape"),
		Why: text("Where the page named as canonical names yet another one, engines may follow neither.",
			"Si la page désignée comme canonique en désigne à son tour une autre, les moteurs peuvent n'en suivre aucune."),
		Fix: text("Let every canonical link name the final page directly, and let that page name itself.",
			"Faites désigner à chaque lien canonique la page finale, et à celle-ci sa propre adresse."),
		Run: runCanonicalChain,
	}
}

func runCanonicalChain(f *page.Facts) Finding {
	followed, read := 0, pagesByAddress(f)
	found := faults(f, func(p *page.Page) (string, string, bool) {
		if !consolidated(p) {
			return "", "", false
		}
		target := read[canonicalURL(p)]
		if target == nil || target == p {
			return "", "", false
		}
		followed++
		return "link[rel=canonical]", canonicalURL(p) + " -> " + canonicalURL(target), consolidated(target)
	})
	if followed == 0 {
		return unassessed(page.NotApplicable, "No canonical link leads to another of the pages read.",
			"Aucun lien canonique ne mène à une autre des pages lues.")
	}
	return siteWide(f, found,
		passed("Canonical links lead to their target in one step.", "Les liens canoniques mènent directement à leur cible."),
		failed("The page that the submitted one names as canonical names another in turn.",
			"La page que la page soumise désigne comme canonique en désigne une autre à son tour."),
		warned("Canonical links form a chain on %v.", "Les liens canoniques forment une chaîne sur %v.", notMain(len(found), f)))
}
