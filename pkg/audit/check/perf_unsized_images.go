package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// perfUnsizedImages never fails: a style sheet may give the size, which only a browser could tell.
func perfUnsizedImages() Check {
	return Check{
		ID: "perf.unsized-images", Weight: 3, Level: Standard,
		Source: "Lighthouse: unsized images; share of 90 %: own number", Link: "https://web.dev/articles/optimize-cls",
		Title: text("Images have width and height", "Largeur et hauteur des images"),
		Why:   text("Without a size the text jumps when the image arrives.", "Sans dimensions, le texte se déplace à l'arrivée de l'image."),
		Fix: text("Give every img its width and height attributes; style sheets can still scale it.",
			"Donnez à chaque img ses attributs width et height ; les feuilles de style peuvent toujours la redimensionner."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			var unsized []string
			for _, i := range main.Images {
				if i.Width == "" || i.Height == "" {
					unsized = append(unsized, i.Src)
				}
			}
			all := len(main.Images)
			switch {
			case all == 0:
				return unassessed(page.NotApplicable, "The page has no image.", "La page n'a aucune image.")
			case len(unsized)*10 <= all:
				return passed("%d of %d images have width and height.", "Largeur et hauteur indiquées pour %d des %d images.", all-len(unsized), all)
			}
			return warned("%d of %d images have no width and height in the markup.",
				"Largeur ou hauteur absentes du code pour %d des %d images.", len(unsized), all).
				seenEach(main.FinalURL, "img", unsized)
		},
	}
}
