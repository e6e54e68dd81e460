package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoH1Single() Check {
	return Check{
		ID:     "seo.h1-single",
		Level:  Folklore,
		Source: "HTML Standard, 4.3.6 The h1 to h6 elements (several are allowed); Google Search Central, SEO starter guide (the number doesn't matter); reported, not scored",
		Link:   "https://developers.google.com/search/docs/fundamentals/seo-starter-guide",
		Title:  text("A single main heading", "Un seul titre principal"),
		Why: text("Several main headings are allowed and cost nothing in search. To visitors and screen readers, a single one says more plainly what the page is about.",
			"Plusieurs titres principaux sont permis et ne coûtent rien dans la recherche. Pour les visiteurs et les lecteurs d'écran, un seul annonce plus nettement le sujet."),
		Fix: text("Keep the h1 that names the page's subject and make the others h2.", "Gardez le h1 qui nomme le sujet de la page et passez les autres en h2."),
		Run: runH1Single,
	}
}

func runH1Single(f *page.Facts) Finding {
	main := f.Main()
	if _, n := mainHeading(main); n == 0 {
		return unassessed(page.NotApplicable, "The page has no main heading (h1).", "La page n'a pas de titre principal (h1).")
	}
	var several []*page.Page
	for _, p := range f.Pages {
		if _, n := mainHeading(p); n > 1 {
			several = append(several, p)
		}
	}
	if len(several) == 0 {
		return passed("No page read has more than one main heading (h1).", "Aucune page lue n'a plus d'un titre principal (h1).")
	}
	finding := warned("There is more than one main heading (h1) on %v.", "Il y a plus d'un titre principal (h1) sur %v.", ofPages(len(several), f))
	for _, p := range several {
		for i := range p.Headings {
			if h := &p.Headings[i]; h.Level == 1 {
				finding = finding.seen(p.FinalURL, "<h1>", h.Text)
			}
		}
	}
	return finding
}
