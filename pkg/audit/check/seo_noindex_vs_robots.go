package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoNoindexVsRobots() Check {
	return Check{
		ID:     "seo.noindex-vs-robots",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, block indexing",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/block-indexing",
		Title:  text("noindex that crawlers can read", "noindex lisible par les robots"),
		Why: text("A crawler that robots.txt keeps from a page never sees its noindex, and the page can stay in the results.",
			"Un robot que robots.txt écarte d'une page ne voit jamais son noindex, et la page peut rester dans les résultats."),
		Fix: text("To remove a page from search, allow it in robots.txt and keep noindex.",
			"Pour retirer une page de la recherche, autorisez-la dans robots.txt et gardez noindex."),
		Needs: []Need{Robots},
		Run:   runNoindexVsRobots,
	}
}

func runNoindexVsRobots(f *page.Facts) Finding {
	r, marked := &f.Robots.Value, 0
	found := faults(f, func(p *page.Page) (string, string, bool) {
		for _, bot := range searchBots {
			d, ok := noindex(p, bot)
			if !ok {
				continue
			}
			marked++
			if v := r.Verdict(bot, requestPath(p.FinalURL)); !v.Allowed {
				return stands(d) + ", robots.txt " + place(v), bot + ": " + written(d) + "; " + v.Rule, true
			}
		}
		return "", "", false
	})
	if marked == 0 {
		return unassessed(page.NotApplicable, "No page read is marked noindex.", "Aucune page lue n'est marquée noindex.")
	}
	contradiction := failed("robots.txt keeps crawlers from reading the noindex of %v.", "robots.txt empêche les robots de lire le noindex de %v.",
		ofPages(len(found), f))
	return siteWide(f, found, passed("Crawlers may fetch every page marked noindex, and so can obey it.",
		"Les robots peuvent lire chaque page marquée noindex, et donc y obéir."), contradiction, contradiction)
}
