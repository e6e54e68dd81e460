package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoQuestionCoverage reports and never accuses: a business needn't do all that its trade is asked for (docs/decisions/0022).
func aeoQuestionCoverage() Check {
	return Check{
		ID: "aeo.question-coverage", Weight: 0, Level: Folklore,
		Source: "own design: the needs in auditctl's generated customer questions (docs/citations.md), looked for in the passages read; reported, not scored",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("Answers to what customers ask for", "Réponses à ce que demandent les clients"),
		Why: text("An assistant that is asked for a certain service looks for a passage that speaks of it; a site that doesn't can't be cited for it.",
			"Un assistant à qui l'on demande un service précis cherche un passage qui en parle ; un site qui n'en parle pas ne peut pas être cité."),
		Fix: text("Give each service that you do offer a passage of its own, in your customers' words: what it is, for whom, at what price. Leave out what you don't offer.",
			"Consacrez à chaque service que vous proposez un passage dans les mots de vos clients : ce que c'est, pour qui, à quel prix. Laissez de côté ce que vous ne faites pas."),
		Needs: []Need{Content},
		Run:   runQuestionCoverage,
	}
}

func runQuestionCoverage(f *page.Facts) Finding {
	if len(f.CustomerNeeds) == 0 {
		return unassessed(page.NotApplicable, "The trade isn't known, or the site isn't in a language of its market that auditctl has customer questions in.",
			"Le métier n'est pas connu, ou le site n'est pas dans une langue de son marché pour laquelle auditctl a des questions de clients.")
	}
	if littleText(f) {
		return noProse()
	}
	var open []string
	verdict := Finding{}
	for i, found := range coverage(f) {
		if need := f.CustomerNeeds[i]; found.page != nil {
			verdict = verdict.seen(found.page.FinalURL, need, found.passage)
		} else {
			open = append(open, need)
		}
	}
	answered := len(f.CustomerNeeds) - len(open)
	result := passed("Of %d things that customers of the trade typically ask for, the pages read speak of %d.",
		"Sur %d demandes typiques des clients du métier, les pages lues en évoquent %d.", len(f.CustomerNeeds), answered)
	if len(open) > 0 {
		result = passed("Of %d things that customers of the trade typically ask for, the pages read speak of %d; not of: %s.",
			"Sur %d demandes typiques des clients du métier, les pages lues en évoquent %d ; pas : %s.", len(f.CustomerNeeds), answered, strings.Join(open, ", "))
	}
	if result.Evidence = verdict.Evidence; answered == 0 {
		result = result.seen(f.FinalURL, "text", "none of: "+strings.Join(open, ", "))
	}
	return result
}

// customerNeed is what customers ask for, as it is looked for.
type customerNeed struct {
	stems   []string // each with a space before it
	page    *page.Page
	passage string // that speaks of it, once one is found
}

// coverage looks for a block, with the heading above it, that has all words of a need, however they are inflected. Folding is what costs: a page is folded
// only where all words can be in it.
func coverage(f *page.Facts) []customerNeed {
	needs := make([]customerNeed, len(f.CustomerNeeds))
	for i, phrase := range f.CustomerNeeds {
		needs[i].stems = stemsOf(phrase)
	}
	for _, p := range f.Pages {
		text := p.Text.Main
		folds := hasAccents(text)
		if !slices.ContainsFunc(needs, func(n customerNeed) bool { return n.page == nil && (folds || n.mayStandIn(text)) }) {
			continue
		}
		heading := ""
		for _, b := range p.Text.Blocks {
			words := " " + folded(b.Term+" "+b.Text)
			if b.Kind == page.HeadingRow {
				heading = words
			} else {
				words = heading + words
			}
			for i := range needs {
				if n := &needs[i]; n.page == nil && n.in(words) {
					n.page, n.passage = p, b.Text
				}
			}
		}
	}
	return needs
}

// in says whether a folded text, with a space before it, has all words.
func (n customerNeed) in(words string) bool {
	return len(n.stems) > 0 && !slices.ContainsFunc(n.stems, func(stem string) bool { return !strings.Contains(words, stem) })
}

// hasAccents says whether a text may have Latin letters with accents: their UTF-8 begins with one of these bytes.
func hasAccents(text string) bool {
	return strings.IndexByte(text, 0xC3) >= 0 || strings.IndexByte(text, 0xC4) >= 0 || strings.IndexByte(text, 0xC5) >= 0
}

// mayStandIn says whether a text can have all words as long as none of its letters folds to another.
func (n customerNeed) mayStandIn(text string) bool {
	return len(n.stems) > 0 && !slices.ContainsFunc(n.stems, func(stem string) bool {
		_, size := utf8.DecodeRuneInString(stem[1:])
		rest := stem[1+size:] // the first letter may be a capital
		return !strings.Contains(text, rest) && !strings.Contains(text, strings.ToUpper(rest))
	})
}

// stemsOf are the words of a phrase that carry its meaning, each behind a space and without the end that inflects: articles and prepositions are short.
func stemsOf(phrase string) []string {
	var stems []string
	for _, w := range strings.Fields(folded(phrase)) {
		if n := utf8.RuneCountInString(w); n > 3 && !slices.Contains(joining, w) {
			stems = append(stems, " "+string([]rune(w)[:max(4, n*3/4)]))
		}
	}
	return stems
}

// joining are the longer words that only join others, in the languages that there are questions in, folded.
var joining = []string{
	"with", "from", "pour", "avec", "sans", "dans", "eine", "einen", "einer", "eines", "para", "senza", "della", "delle", "degli", "voor", "naar", "zonder",
}
