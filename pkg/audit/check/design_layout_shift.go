package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designLayoutShift looks for the commonest cause of layout shift; the shift itself takes a browser. A style sheet may reserve the room, so it only
// warns.
func designLayoutShift() Check {
	return Check{
		ID: "design.layout-shift", Weight: 2, Level: Standard,
		Source: "web.dev, optimize cumulative layout shift (images without dimensions); own number: 9 of 10 images",
		Link:   "https://web.dev/articles/optimize-cls",
		Title:  text("The layout stays where it is", "Une mise en page qui ne bouge pas"),
		Why: text("An image without dimensions pushes the text away when it arrives, just as somebody reads it or taps a link.",
			"Une image sans dimensions déplace le texte à son arrivée, au moment où l'on lit ou touche un lien."),
		Fix: text("Give every img its width and height, or an aspect-ratio in the style sheet.",
			"Donnez à chaque img sa largeur et sa hauteur, ou un aspect-ratio dans la feuille de style."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			all, loose := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				here := 0
				for i := range p.Images {
					if p.Images[i].Width == "" || p.Images[i].Height == "" {
						here++
					}
				}
				all, loose = all+len(p.Images), loose+here
				return "img", fmt.Sprintf("%d/%d", here, len(p.Images)), here > 0
			})
			if all == 0 {
				return unassessed(page.NotApplicable, "The pages read have no images.", "Les pages lues n'ont pas d'image.")
			}
			said := count(all, "image", "images", "image", "images")
			if loose*10 > all {
				verdict := warned("Without width and height: %d of %s.", "Sans largeur ni hauteur : %d sur %s.", loose, said)
				return siteWide(f, found, Finding{}, verdict, verdict)
			}
			return passed("%s, nearly all with width and height.", "%s, dont au moins 9 sur 10 avec largeur et hauteur.", said)
		},
	}
}
