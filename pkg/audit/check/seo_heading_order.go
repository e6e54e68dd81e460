package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoHeadingOrder() Check {
	return Check{
		ID:     "seo.heading-order",
		Weight: 1,
		Level:  Standard,
		Source: "W3C WAI, headings; Lighthouse heading-order (axe, moderate)",
		Link:   "https://www.w3.org/WAI/tutorials/page-structure/headings/",
		Title:  text("Heading order", "Ordre des titres"),
		Why: text("Headings are the table of contents that machines see; a skipped level loses a section's place in it.",
			"Les titres forment le sommaire que lisent les machines ; un niveau sauté y fait perdre sa place à une section."),
		Fix: text("Let each heading be at most one level below the one before it, and style its size with CSS.",
			"Descendez d'un niveau de titre à la fois, et réglez la taille des titres en CSS."),
		Needs: []Need{Content},
		Run:   runHeadingOrder,
	}
}

func runHeadingOrder(f *page.Facts) Finding {
	if len(f.Main().Headings) == 0 {
		return unassessed(page.NotApplicable, "The submitted page has no headings.", "La page soumise n'a pas de titres.")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		level := 6 // the first heading may be of any level
		for i := range p.Headings {
			h := &p.Headings[i]
			if h.Hidden {
				continue
			}
			if h.Level > level+1 {
				return fmt.Sprintf("<h%d> after <h%d>", h.Level, level), h.Text, true
			}
			level = h.Level
		}
		return "", "", false
	})
	return siteWide(f, found,
		passed("No heading level is skipped.", "Aucun niveau de titre n'est sauté."),
		warned("The submitted page skips a heading level.", "La page soumise saute un niveau de titre."),
		warned("A heading level is skipped on %v.", "Un niveau de titre est sauté sur %v.", notMain(len(found), f)))
}
