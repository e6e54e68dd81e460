package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func perfImageWeight() Check {
	return Check{
		ID: "perf.image-weight", Weight: 2, Level: Folklore, Source: "web.dev, learn images; numbers of the audit tool squirrelscan: 200 kB and 1 MB", Link: "https://web.dev/learn/images",
		Title: text("Weight of images", "Poids des images"),
		Why: text("Images make up most of the weight of most pages, and a heavy first image holds up the display.",
			"Les images font l'essentiel du poids de la plupart des pages ; une première image lourde retarde l'affichage."),
		Fix: text("Resize images to what is shown, and save them as WebP or AVIF.",
			"Redimensionnez les images à leur taille d'affichage et enregistrez-les en WebP ou AVIF."),
		Run: func(f *page.Facts) Finding {
			images := assetsLike(f, "image/")
			switch {
			case len(f.Main().Images) == 0:
				return unassessed(page.NotApplicable, "The page has no image.", "La page n'a aucune image.")
			case len(images) == 0:
				return unmeasured(f)
			}
			return judgeEach(images, 200*kilobyte, megabyte)
		},
	}
}
