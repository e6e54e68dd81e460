package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designFrameTitles() Check {
	return Check{
		ID: "design.frame-titles", Weight: 1, Level: Standard, Source: "WCAG 2.2 success criterion 4.1.2; axe rule frame-title",
		Link:  "https://www.w3.org/TR/WCAG22/#name-role-value",
		Title: text("Titles of embedded frames", "Titres des cadres intégrés"),
		Why: text("For screen readers and agents, a map or video in a frame without a title is a blank spot.",
			"Pour les lecteurs d'écran et les agents, une carte ou une vidéo dans un cadre sans titre est un espace vide."),
		Fix:   text("Give every iframe a title that says what it shows.", "Donnez à chaque iframe un title qui dit ce qu'elle montre."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			frames, bare := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				here, at := 0, ""
				for _, r := range p.Resources {
					if r.Element != "iframe" || r.URL == "" || r.Hidden {
						continue
					}
					if frames++; r.Title == "" {
						here++
						at = r.URL
					}
				}
				bare += here
				return "iframe", at, here > 0
			})
			if frames == 0 {
				return unassessed(page.NotApplicable, "The pages read embed no frame.", "Les pages lues n'intègrent aucun cadre.")
			}
			verdict := warned("Frames without a title on the pages read: %d of %d.", "Cadres sans titre sur les pages lues : %d sur %d.", bare, frames)
			return siteWide(f, found, passed("Every frame has a title (%s).", "Chaque cadre a un titre (%s).", fmt.Sprint(frames)), verdict, verdict)
		},
	}
}
