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
		Why: text("Crawlers follow a elements with an address in href; for them, a link that only a script opens doesn't exist.",
			"Les robots suivent les éléments a dont href contient une adresse ; pour eux, un lien que seul un script ouvre n'existe pas."),
		Fix: text("Give each link a real address in href, and use a button element for what leads nowhere.",
			"Donnez à chaque lien une vraie adresse dans href, et employez un élément button pour ce qui ne mène nulle part."),
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
		return "a", fmt.Sprintf("%s (1 of %d)", example, n), n > 0
	})
	n, _ := uncrawlable(main)
	return siteWide(f, found,
		passed("Every link has an address that crawlers follow (%v).",
			"Chaque lien a une adresse que les robots suivent (%v).", count(len(main.Links), "link", "links", "lien", "liens")),
		failed("The submitted page has %v that crawlers can't follow.",
			"La page soumise a %v que les robots ne peuvent pas suivre.", count(n, "link", "links", "lien", "liens")),
		warned("Crawlers can't follow some links on %v.", "Les robots ne peuvent pas suivre certains liens sur %v.", notMain(len(found), f)))
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
