package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func aeoDefinitionBlocks() Check {
	return Check{
		ID: "aeo.definition-blocks", Weight: 1, Level: Folklore, Source: "own number: 2 definitions (dl, or a paragraph that begins “X is a …”)",
		Title: text("Definitions of terms", "Définitions des termes"),
		Why: text("“X is a …” is the sentence that answers “what is X?”. It can be lifted as it stands.",
			"« X est un… » est la phrase qui répond à « qu'est-ce que X ? ». Ce passage peut être repris tel quel."),
		Fix: text("Define your services and the terms of your trade in one sentence each, or in a definition list.",
			"Définissez vos services et les termes de votre métier en une phrase chacun, ou dans une liste de définitions."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			if speaksOther(f) {
				return otherLanguage()
			}
			found := 0
			verdict := Finding{}
			for _, p := range prosePages(f) {
				for _, b := range p.Text.Blocks[:min(len(p.Text.Blocks), definedBlocks)] {
					if b.Kind == page.Definition || b.Kind == page.Paragraph && defines(b.Text) {
						found++
						verdict = verdict.seen(p.FinalURL, string(b.Kind), excerptOf(b.Text))
					}
				}
			}
			said := count(found, "definition", "definitions", "définition", "définitions")
			result := passed("The pages read give %s.", "Les pages lues donnent %s.", said)
			if found == 0 && littleText(f) {
				return noProse()
			}
			if found < 2 {
				result = warned("The pages read give %s; we look for two or more.", "Les pages lues donnent %s ; nous en attendons au moins deux.", said)
			}
			if result.Evidence = verdict.Evidence; found == 0 {
				result = result.seen(f.FinalURL, "main content", "none")
			}
			return result
		},
	}
}

// definedBlocks bounds how far into a page definitions are looked for: what a page is about is defined near its beginning.
const definedBlocks = 80

// copulas join a term to its definition.
var copulas = []string{
	" is a ", " is an ", " is the ", " are a ", " means ", " refers to ", " est un ", " est une ", " est le ", " est la ", " est l ",
	" designe ", " signifie ", " sont des ", " consiste a ",
}

// copulaHeads are the first words of copulas: most paragraphs have none of them near their beginning.
var copulaHeads = func() map[string]bool {
	heads := make(map[string]bool)
	for _, c := range copulas {
		heads[strings.Fields(c)[0]] = true
	}
	return heads
}()

func mayDefine(folded string) bool {
	for w := range strings.SplitSeq(folded, " ") {
		if copulaHeads[w] {
			return true
		}
	}
	return false
}

// defines says whether a paragraph begins with a definition: a subject of at most eight words that isn't a pronoun, and a copula.
func defines(paragraph string) bool {
	opening := strings.ReplaceAll(cutRunes(paragraph, 120), "'", " ")
	s := folded(strings.ReplaceAll(opening, "’", " ")) + " "
	if !mayDefine(s) {
		return false
	}
	for _, c := range copulas {
		if i := strings.Index(s, c); i > 2 {
			word, _, _ := strings.Cut(s, " ")
			return !startsWithPronoun(paragraph) && len(strings.Fields(s[:i])) <= 8 && word != "it" && word != "there" && word != "this" && word != "il" && word != "ce" && word != "c"
		}
	}
	return false
}
