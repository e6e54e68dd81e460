package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func aeoTOCAnchors() Check {
	return Check{
		ID: "aeo.toc-anchors", Weight: 1, Level: Folklore,
		Source: "own numbers: ids on half of the headings and 3 links to them, on pages of 1,500 words and more",
		Title:  text("Anchors and contents on long pages", "Ancres et sommaire des pages longues"),
		Why: text("With an id, a section can be linked and cited by itself; a list of contents shows what the page answers.",
			"Avec un id, une section peut être citée par un lien direct ; un sommaire montre à quoi la page répond."),
		Fix: text("Give the headings of long pages ids, and list them as links at the top.",
			"Donnez des id aux intertitres des pages longues, et listez-les en liens au début."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if p.Text.Words < 1500 || p.Kind == page.KindLegal || len(subheadings(p)) < 3 {
					return "", "", false
				}
				judged++
				return "<title>", first(p.Titles), !anchored(p)
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "No page read has 1,500 words and three subheadings.", "Aucune page lue n'a 1 500 mots et trois intertitres.")
			}
			verdict := warned("No list of contents with anchors was found on %v.", "Aucun sommaire avec ancres n'a été trouvé sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("Long pages have anchors and a list of contents (%s).",
				"Les pages longues ont des ancres et un sommaire (%s).",
				count(judged, "page judged", "pages judged", "page examinée", "pages examinées")), verdict, verdict)
		},
	}
}

// anchored says whether headings can be linked to and are. Ids often stand on the section around a heading, so links alone are enough.
func anchored(p *page.Page) bool {
	withID, links, all := 0, 0, subheadings(p)
	for _, h := range all {
		if h.ID != "" {
			withID++
		}
	}
	for _, l := range p.Links {
		if l.Fragment && len(l.Href) > 1 {
			links++
		}
	}
	return links >= 5 || links >= 3 && withID*2 >= len(all)
}

// subheadings gives the h2 and h3 of the main content.
func subheadings(p *page.Page) []*page.Heading {
	var out []*page.Heading
	for i := range p.Headings {
		if h := &p.Headings[i]; h.InMain && (h.Level == 2 || h.Level == 3) {
			out = append(out, h)
		}
	}
	return out
}
