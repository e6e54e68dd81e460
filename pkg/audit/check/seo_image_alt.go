package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoImageAlt() Check {
	return Check{
		ID:     "seo.image-alt",
		Weight: 4,
		Level:  Standard,
		Source: "WCAG 2.2 success criterion 1.1.1; Google Search Central, Google Images; Lighthouse image-alt; own number: a tenth of the images for a failure",
		Link:   "https://developers.google.com/search/docs/appearance/google-images",
		Title:  text("Alternative texts of images", "Textes alternatifs des images"),
		Why: text("Engines and people who don't see a picture know it only by its alternative text.",
			"Les moteurs, et ceux qui ne voient pas une image, ne la connaissent que par son texte alternatif."),
		Fix: text("Give each picture with a meaning an alt that says what it shows, and each decorative one an empty alt=\"\".",
			"Donnez à chaque image porteuse de sens un alt qui dit ce qu'elle montre, et aux images décoratives un alt=\"\" vide."),
		Run: runImageAlt,
	}
}

func runImageAlt(f *page.Facts) Finding {
	all, bare := 0, 0
	found := faults(f, func(p *page.Page) (string, string, bool) {
		images, missing := imagesWithoutAlt(p)
		all, bare = all+images, bare+len(missing)
		return "img", strings.Join(missing, ", "), 10*len(missing) > images
	})
	if all == 0 {
		if !whole(f.Main()) {
			return unsure(f.Main())
		}
		return unassessed(page.NotApplicable, "The pages read have no images.", "Les pages lues n'ont pas d'images.")
	}
	images, missing := imagesWithoutAlt(f.Main())
	if len(found) == 0 && len(missing) > 0 {
		return warned("Images without an alt attribute on the submitted page: %d of %d.", "Images sans attribut alt sur la page soumise : %d sur %d.",
			len(missing), images).seen(f.Main().FinalURL, "img", strings.Join(missing, ", "))
	}
	return siteWide(f, found,
		passed("Images without an alt attribute on the pages read: %d of %d.", "Images sans attribut alt sur les pages lues : %d sur %d.",
			bare, all),
		failed("Images without an alt attribute on the submitted page: %d of %d.", "Images sans attribut alt sur la page soumise : %d sur %d.",
			len(missing), images),
		warned("More than a tenth of the images have no alt attribute on %v.",
			"Plus d'un dixième des images n'ont pas d'attribut alt sur %v.",
			notMain(len(found), f)))
}

// imagesWithoutAlt counts the images of a page, and gives those that have neither an alt attribute, be it empty, nor another name. Pixels that only
// count visits are no images.
func imagesWithoutAlt(p *page.Page) (images int, missing []string) {
	for i := range p.Images {
		img := &p.Images[i]
		if tiny(img.Width) || tiny(img.Height) {
			continue
		}
		images++
		if img.Alt == nil && !img.Named {
			missing = append(missing, img.Src)
		}
	}
	return images, missing
}

func tiny(size string) bool {
	size = strings.TrimSuffix(strings.TrimSpace(size), "px")
	return size == "0" || size == "1"
}
