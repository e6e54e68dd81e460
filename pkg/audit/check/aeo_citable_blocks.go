package check

import (
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoCitableBlocks counts over all pages read. The length is a range of our own: long enough to hold an answer, short enough to be quoted.
func aeoCitableBlocks() Check {
	return Check{
		ID: "aeo.citable-blocks", Weight: 4, Level: Standard,
		Source: "Microsoft, Optimizing Your Content for Inclusion in AI Search Answers (2025): phrases that make sense on their own; own numbers: 5 passages of 40 to 200 words",
		Link:   "https://about.ads.microsoft.com/en/blog/post/october-2025/optimizing-your-content-for-inclusion-in-ai-search-answers",
		Title:  text("Passages that can be quoted alone", "Passages citables isolément"),
		Why: text("Answer engines quote passages. One that makes sense without the text around it can be lifted; slogans and fragments can't.",
			"Les moteurs de réponse citent des passages. Celui qui se comprend sans le texte autour peut être repris ; un slogan ou un fragment, non."),
		Fix: text("Write paragraphs of 40 to 200 words that name their subject in the first sentence and bring one thought to its end.",
			"Rédigez des paragraphes de 40 à 200 mots qui nomment leur sujet dès la première phrase et mènent une idée à son terme."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			found := 0
			best := Finding{}
			for _, p := range prosePages(f) {
				for _, b := range p.Text.Blocks {
					switch b.Kind {
					case page.Paragraph, page.ListItem, page.Definition:
						if b.Words >= 40 && b.Words <= 200 && !startsWithPronoun(b.Text) && !spelled(b.Text) {
							found++
							best = best.seen(p.FinalURL, "p", excerptOf(b.Text))
						}
					}
				}
			}
			if found == 0 && littleText(f) {
				return noProse()
			}
			said := count(found, "passage of 40 to 200 words", "passages of 40 to 200 words",
				"passage de 40 à 200 mots compréhensible isolément", "passages de 40 à 200 mots compréhensibles isolément")
			verdict := passed("The pages read have %s that can stand alone.", "Les pages lues contiennent %s.", said)
			switch {
			case found == 0:
				verdict = failed("No passage of 40 to 200 words that can stand alone was found on %v.",
					"Aucun passage de 40 à 200 mots compréhensible isolément n'a été trouvé sur %v.", anyPage(f))
			case found < 5:
				verdict = warned("The pages read have only %s that can stand alone.", "Les pages lues ne contiennent que %s.", said)
			}
			if verdict.Evidence = best.Evidence; found == 0 {
				verdict = verdict.seen(f.FinalURL, "main content", "none")
			}
			return verdict
		},
	}
}

// spelled reports whether most words are single letters, so that there are fewer than they seem.
func spelled(text string) bool {
	words := strings.Fields(text)
	single := 0
	for _, w := range words {
		if utf8.RuneCountInString(w) == 1 {
			single++
		}
	}
	return len(words) >= 40 && 2*single > len(words)
}
