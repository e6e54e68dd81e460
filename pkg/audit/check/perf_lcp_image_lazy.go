package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfLCPImageLazy looks at the first image of the main content, the likely largest of the first screen; only a browser knows. So it never fails.
func perfLCPImageLazy() Check {
	return Check{
		ID: "perf.lcp-image-lazy", Weight: 2, Level: Standard,
		Source: "web.dev, Optimize Largest Contentful Paint", Link: "https://web.dev/articles/optimize-lcp",
		Title: text("Immediate loading of the first image", "Chargement immédiat de la première image"),
		Why: text("An image of the first screen that is marked lazy is loaded only after the layout is known, so it appears late.",
			"Une image du premier écran marquée lazy n'est chargée qu'une fois la mise en page connue : elle apparaît tard."),
		Fix: text("Remove loading=\"lazy\" from the first large image and add fetchpriority=\"high\".",
			"Retirez loading=\"lazy\" de la première grande image et ajoutez fetchpriority=\"high\"."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			for _, i := range main.Images {
				if !i.InMain {
					continue
				}
				if strings.EqualFold(i.Loading, "lazy") {
					return warned("The first image of the content is marked loading=lazy; if it is on the first screen, it comes late.",
						"La première image du contenu porte loading=lazy ; si elle est au premier écran, elle arrive tard.").
						seen(main.FinalURL, "img", i.Src)
				}
				return passed("The first image of the content is loaded at once.", "La première image du contenu est chargée sans attendre.")
			}
			return unassessed(page.NotApplicable, "The main content has no image.", "Le contenu principal n'a aucune image.")
		},
	}
}
