package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// perfUnsizedImages never fails: a style sheet may give the size, which only a browser could tell.
func perfUnsizedImages() Check {
	return Check{
		ID: "perf.unsized-images", Weight: 3, Level: Standard,
		Source: "web.dev, optimize Cumulative Layout Shift; Lighthouse, unsized images; own number: 90% of the images", Link: "https://web.dev/articles/optimize-cls",
		Title: text("Width and height of images", "Largeur et hauteur des images"),
		Why:   text("Without a size, the text can jump when the image arrives.", "Sans dimensions, le texte peut se déplacer à l'arrivée de l'image."),
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
				return passed("Images with width and height in the HTML: %d of %d.", "Images avec largeur et hauteur dans le HTML : %d sur %d.", all-len(unsized), all)
			}
			return warned("Images without width or height in the HTML: %d of %d.",
				"Images sans largeur ou hauteur dans le HTML : %d sur %d.", len(unsized), all).
				seenEach(main.FinalURL, "img", unsized)
		},
	}
}
