package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designFrameTitles() Check {
	return Check{
		ID: "design.frame-titles", Weight: 1, Level: Standard, Source: "axe rule frame-title; WCAG 2.2, 4.1.2",
		Link:  "https://www.w3.org/TR/WCAG22/#name-role-value",
		Title: text("Embedded frames have a title", "Cadres intégrés titrés"),
		Why: text("A map or a video in a frame without a title is a blank spot for screen readers and agents.",
			"Une carte ou une vidéo dans un cadre sans titre est un blanc pour les lecteurs d'écran et les agents."),
		Fix:   text("Give every iframe a title that says what it shows.", "Donnez à chaque iframe un title qui dit ce qu'elle montre."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			frames, bare := 0, 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				here, at := 0, ""
				for _, r := range p.Resources {
					if r.Element != "iframe" || r.URL == "" {
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
			verdict := warned("Without a title: %d of %s.", "Sans titre : %d sur %s.", bare, count(frames, "frame", "frames", "cadre", "cadres"))
			return siteWide(f, found, passed("Every frame has a title (%s).", "Chaque cadre a un titre (%s).", fmt.Sprint(frames)), verdict, verdict)
		},
	}
}
