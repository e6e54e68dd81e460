package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoCrawlableAnchors() Check {
	return Check{
		ID:     "seo.crawlable-anchors",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, make links crawlable; Lighthouse crawlable-anchors",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
		Title:  text("Links that crawlers follow", "Liens que les robots suivent"),
		Why: text("Crawlers follow a elements with an address in href; a link that only a script opens is none for them.",
			"Les robots suivent les éléments a dont href contient une adresse ; un lien qu'un script seul ouvre n'en est pas un pour eux."),
		Fix: text("Give each link a real address in href, and make it a button element where it leads nowhere.",
			"Donnez à chaque lien une vraie adresse dans href, et faites-en un élément button s'il ne mène nulle part."),
		Needs: []Need{Content},
		Run:   runCrawlableAnchors,
	}
}

func runCrawlableAnchors(f *page.Facts) Finding {
	main := f.Main()
	if len(main.Links) == 0 {
		return unassessed(page.NotApplicable, "The submitted page has no links.", "La page soumise n'a pas de liens.")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		n, example := uncrawlable(p)
		return "a", fmt.Sprintf("%d: %s", n, example), n > 0
	})
	n, _ := uncrawlable(main)
	return siteWide(f, found,
		passed("All %v have an address that crawlers follow.",
			"Tous les liens ont une adresse que les robots suivent : %v.", count(len(main.Links), "link", "links", "lien", "liens")),
		failed("The submitted page has %v that crawlers can't follow.",
			"La page soumise a %v que les robots ne peuvent pas suivre.", count(n, "link", "links", "lien", "liens")),
		warned("Pages with links that crawlers can't follow: %v.", "Pages dont des liens ne peuvent pas être suivis : %v.", notMain(len(found), f)))
}

// uncrawlable counts the links without an address that crawlers follow, with the first of them.
func uncrawlable(p *page.Page) (n int, example string) {
	for i := range p.Links {
		if l := &p.Links[i]; !l.Crawlable {
			if n++; n == 1 {
				example = fmt.Sprintf("“%s” href=%q", l.Text, l.Href)
			}
		}
	}
	return n, example
}
