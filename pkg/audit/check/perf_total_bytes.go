package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// perfTotalBytes counts what was looked at, so that the page may weigh more and never less: a pass is weaker than a failure.
func perfTotalBytes() Check {
	return Check{
		ID: "perf.total-bytes", Weight: 2, Level: Folklore,
		Source: "Lighthouse, total byte weight; numbers of the audit tool squirrelscan: 1.6 and 5 MB",
		Link:   "https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight",
		Title:  text("Weight of the page", "Poids de la page"),
		Why: text("Heavy pages are slow on mobile networks and cost the visitor's data.",
			"Les pages lourdes sont lentes sur les réseaux mobiles et consomment le forfait du visiteur."),
		Fix: text("Compress and resize images, load what is below the first screen later, and drop unused scripts.",
			"Compressez et redimensionnez les images, différez ce qui est hors du premier écran et supprimez les scripts inutiles."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			total := main.Response.WireBytes
			if total == 0 {
				total = main.Response.Bytes
			}
			seen := map[string]bool{}
			for _, url := range resourceURLs(main) {
				if a, ok := f.Assets[url]; ok && a.Bytes > 0 && !seen[url] {
					seen[url] = true
					total += a.Bytes
				}
			}
			assets := count(len(seen), "file looked at", "files looked at", "fichier examiné", "fichiers examinés")
			switch {
			case main.Response.Bytes == 0:
				return unassessed(page.Unread, "The size of the page isn't known.", "La taille de la page est inconnue.")
			case total > 5*megabyte:
				return failed("The HTML and %s weigh %s.", "Le HTML et %s pèsent %s.", assets, size(total)).seen(main.FinalURL, "size", size(total).EN)
			case total > 1600*kilobyte:
				return warned("The HTML and %s weigh %s.", "Le HTML et %s pèsent %s.", assets, size(total)).seen(main.FinalURL, "size", size(total).EN)
			}
			if len(seen) == 0 {
				return passed("The HTML weighs %s; no other file was looked at.", "Le HTML pèse %s ; aucun autre fichier n'a été examiné.", size(total))
			}
			return passed("The HTML and %s weigh %s.", "Le HTML et %s pèsent %s.", assets, size(total))
		},
	}
}

// resourceURLs lists what the page loads: scripts, styles, images and other sub-resources.
func resourceURLs(p *page.Page) []string {
	var urls []string
	for _, s := range p.Scripts {
		urls = append(urls, s.Src)
	}
	for _, s := range p.Styles {
		urls = append(urls, s.Href)
	}
	for _, i := range p.Images {
		urls = append(urls, i.Src)
	}
	for _, r := range p.Resources {
		if r.Element != "preconnect" && r.Element != "prefetch" {
			urls = append(urls, r.URL)
		}
	}
	return urls
}
