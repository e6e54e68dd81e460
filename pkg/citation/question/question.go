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
	"github.com/auditctl/auditctl/pkg/industry"
)

// How many questions there may be.
const (
	Fewest = 3 // written by Built or ByModel
	Most   = 30
)

// Why Built writes none.
var (
	ErrLanguage = errors.New("there are no built-in questions in the market's language")
	ErrTrade    = errors.New("neither the taxonomy nor words say the business's industry")
)

// Built writes n questions, Fewest to Most, from the built-in sentences of en, fr, de, es, it, pt and nl. The same business gets the same ones, and the
// first n of those that a larger n gives; as many intents as possible come first. It names the city, or where none is known the region, else the
// country; a business that sells over the web gets its country alone. A sentence that would hold the business's name is left out, and so is a place that
// is called as the business is. If Trade isn't a key of the taxonomy, Industry says it in words of the market's language.
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
	row := industry.Find(b.Trade)
	place := book.place(b, reachOf(kind(b), row), g)
	var candidates iter.Seq[string]
	if t, ok := book.terms[b.Trade]; ok && row != nil {
		candidates = book.aboutIndustry(t, kind(b), row.Customers, place)
	} else {
		topic, ok := topic(b.Industry)
		if !ok {
			return nil, ErrTrade
		}
		candidates = book.aboutTopic(topic, place)
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

// kind returns the type that the questions are about: the business's own, or that of its industry if its own is unclear. A shop whose town
// is known is more than its website. The industry alone decides on software, platforms, public bodies, education and persons: nobody asks
// which dentist is the easiest to use, nor which council is the cheapest.
func kind(b citation.Business) industry.Type {
	own, row := industry.Type(b.Type), industry.Find(b.Trade)
	switch {
	case row == nil && (own == "" || own == industry.Unclear):
		return industry.Local
	case row == nil || sells(own) && sells(row.Type):
		return own
	case row.Type == industry.Online && row.Reach == "town" && b.City != "":
		return industry.Local
	}
	return row.Type
}

// sells reports whether a business of any industry may be of a type.
func sells(kind industry.Type) bool {
	return slices.Contains([]industry.Type{industry.Local, industry.Online, industry.B2B, industry.Publisher, industry.Organization}, kind)
}

// topic makes a heading of the words for an industry. It returns false if they can't stand in a sentence.
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

// aboutIndustry writes all questions about an industry, a plain one and one with a need in turn, as long as there are both. Last come
// those that name the need alone: they are all that is left where the business is called as its industry.
func (p *book) aboutIndustry(t terms, kind industry.Type, customers string, at place) iter.Seq[string] {
	var plain, needs []string
	for _, s := range p.sentences {
		if s.suits(kind, customers) && (at.town || !s.town) {
			plain = append(plain, t.fill(s.text, at.in, ""))
		}
	}
	with := slices.DeleteFunc(slices.Clone(p.needs), func(s sentence) bool { return !s.suits(kind, customers) })
	for round := range t.needs {
		for i, s := range with {
			needs = append(needs, t.fill(s.text, at.in, t.needs[(i+round)%len(t.needs)]))
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
			if !yield(terms{}.fill(words+" {in}"+p.colon+ask, at.in, "")) {
				return
			}
		}
	}
}

// fill puts the industry's words into a sentence. {a|b} chooses by their gender.
func (t terms) fill(text, in, need string) string {
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
