package check

import (
	"iter"
	"maps"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// section is a heading and what stands under it, up to the next heading of any level.
type section struct {
	heading string
	level   int
	blocks  []page.Block
	words   int // of the blocks
}

// sections divides the main content by its headings; the summary line of a details element is a heading too. What stands before the first one belongs
// to the page's h1, wherever that is. Sections without text are left out.
func sections(p *page.Page) iter.Seq[section] {
	return func(yield func(section) bool) {
		open := section{level: 1, heading: first(mainHeadings(p))}
		begin := 0 // of open.blocks
		for i := range p.Text.Blocks {
			b := &p.Text.Blocks[i]
			if b.Kind == page.HeadingRow || b.Kind == page.Summary {
				if open.words > 0 && !yield(open) {
					return
				}
				open = section{heading: b.Text, level: max(b.Level, 1)}
				if b.Kind == page.Summary {
					open.level = 3
				}
				begin = i + 1
				continue
			}
			open.blocks = p.Text.Blocks[begin : i+1 : i+1]
			open.words += b.Words
		}
		if open.words > 0 {
			yield(open)
		}
	}
}

// prosePages are the pages whose text can be judged as such: not legal notices, not contact pages, which are made of
// addresses, and not those whose text wasn't kept.
func prosePages(f *page.Facts) []*page.Page {
	var out []*page.Page
	for _, p := range f.Pages {
		if p.Kind != page.KindLegal && p.Kind != page.KindContact && len(p.Text.Blocks) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// littleText says that the pages read don't have text enough to miss anything in it: fewer than 150 words.
func littleText(f *page.Facts) bool {
	words := 0
	for _, p := range prosePages(f) {
		words += p.Text.Words
	}
	return words < 150
}

// noProse is the answer of checks about text where there is next to none.
func noProse() Finding {
	return unassessed(page.NotApplicable, "The pages read have too little running text to judge.",
		"Les pages lues ont trop peu de texte suivi pour en juger.")
}

// pair is a question that a page asks and answers.
type pair struct {
	question, answer string
	words            int // of the answer's first block
	heading          bool
}

// pairs finds questions with their answers as readers see them: under headings, in details elements, in definition lists, and on a page of
// questions also under plain lines. Markup doesn't count.
func pairs(p *page.Page) []pair {
	var out []pair
	blocks := p.Text.Blocks
	for i := range blocks {
		b := &blocks[i]
		if b.Kind == page.Definition && isQuestion(b.Term) && b.Words > 0 {
			out = append(out, pair{question: b.Term, answer: b.Text, words: b.Words})
			continue
		}
		heading := b.Kind == page.HeadingRow && b.Level > 1 && isQuestion(b.Text)
		asks := heading || b.Kind == page.Summary && (isQuestion(b.Text) || p.Kind == page.KindFAQ) ||
			p.Kind == page.KindFAQ && b.Kind == page.Paragraph && b.Words <= 25 && endsAsQuestion(b.Text)
		if !asks || i+1 == len(blocks) {
			continue
		}
		if next := &blocks[i+1]; next.Kind != page.HeadingRow && next.Kind != page.Summary && next.Words >= 2 && !endsAsQuestion(next.Text) {
			out = append(out, pair{question: b.Text, answer: next.Text, words: next.Words, heading: heading})
		}
	}
	return out
}

func endsAsQuestion(s string) bool {
	s = strings.TrimRight(s, " \u00a0\u202f+-»\"”")
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟")
}

// interrogatives begin questions that are written without a question mark, as headings often are.
var interrogatives = wordSet(`how what why when where who which whose comment pourquoi quand ou qui quel quelle quels quelles combien quest estce que
	wie was warum wann wo wer welche como cuando donde quien cual cosa perche quando dove chi hoe wat waarom wanneer waar wie`)

var interrogativeOpenings = openingsOf(maps.Keys(interrogatives))

// isQuestion says whether a heading is a question, by its question mark or its first word.
func isQuestion(s string) bool {
	if endsAsQuestion(s) {
		return true
	}
	if len(s) > 120 || !interrogativeOpenings.mayBegin(s) {
		return false
	}
	word, rest, _ := strings.Cut(folded(s), " ")
	next, _, more := strings.Cut(rest, " ")
	return interrogatives[word] && more && (!englishInterrogatives[word] || asking[next])
}

// englishInterrogatives begin statements as well ("How we work", "What I used"), unless a word of asking follows.
var (
	englishInterrogatives = wordSet("how what why when where who which whose")
	asking                = wordSet("is are was were do does did can could should will would has have to much many long often far big old kind type happens makes pays needs")
)
