package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func perfLazyImages() Check {
	const many = 10
	return Check{
		ID: "perf.lazy-images", Weight: 1, Level: Standard,
		Source: "web.dev, browser-level image lazy loading; own number: from 10 images",
		Link:   "https://web.dev/articles/browser-level-image-lazy-loading",
		Title:  text("Lazy loading of images further down", "Chargement différé des images du bas de page"),
		Why: text("Without lazy loading, all images of a long page compete with what the visitor sees first.",
			"Sans chargement différé, toutes les images d'une longue page concurrencent ce que le visiteur voit d'abord."),
		Fix:   text("Add loading=\"lazy\" to images below the first screen.", "Ajoutez loading=\"lazy\" aux images situées sous le premier écran."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			images, lazy := f.Main().Images, 0
			for _, i := range images {
				if strings.EqualFold(i.Loading, "lazy") {
					lazy++
				}
			}
			switch {
			case len(images) < many:
				return unassessed(page.NotApplicable, "The page has fewer than ten images.", "La page a moins de dix images.")
			case lazy == 0:
				return warned("None of the %d images is loaded lazily.", "Aucune des %d images n'est en chargement différé.", len(images)).
					seen(f.Main().FinalURL, "img[loading=lazy]", "none")
			}
			return passed("Images loaded lazily: %d of %d.", "Images en chargement différé : %d sur %d.", lazy, len(images))
		},
	}
}
