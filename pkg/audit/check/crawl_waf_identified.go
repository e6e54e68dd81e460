package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func crawlWAFIdentified() Check {
	return Check{
		ID: "crawl.waf-identified", Weight: 0, Level: Folklore, Source: "the providers' documented response headers and cookies; reported, not scored",
		Title: text("Firewall or CDN in front of the site", "Pare-feu ou CDN devant le site"),
		Why: text("Many CDNs and firewalls decide by themselves which bots get in, whatever robots.txt says. It helps to know whose settings to look at.",
			"Beaucoup de CDN et de pare-feu décident eux-mêmes des robots admis, quoi que dise robots.txt. Il est utile de savoir quels réglages consulter."),
		Fix: text("Check the provider's bot settings: search and assistant agents should be let in.",
			"Vérifiez les réglages du fournisseur concernant les robots : les agents de recherche et d'assistance doivent passer."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if edge := main.Response.Edge; edge != "" {
				return passed("%s stands in front of the site; besides robots.txt, its bot settings decide who gets in.",
					"%s se trouve devant le site ; outre robots.txt, ses réglages décident des robots admis.", edge).
					seen(main.FinalURL, "response headers", edge)
			}
			for _, p := range f.Probes {
				if p.Wall != "" {
					return passed("%s answered one of the requests; besides robots.txt, its bot settings decide who gets in.",
						"%s a répondu à l'une des requêtes ; outre robots.txt, ses réglages décident des robots admis.", p.Wall).
						seen(p.URL, "User-Agent: "+probeNames(p), probeAnswer(p))
				}
			}
			return passed("No known firewall or CDN was recognised.", "Aucun pare-feu ni CDN connu n'a été reconnu.")
		},
	}
}
