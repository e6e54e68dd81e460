package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlNoAIDirectives is not scored: no large operator documents that it reads these words.
func crawlNoAIDirectives() Check {
	return Check{
		ID: "crawl.noai-directives", Weight: 0, Level: Folklore,
		Source: "DeviantArt's proposal of 2022; no operator documents that it obeys it; reported, not scored",
		Title:  text("noai and noimageai directives", "Directives noai et noimageai"),
		Why: text("noai isn't part of any standard and no large operator says that it obeys it, so it protects less than it seems to.",
			"noai ne figure dans aucune norme et aucun grand opérateur ne dit le respecter ; la protection est donc moindre qu'il n'y paraît."),
		Fix: text("Say in robots.txt which training crawlers are to stay out.", "Indiquez dans robots.txt les robots d'entraînement à exclure."),
		Run: func(f *page.Facts) Finding {
			finding, pages := Finding{Status: audit.Pass}, 0
			for _, p := range f.Pages {
				found := false
				for _, d := range p.Robots {
					if d.Name == "noai" || d.Name == "noimageai" {
						found = true
						finding = finding.seen(p.FinalURL, d.Source, d.Agent+": "+d.Name)
					}
				}
				if found {
					pages++
				}
			}
			if pages == 0 {
				return passed("No page read carries noai or noimageai.", "Aucune page lue ne porte noai ni noimageai.")
			}
			finding.Status = audit.Warn
			finding.Detail = text("%s noai or noimageai, which no large operator says that it obeys.",
				"%s noai ou noimageai, qu'aucun grand opérateur ne dit respecter.",
				count(pages, "page carries", "pages carry", "page porte", "pages portent"))
			return finding
		},
	}
}
