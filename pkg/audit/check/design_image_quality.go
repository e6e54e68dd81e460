package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designImageQuality asks for srcset where an image is wide enough for screens to differ; SVG is sharp at any size. Distortion takes a browser.
func designImageQuality() Check {
	return Check{
		ID: "design.image-quality", Weight: 2, Level: Standard,
		Source: "HTML standard, responsive images; own number: half of the images of 300 px and more",
		Link:   "https://html.spec.whatwg.org/multipage/images.html",
		Title:  text("Images in several sizes", "Images en plusieurs tailles"),
		Why: text("One file for all screens is blurred on a sharp screen or too heavy on a telephone.",
			"Un fichier unique pour tous les écrans est flou sur un écran fin ou trop lourd sur un téléphone."),
		Fix: text("Offer large images in several widths with srcset and sizes, or in a picture element.",
			"Proposez les grandes images en plusieurs largeurs avec srcset et sizes, ou dans un élément picture."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			large, single := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				here, alone := 0, 0
				for i := range p.Images {
					if img := &p.Images[i]; isLarge(img) {
						here++
						if !img.Srcset {
							alone++
						}
					}
				}
				large, single = large+here, single+alone
				return "img", fmt.Sprintf("%d of %d large images in one size", alone, here), alone > 0
			})
			if large == 0 {
				return unassessed(page.NotApplicable, "No image in the content is declared to be 300 px wide or more.",
					"Aucune image du contenu n'est déclarée large de 300 px ou plus.")
			}
			if single*2 > large {
				verdict := warned("Large images offered in one size only: %d of %d.", "Grandes images proposées en une seule taille : %d sur %d.", single, large)
				return siteWide(f, found, Finding{}, verdict, verdict)
			}
			return passed("Large images offered in several sizes: %d of %d.", "Grandes images proposées en plusieurs tailles : %d sur %d.", large-single, large)
		},
	}
}

func isLarge(img *page.Image) bool {
	width, err := strconv.Atoi(strings.TrimSuffix(img.Width, "px"))
	path, _, _ := strings.Cut(strings.ToLower(img.Src), "?")
	return err == nil && width >= 300 && img.InMain && !strings.HasSuffix(path, ".svg") && img.Src != "data:"
}
