package check

import (
	"iter"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoInternalLinks() Check {
	return Check{
		ID:     "seo.internal-links",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, links (every page should have a link from at least one other)",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
		Title:  text("Links within the site", "Maillage interne"),
		Why: text("Crawlers find pages by links; a page that links nowhere is a dead end, and one that nothing links to is hardly found.",
			"Les robots découvrent les pages par les liens ; une page sans lien est une impasse, et une page vers laquelle aucun lien ne mène est rarement découverte."),
		Fix: text("Link the main pages from the navigation, and every page from at least one other, with plain a elements.",
			"Placez les pages principales dans la navigation, et faites mener vers chaque page au moins un lien, par de simples éléments a."),
		Needs: []Need{Content},
		Run:   runInternalLinks,
	}
}

func runInternalLinks(f *page.Facts) Finding {
	main := f.Main()
	out := 0
	for range ways(main) {
		out++
	}
	if out == 0 {
		if !whole(main) {
			return unsure(main)
		}
		if len(standing(f)) < 2 && !listsOthers(f) {
			return unassessed(page.TooFewPages, "The site seems to consist of one page.", "Le site semble n'avoir qu'une page.")
		}
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		return "a[href]", "no link to another page of the site", whole(p) && !leadsOn(p)
	})
	if len(found) > 0 {
		return siteWide(f, found, Finding{},
			failed("The submitted page links to no other page of the site.", "La page soumise ne contient aucun lien vers une autre page du site."),
			warned("No link leads to another page of the site from %v.", "Aucun lien ne mène à une autre page du site depuis %v.", notMain(len(found), f)))
	}
	orphans := orphanPages(f)
	return siteWide(f, orphans, passed("The submitted page links to %v of the site.", "La page soumise contient des liens vers %v du site.",
		count(out, "other page", "other pages", "autre page", "autres pages")), Finding{},
		warned("No link on the pages read leads to %v.", "Aucun lien des pages lues ne mène à %v.", notMain(len(orphans), f)))
}

// ways returns the addresses of other pages of the site that a page's links lead to, each once.
func ways(p *page.Page) iter.Seq[string] {
	return func(yield func(string) bool) {
		own, seen := plainAddress(p.FinalURL), make(map[string]bool)
		for i := range p.Links {
			l := &p.Links[i]
			if !l.Internal || !l.Crawlable || l.Fragment || l.URL == "" || seen[l.URL] || plainAddress(l.URL) == own {
				continue
			}
			seen[l.URL] = true
			if !yield(l.URL) {
				return
			}
		}
	}
}

func leadsOn(p *page.Page) bool {
	for range ways(p) {
		return true
	}
	return false
}

// listsOthers says that a sitemap lists another page than the submitted one.
func listsOthers(f *page.Facts) bool {
	for e := range sitemapEntries(f) {
		if !sameAddress(e.URL, f.FinalURL) && hostOf(e.URL) == f.Host {
			return true
		}
	}
	return false
}

// orphanPages gives the pages that no link of the pages read leads to. It is told only where every address of the sitemaps was read: else the
// page with the link may be one that wasn't.
func orphanPages(f *page.Facts) []fault {
	if !wholeSitemaps(f) {
		return nil
	}
	read := pagesByAddress(f)
	for e := range sitemapEntries(f) {
		if read[e.URL] == nil {
			return nil
		}
	}
	linked := map[string]bool{}
	for _, p := range f.Pages {
		if !whole(p) || p.LinksTotal > page.MaxLinks {
			return nil
		}
		for to := range ways(p) {
			linked[plainAddress(to)] = true
		}
	}
	return faults(f, func(p *page.Page) (string, string, bool) {
		return "a[href]", "no link leads here", p != f.Main() && !linked[plainAddress(p.URL)] && !linked[plainAddress(p.FinalURL)]
	})
}
