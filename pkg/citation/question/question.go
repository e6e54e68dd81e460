// Package question finds the questions that a business's customers ask an assistant: the same for all four passes, in the market's language, never with
// the business's name in them. They come from built-in sentences for seven languages, from a language model for any, or from the user's own file.
package question

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/citation"
)

// How many questions there may be.
const (
	Fewest = 3 // written by Built or ByModel
	Most   = 30
)

// Why Built writes none.
var (
	ErrLanguage = errors.New("there are no built-in questions in the market's language")
	ErrTrade    = errors.New("neither the taxonomy nor words say the business's trade")
)

// Built writes n questions, Fewest to Most, from the built-in sentences of en, fr, de, es, it, pt and nl. The same business gets the same ones, and the
// first n of those that a larger n gives; as many intents as possible come first. It names the city, or where none is known the region, else the
// country; a business that sells over the web gets its country alone. A sentence that would hold the business's name is left out, and so is a place that
// is called as the business is. Industry, where the taxonomy has no trade, is words in the market's language.
//
// The error is ErrLanguage for another language, ErrTrade where neither Trade nor Industry say what is sold.
func Built(b citation.Business, n int) ([]string, error) {
	if err := checkNumber(n); err != nil {
		return nil, err
	}
	lang := Language(b)
	book := bookFor(lang, b.Country)
	if book == nil {
		return nil, fmt.Errorf("%w (%s)", ErrLanguage, lang)
	}
	g := newGuard(b)
	var candidates iter.Seq[string]
	if t, ok := book.trades[b.Trade]; ok {
		about := trades()[b.Trade]
		place := book.place(b, min(about.reach, reachOf(kind(b))), g)
		candidates = book.aboutTrade(t, kind(b), about.customers, place)
	} else {
		topic, ok := topic(b.Industry)
		if !ok {
			return nil, ErrTrade
		}
		candidates = book.aboutTopic(topic, book.place(b, reachOf(kind(b)), g))
	}
	questions := make([]string, 0, n)
	for q := range candidates {
		if book.swiss(b.Country) {
			q = strings.ReplaceAll(q, "ß", "ss")
		}
		if g.check(q) == nil && !slices.Contains(questions, q) {
			if questions = append(questions, q); len(questions) == n {
				return questions, nil
			}
		}
	}
	if len(questions) < Fewest {
		return nil, fmt.Errorf("%w without being its own name", ErrTrade)
	}
	return questions, nil
}

func checkNumber(n int) error {
	if n < Fewest || n > Most {
		return fmt.Errorf("the number of questions is %d to %d, not %d", Fewest, Most, n)
	}
	return nil
}

// kind is the business's type: its own, or what businesses of its trade mostly are. A shop whose town is known is more than its website.
func kind(b citation.Business) string {
	if b.Type != "" {
		return b.Type
	}
	t, ok := trades()[b.Trade]
	if !ok || t.kind == "online" && t.reach == town && b.City != "" {
		return "local"
	}
	return t.kind
}

// topic makes a heading of the words for a trade; false where they are none that could stand in a sentence.
func topic(industry string) (string, bool) {
	words := strings.Join(strings.Fields(industry), " ")
	first, size := utf8.DecodeRuneInString(words)
	if !unicode.IsLetter(first) || utf8.RuneCountInString(words) > 60 {
		return "", false
	}
	for _, r := range words {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'’&,/.()", r) {
			return "", false
		}
	}
	return string(unicode.ToUpper(first)) + words[size:], true
}

// aboutTrade writes all questions about a trade, a plain one and one with a need in turn, as long as there are both. Last come those that name the need
// alone: they are all that is left where the business is called as its trade.
func (p *book) aboutTrade(t trade, kind, customers string, at place) iter.Seq[string] {
	var plain, needs []string
	for _, s := range p.sentences {
		if s.suits(kind, customers) && (at.town || !s.town) {
			plain = append(plain, t.fill(s.text, at.in, ""))
		}
	}
	for round := range t.needs {
		for i, s := range p.needs {
			needs = append(needs, t.fill(s, at.in, t.needs[(i+round)%len(t.needs)]))
		}
	}
	return func(yield func(string) bool) {
		for i := range max(len(plain), len(needs)) {
			if i < len(plain) && !yield(plain[i]) || i < len(needs) && !yield(needs[i]) {
				return
			}
		}
		for _, need := range t.needs {
			words, _ := topic(need)
			for q := range p.aboutTopic(words, at) {
				if !yield(q) {
					return
				}
			}
		}
	}
}

// aboutTopic asks of words whose grammar nobody knows: they stand before the colon, the sentence behind it.
func (p *book) aboutTopic(words string, at place) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, ask := range p.topics {
			if !yield(trade{}.fill(words+" {in}"+p.colon+ask, at.in, "")) {
				return
			}
		}
	}
}

// fill puts the trade into a sentence. {a|b} chooses by the trade's gender.
func (t trade) fill(text, in, need string) string {
	if in == "" {
		text = strings.ReplaceAll(text, " {in}", "")
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		slot, after, _ := strings.Cut(rest, "}")
		switch slot {
		case "in":
			out.WriteString(in)
		case "need":
			out.WriteString(need)
		case "one":
			out.WriteString(t.one)
		case "a":
			out.WriteString(t.withArticle)
		case "acc":
			out.WriteString(t.accusative)
		case "many":
			out.WriteString(t.many)
		default:
			forms := strings.Split(slot, "|")
			out.WriteString(forms[min(t.gender, len(forms)-1)])
		}
		text = after
	}
}
