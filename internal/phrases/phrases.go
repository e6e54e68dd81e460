// Package phrases finds many phrases at once in a text. A word of a phrase may leave its beginning or its end open with a star: "dentist*", "*werkstatt".
package phrases

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/text"
)

// Match is a phrase found.
type Match struct {
	ID     int    // as it was added
	Phrase string // as it was added
	At     int    // the word at which it begins, from 0; a character in languages without spaces
	Words  int    // how many words it has; characters likewise
}

// Index holds the phrases. The zero value is empty and ready for languages with spaces between words.
type Index struct {
	// Unspaced is for languages that put no spaces between words: phrases are found anywhere, and have no stars. Set it before the first Add.
	Unspaced bool
	// The phrases, by the first word, by its first or last bytes where its end or beginning is open, or by the first two characters where Unspaced.
	exact, heads, tails, parts map[string][]phrase
}

type phrase struct {
	words []string
	text  string
	id    int
}

// stemBytes is how much of an open word stands for it in the index.
const stemBytes = 4

// Add takes a phrase. The error says that it has no words, or that too little of its first word stands fast to be found by.
func (x *Index) Add(text string, id int) error {
	if x.exact == nil {
		x.exact, x.heads, x.tails, x.parts = map[string][]phrase{}, map[string][]phrase{}, map[string][]phrase{}, map[string][]phrase{}
	}
	p := phrase{text: text, id: id}
	for word := range strings.FieldsSeq(text) {
		p.words = append(p.words, foldWord(word)...)
	}
	if len(p.words) == 0 {
		return fmt.Errorf("the phrase %q has no words", text)
	}
	first := p.words[0]
	switch open := strings.Trim(first, "*"); {
	case x.Unspaced:
		whole := strings.Join(p.words, "")
		if utf8.RuneCountInString(whole) < 2 {
			return fmt.Errorf("the phrase %q is too short", text)
		}
		p.words = []string{whole}
		x.parts[firstTwo(whole)] = append(x.parts[firstTwo(whole)], p)
	case open != first && len(open) < stemBytes:
		return fmt.Errorf("the phrase %q leaves too much open", text)
	case strings.HasPrefix(first, "*"):
		x.tails[first[len(first)-stemBytes:]] = append(x.tails[first[len(first)-stemBytes:]], p)
	case strings.HasSuffix(first, "*"):
		x.heads[first[:stemBytes]] = append(x.heads[first[:stemBytes]], p)
	default:
		x.exact[first] = append(x.exact[first], p)
	}
	return nil
}

// foldWord folds a word, which may become several, and keeps its star.
func foldWord(word string) []string {
	words := strings.Fields(text.Fold(word))
	if n := len(words); n > 0 {
		if strings.HasPrefix(word, "*") {
			words[0] = "*" + words[0]
		}
		if strings.HasSuffix(word, "*") {
			words[n-1] += "*"
		}
	}
	return words
}

func firstTwo(s string) string {
	_, a := utf8.DecodeRuneInString(s)
	_, b := utf8.DecodeRuneInString(s[a:])
	return s[:a+b]
}

// Find returns the phrases that a folded text (text.Fold) has, in the order in which they begin.
func (x *Index) Find(folded string) []Match { return x.FindIn(folded, strings.Fields(folded)) }

// FindIn is Find for who has the words of the folded text already.
func (x *Index) FindIn(folded string, words []string) []Match {
	if x.Unspaced {
		return x.findParts(folded)
	}
	var found []Match
	for i, w := range words {
		found = appendMatches(found, x.exact[w], words, i)
		if len(w) >= stemBytes {
			found = appendMatches(found, x.heads[w[:stemBytes]], words, i)
			found = appendMatches(found, x.tails[w[len(w)-stemBytes:]], words, i)
		}
	}
	return found
}

func appendMatches(found []Match, phrases []phrase, words []string, i int) []Match {
	for k := range phrases {
		if phrases[k].stands(words[i:]) {
			found = append(found, Match{ID: phrases[k].id, Phrase: phrases[k].text, At: i, Words: len(phrases[k].words)})
		}
	}
	return found
}

// stands reports whether the words begin with the phrase's.
func (p *phrase) stands(words []string) bool {
	if len(words) < len(p.words) {
		return false
	}
	for i, want := range p.words {
		ok := words[i] == want
		if stem, open := strings.CutSuffix(want, "*"); open {
			ok = strings.HasPrefix(words[i], stem)
		} else if stem, open := strings.CutPrefix(want, "*"); open {
			ok = strings.HasSuffix(words[i], stem)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (x *Index) findParts(folded string) []Match {
	var found []Match
	n := 0
	for i := range folded {
		phrases := x.parts[firstTwo(folded[i:])]
		for k := range phrases {
			if strings.HasPrefix(folded[i:], phrases[k].words[0]) {
				found = append(found, Match{ID: phrases[k].id, Phrase: phrases[k].text, At: n, Words: utf8.RuneCountInString(phrases[k].words[0])})
			}
		}
		n++
	}
	return found
}
