package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func aeoHowToSteps() Check {
	return Check{
		ID: "aeo.howto-steps", Weight: 1, Level: Folklore,
		Source: "own rule: an ordered list of 3 items, or 3 numbered headings; HTML standard, the ol element",
		Link:   "https://html.spec.whatwg.org/multipage/grouping-content.html#the-ol-element",
		Title:  text("Numbered steps in instructions", "Étapes numérotées des modes d'emploi"),
		Why: text("An ordered list keeps its order when it is lifted; steps hidden in running text don't.",
			"Une liste ordonnée garde son ordre quand elle est reprise ; des étapes noyées dans le texte, non."),
		Fix: text("Write instructions as an ordered list, one action to an item.",
			"Rédigez les modes d'emploi en liste ordonnée, une action par élément."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if p.Text.Words < 150 || p.Text.Clipped || !instructs(p) {
					return "", "", false
				}
				judged++
				return "<title>", first(p.Titles), !stepped(p)
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "None of the pages read is a set of instructions.", "Aucune des pages lues n'est un mode d'emploi.")
			}
			verdict := warned("Instructions have no numbered steps on %v.", "Un mode d'emploi n'a pas d'étapes numérotées sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("Instructions are given in numbered steps (%s).", "Les modes d'emploi sont en étapes numérotées (%s).",
				count(judged, "page judged", "pages judged", "page examinée", "pages examinées")), verdict, verdict)
		},
	}
}

// instructs says whether the title promises instructions. A tutorial may be a course of many pages.
func instructs(p *page.Page) bool {
	for _, s := range []string{first(p.Titles), first(mainHeadings(p))} {
		s = " " + folded(s) + " "
		for _, w := range []string{" how to ", " step by step ", " etape par etape ", " mode demploi "} {
			if strings.Contains(s, w) {
				return true
			}
		}
	}
	return false
}

// stepped says whether the page has an ordered list of three items, or three headings that begin with a number or the word for step.
func stepped(p *page.Page) bool {
	items, numbered := map[int]int{}, 0
	for _, b := range p.Text.Blocks {
		switch {
		case b.Kind == page.ListItem && b.Ordered:
			if items[b.List]++; items[b.List] == 3 {
				return true
			}
		case b.Kind == page.HeadingRow && b.Level > 1:
			s := folded(b.Text)
			if strings.HasPrefix(s, "step ") || strings.HasPrefix(s, "etape ") || s != "" && s[0] >= '1' && s[0] <= '9' {
				numbered++
			}
		}
	}
	return numbered >= 3
}
