package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func perfLazyImages() Check {
	const many = 10
	return Check{
		ID: "perf.lazy-images", Weight: 1, Level: Standard,
		Source: "web.dev: browser-level image lazy loading; from 10 images: own number",
		Link:   "https://web.dev/articles/browser-level-image-lazy-loading",
		Title:  text("Images further down wait until they are needed", "Images du bas de page chargées à la demande"),
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
				return unassessed(page.NotApplicable, "The page has few images.", "La page a peu d'images.")
			case lazy == 0:
				return warned("None of %d images is loaded lazily.", "Aucune des %d images n'est chargée à la demande.", len(images))
			}
			return passed("%d of %d images are loaded lazily.", "Chargement à la demande pour %d des %d images.", lazy, len(images))
		},
	}
}
