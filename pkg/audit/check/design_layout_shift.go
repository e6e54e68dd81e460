package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designLayoutShift is the shift itself where a page-speed tool measured it, or a browser saw one; that a fast connection showed none in one proves little.
// Else it looks for the commonest cause; a style sheet may reserve the room, so
// that only warns.
func designLayoutShift() Check {
	return Check{
		ID: "design.layout-shift", Weight: 2, Level: Standard,
		Source: "web.dev, Cumulative Layout Shift (0.1 and 0.25) where it was measured; else images without dimensions, own number: 9 of 10 images",
		Link:   "https://web.dev/articles/optimize-cls",
		Title:  text("Stability of the layout", "Stabilité de la mise en page"),
		Why: text("An image without dimensions can push the text away when it arrives, just as somebody reads it or taps a link.",
			"Une image sans dimensions peut déplacer le texte à son arrivée, au moment où l'on lit ou touche un lien."),
		Fix: text("Give every img its width and height, or an aspect-ratio in the style sheet.",
			"Donnez à chaque img sa largeur et sa hauteur, ou un aspect-ratio dans la feuille de style."),
		Run: func(f *page.Facts) Finding {
			if s := f.Measured(); s != nil {
				if field, lab := metricCLS.of(s); field != nil || lab != nil {
					return metricCLS.judge(f)
				}
			}
			if r := f.Rendered; r != nil && r.Shift > metricCLS.good {
				moved := metricCLS.text(r.Shift)
				verdict := warned
				if metricCLS.band(r.Shift) == audit.Fail {
					verdict = failed
				}
				return verdict("The layout shifted by %s while a browser loaded the page; up to %s is good.",
					"La mise en page s'est déplacée de %s pendant le chargement dans un navigateur ; bon jusqu'à %s.", moved, metricCLS.text(metricCLS.good)).
					seen(r.FinalURL, "CLS", moved.EN)
			}
			if reason, why, ok := Content.known(f); !ok {
				return Finding{Status: audit.NotAssessed, Reason: reason, Detail: why}
			}
			all, loose := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				here := 0
				for i := range p.Images {
					if p.Images[i].Width == "" || p.Images[i].Height == "" {
						here++
					}
				}
				all, loose = all+len(p.Images), loose+here
				return "img", fmt.Sprintf("%d of %d without dimensions", here, len(p.Images)), here > 0
			})
			if all == 0 {
				return unassessed(page.NotApplicable, "The pages read have no images.", "Les pages lues n'ont pas d'image.")
			}
			if loose*10 > all {
				verdict := warned("Images without width and height on the pages read: %d of %d.", "Images sans largeur et hauteur sur les pages lues : %d sur %d.", loose, all)
				return siteWide(f, found, Finding{}, verdict, verdict)
			}
			return passed("Images with width and height on the pages read: %d of %d.", "Images avec largeur et hauteur sur les pages lues : %d sur %d.", all-loose, all)
		},
	}
}
