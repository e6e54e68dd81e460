package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func perfImageWeight() Check {
	return Check{
		ID: "perf.image-weight", Weight: 3, Level: Folklore, Source: "squirrelscan's numbers (200 kB and 1 MB)", Link: "https://web.dev/learn/images",
		Title: text("Weight of images", "Poids des images"),
		Why: text("Images are most of the weight of most pages, and a heavy first image is the usual cause of a slow first impression.",
			"Les images font l'essentiel du poids de la plupart des pages ; une première image lourde retarde l'affichage."),
		Fix: text("Resize images to what is shown, and save them as WebP or AVIF.",
			"Redimensionnez les images à leur taille d'affichage et enregistrez-les en WebP ou AVIF."),
		Run: func(f *page.Facts) Finding {
			images := assetsLike(f, "image/")
			switch {
			case len(f.Main().Images) == 0:
				return unassessed(page.NotApplicable, "The page has no image.", "La page n'a aucune image.")
			case len(images) == 0:
				return unassessed(page.Unread, "No image's size is known.", "La taille d'aucune image n'est connue.")
			}
			return judgeEach(images, 200*kilobyte, megabyte)
		},
	}
}
