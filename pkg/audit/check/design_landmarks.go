package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// designLandmarks counts kinds of sectioning elements; five of them are plenty, and a short page needs no more than the four landmarks.
func designLandmarks() Check {
	return Check{
		ID: "design.landmarks", Weight: 4, Level: Standard,
		Source: "WCAG 2.2 success criterion 1.3.1; Lighthouse landmark-one-main; own number: 3 kinds of sectioning elements",
		Link:   "https://www.w3.org/TR/WCAG22/#info-and-relationships",
		Title:  text("Landmarks of the page", "Repères de structure de la page"),
		Why: text("main, nav, header and footer tell screen readers and programs where the content is. Without them they have to guess.",
			"main, nav, header et footer indiquent aux lecteurs d'écran et aux programmes où se trouve le contenu. Sans eux, ils doivent deviner."),
		Fix: text("Put the content into one main element, the menu into nav, and what surrounds them into header and footer.",
			"Placez le contenu dans un seul élément main, le menu dans nav, l'habillage dans header et footer."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			none := faults(f, func(p *page.Page) (string, string, bool) {
				kinds := landmarkKinds(p)
				return "body", fmt.Sprintf("%d kinds of landmark", kinds), kinds == 0 && whole(p)
			})
			if len(none) > 0 {
				return siteWide(f, none, Finding{}, failed("The submitted page has no landmark at all, such as main, nav, header or footer.",
					"La page soumise n'a aucun repère, tel que main, nav, header ou footer."),
					warned("There is no landmark at all on %v.", "Il n'y a aucun repère sur %v.", notMain(len(none), f)))
			}
			poor := faults(f, func(p *page.Page) (string, string, bool) {
				return "main", fmt.Sprintf("%d main, %d kinds of landmark", p.Widgets.Mains, landmarkKinds(p)), whole(p) && (p.Widgets.Mains != 1 || landmarkKinds(p) < 3)
			})
			verdict := warned("There isn't exactly one main element, or there are fewer than three kinds of landmark, on %v.",
				"Il n'y a pas exactement un élément main, ou il y a moins de trois sortes de repères, sur %v.",
				ofPages(len(poor), f))
			return siteWide(f, poor, passed("The submitted page has one main element and %d kinds of landmark.", "La page soumise a un élément main et %d sortes de repères.",
				landmarkKinds(f.Main())), verdict, verdict)
		},
	}
}

func landmarkKinds(p *page.Page) int {
	w, kinds := &p.Widgets, 0
	for _, n := range []int{w.Mains, w.Navs, w.Headers, w.Footers, w.Articles, w.Sections, w.Asides, w.Figures} {
		if n > 0 {
			kinds++
		}
	}
	return kinds
}
