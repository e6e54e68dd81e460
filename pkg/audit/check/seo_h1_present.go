package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoH1Present() Check {
	return Check{
		ID:     "seo.h1-present",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, title links (make the main title stand out, for example in the first visible h1); W3C WAI, headings",
		Link:   "https://developers.google.com/search/docs/appearance/title-link",
		Title:  text("Main heading (h1)", "Titre principal (h1)"),
		Why: text("The main heading tells readers, screen readers and engines what the page is about.",
			"Le titre principal dit aux visiteurs, aux lecteurs d'écran et aux moteurs de quoi parle la page."),
		Fix: text("Give every page one h1 that names its subject in text, not only in an image.",
			"Donnez à chaque page un h1 qui nomme son sujet en toutes lettres, et pas seulement dans une image."),
		Run: runH1Present,
	}
}

func runH1Present(f *page.Facts) Finding {
	main := f.Main()
	headline, n := mainHeading(main)
	if headline == "" && !whole(main) {
		return unsure(main)
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		headline, n := mainHeading(p)
		if n > 0 {
			return "<h1>", "empty h1", headline == "" && whole(p)
		}
		return "<h1>", "", headline == "" && whole(p)
	})
	healthy := passed("The main heading is “%s”.", "Le titre principal est « %s ».", headline)
	if n > 1 {
		healthy = passed("The page has %d main headings (h1); engines cope with that.",
			"La page a %d titres principaux (h1) ; les moteurs s'en accommodent.", n)
	}
	return siteWide(f, found, healthy.seen(main.FinalURL, "<h1>", headline),
		failed("The submitted page has no main heading (h1) with text.", "La page soumise n'a pas de titre principal (h1) avec du texte."),
		warned("The main heading (h1) is missing on %v.", "Le titre principal (h1) manque sur %v.", notMain(len(found), f)))
}

// mainHeading gives the first h1 with text, and how many h1 there are, empty ones included.
func mainHeading(p *page.Page) (headline string, n int) {
	for i := range p.Headings {
		if h := &p.Headings[i]; h.Level == 1 {
			n++
			if headline == "" {
				headline = h.Text
			}
		}
	}
	return headline, n
}
