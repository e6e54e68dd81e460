package business

import (
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/text"
)

// field is a text that says what a site is about, and how strongly.
type field struct {
	text   string
	weight int
}

// headline is the least weight of the fields in which a site says what it is: title, description, main heading, name.
const headline = 3

// The least evidence for a trade by words alone: a wrong trade is worse than none. Own numbers, tried on the pages of this package's tests.
const (
	leastEvidence = 7
	mostWords     = 3    // of one field that count, so that a list of keywords isn't worth more than a sentence
	sampleChars   = 2500 // of the main content
)

// vocabulary is one trade's words, folded.
type vocabulary struct{ words, weak []string }

var vocabularies = sync.OnceValues(func() (english, french []vocabulary) {
	for _, t := range Trades() {
		english = append(english, vocabulary{foldAll(t.WordsEN), foldAll(t.WeakEN)})
		french = append(french, vocabulary{foldAll(t.WordsFR), foldAll(t.WeakFR)})
	}
	return english, french
})

func foldAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = text.Fold(w)
	}
	return out
}

// tradeOfWords gives the trade that the site's own words, the headlines first, speak for; nil where they don't, or speak for two alike. Two different words or two fields must
// agree, one of them where the site says what it is, and one of the words must not be a weak one. A trade that serves others goes before the trades of
// those that it serves.
func tradeOfWords(fields []field, french bool) *Trade {
	words, frenchWords := vocabularies()
	if french {
		words = frenchWords
	}
	var folded []field
	for _, f := range fields {
		if text := text.Fold(f.text); text != " " && !repeats(folded, text) {
			folded = append(folded, field{text, f.weight})
		}
	}
	trades := Trades()
	var own, serving contest
	for i := range trades {
		c := candidate{trade: &trades[i], score: words[i].score(folded)}
		if trades[i].Serves {
			serving.enter(c)
		} else {
			own.enter(c)
		}
	}
	if 2*serving.first.score >= own.first.score && serving.first.trade != nil {
		return serving.winner()
	}
	return own.winner()
}

// repeats says whether a field is the same text as one before it: a title that stands again as the main heading is no second voice.
func repeats(fields []field, text string) bool {
	for _, f := range fields {
		if f.text == text {
			return true
		}
	}
	return false
}

type candidate struct {
	trade *Trade
	score int
}

// contest keeps the best two.
type contest struct{ first, second candidate }

func (c *contest) enter(one candidate) {
	switch {
	case one.score < leastEvidence:
	case one.score > c.first.score:
		c.first, c.second = one, c.first
	case one.score > c.second.score:
		c.second = one
	}
}

// winner needs to lead by a third.
func (c *contest) winner() *Trade {
	if 3*c.first.score < 4*c.second.score {
		return nil
	}
	return c.first.trade
}

// score is the weight of the fields times the words in each; 0 where too little agrees.
func (v vocabulary) score(fields []field) int {
	sum, where, strong, ahead := 0, 0, false, false
	var seen []string
	for _, f := range fields {
		if f.weight < headline && !ahead {
			return 0
		}
		n := 0
		for i, list := range [...][]string{v.words, v.weak} {
			for _, w := range list {
				if strings.Contains(f.text, w) {
					n++
					if !slices.Contains(seen, w) {
						seen = append(seen, w)
					}
					strong = strong || i == 0
				}
			}
		}
		if n > 0 {
			where++
			ahead = ahead || f.weight >= headline
			sum += f.weight * min(n, mostWords)
		}
	}
	if !strong || !ahead || where < 2 && len(seen) < 2 {
		return 0
	}
	return sum
}
