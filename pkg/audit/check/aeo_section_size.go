package check

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoSectionSize warns of long stretches only. Other tools want 100 words and more in every section; questions, cards and steps are shorter by nature,
// and search engines say that nothing has to be cut into chunks for them.
func aeoSectionSize() Check {
	return Check{
		ID: "aeo.section-size", Weight: 1, Level: Standard,
		Source: "Microsoft, Optimizing Your Content for Inclusion in AI Search Answers (2025): no long walls of text; own numbers: a median of at most 300 words between headings, on pages of 600 words and more",
		Link:   "https://about.ads.microsoft.com/en/blog/post/october-2025/optimizing-your-content-for-inclusion-in-ai-search-answers",
		Title:  text("Headings in long pages", "Intertitres des pages longues"),
		Why: text("A heading tells readers and extractors what the next passage is about. Without one, a long text has no handle.",
			"Un intertitre annonce aux lecteurs et aux extracteurs de quoi parle le passage. Sans lui, un long texte n'offre aucune prise."),
		Fix: text("Give every new thought of a long page its own subheading.",
			"Donnez à chaque nouvelle idée d'une page longue son propre intertitre."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if p.Text.Words < 600 || p.Text.Clipped || p.Kind == page.KindLegal {
					return "", "", false
				}
				judged++
				var sizes []int
				for s := range sections(p) {
					if n := proseWords(s); n > 0 {
						sizes = append(sizes, n)
					}
				}
				if len(sizes) == 0 {
					return "", "", false
				}
				slices.Sort(sizes)
				median := sizes[len(sizes)/2]
				return "h2, h3", fmt.Sprintf("sections: %d, median: %d words", len(sizes), median), median > 300
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "No page read is long enough to need sections (600 words).",
					"Aucune page lue n'est assez longue pour exiger des sections (600 mots).")
			}
			verdict := warned("Long stretches of text have no heading on %v.", "De longs passages n'ont pas d'intertitre sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("Headings divide the long pages well (%s).",
				"Les pages longues sont bien divisées par des intertitres (%s).",
				count(judged, "page judged", "pages judged", "page examinée", "pages examinées")), verdict, verdict)
		},
	}
}

// proseWords counts the words of a section's paragraphs; long lists and tables need no headings.
func proseWords(s section) int {
	n := 0
	for _, b := range s.blocks {
		if b.Kind == page.Paragraph || b.Kind == page.Quote {
			n += b.Words
		}
	}
	return n
}
