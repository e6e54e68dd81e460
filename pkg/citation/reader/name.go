package reader

import (
	"strings"
	"unicode/utf8"
)

// minSlip is how many letters a name needs for a slip of one to be forgiven.
const minSlip = 6

// form is one way to write a name: its words, without legal form and leading article.
type form struct {
	words   []word
	generic bool // its words are ordinary ones: it counts only where it stands as a name
	short   bool // without the category word
}

// letters counts those of the form.
func (f form) letters() int {
	n := 0
	for _, w := range f.words {
		n += utf8.RuneCountInString(w.key)
	}
	return n
}

// forms gives the ways to write a name.
func (lx *lexicon) forms(name string, ordinary func(word) bool) []form {
	all := split(name)
	words := lx.bare(all)
	if len(words) < len(all) && every(words, ordinary) && lx.title.whole(all[:1]) {
		words = all // "Dr Screen": the title tells it apart
	}
	if len(words) == 0 {
		return nil
	}
	found := []form{{words: words, generic: every(words, ordinary)}}
	for _, rest := range lx.withoutCategory(words) {
		if lx.distinct(rest, ordinary) && !and(rest[0]) {
			found = append(found, form{words: rest, short: true})
		}
	}
	return found
}

func every(words []word, is func(word) bool) bool {
	for _, w := range words {
		if !is(w) {
			return false
		}
	}
	return true
}

// bare drops legal forms at either end and leading articles, but never the whole name.
func (lx *lexicon) bare(words []word) []word {
	for len(words) > 1 {
		start, ok := lx.legal.ending(words)
		if !ok || start == 0 || lx.connector.whole(words[start-1:start]) && !words[start-1].capital { // Forno da Sé
			break
		}
		words = words[:start]
	}
	for len(words) > 1 && and(words[len(words)-1]) { // "& Co."
		words = words[:len(words)-1]
	}
	for len(words) > 1 {
		if end, ok := lx.article.at(words, 0); ok && end < len(words) {
			words = words[end:]
		} else if end, ok := lx.title.at(words, 0); ok && end < len(words) {
			words = words[end:]
		} else if end, ok := lx.legal.at(words, 0); ok && end < len(words) && words[0].caps {
			words = words[end:]
		} else {
			break
		}
	}
	return words
}

// withoutCategory gives the name without its category words at the beginning, at the end, and at both.
func (lx *lexicon) withoutCategory(words []word) [][]word {
	var all [][]word
	front := lx.trimFront(words)
	back := lx.trimBack(words)
	both := lx.trimBack(front)
	for _, rest := range [][]word{front, back, both} {
		if len(rest) > 0 && len(rest) < len(words) {
			all = append(all, rest)
		}
	}
	return all
}

func (lx *lexicon) trimFront(words []word) []word {
	for trimmed := false; len(words) > 0; trimmed = true {
		if end, ok := lx.category.at(words, 0); ok {
			words = words[end:]
		} else if end, ok := lx.connector.at(words, 0); ok && trimmed {
			words = words[end:]
		} else {
			return words
		}
	}
	return words
}

func (lx *lexicon) trimBack(words []word) []word {
	for len(words) > 0 {
		start, ok := lx.category.ending(words)
		if !ok {
			break
		}
		words = words[:start]
	}
	for len(words) > 0 && and(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

// distinct says whether what is left of a name tells it apart.
func (lx *lexicon) distinct(words []word, ordinary func(word) bool) bool {
	letters := form{words: words}.letters()
	if len(words) == 0 || every(words, ordinary) || lx.town.whole(words) {
		return false
	}
	if s := words[0].script; s == han || s == kana || s == katana {
		return letters >= 2
	}
	return letters >= 4
}

// and says whether a word is one of those that & stands for.
func and(w word) bool {
	switch w.key {
	case "&", "+", "and", "et", "und", "y", "e", "en", "och", "og", "i", "و":
		return true
	}
	return false
}

// Words that are written in two ways.
var twins = map[string]string{
	"st": "saint", "ste": "saint", "sainte": "saint", "sankt": "saint", "sint": "saint", "cie": "compagnie", "dr": "doctor",
	"docteur": "doctor", "doutor": "doctor", "dottor": "doctor", "dottore": "doctor", "doktor": "doctor", "co": "compagnie", "company": "compagnie", "sta": "santa", "mt": "mount", "plus": "+",
}

// same says whether two words are the same in names.
func same(a, b word) bool {
	if a.key == b.key || a.alt == b.alt || a.key == b.alt || a.alt == b.key || and(a) && and(b) {
		return true
	}
	return twin(a.key) == twin(b.key)
}

func twin(key string) string {
	if t, ok := twins[key]; ok {
		return t
	}
	return key
}

// match is where a form stands among the words of a line.
type match struct {
	form       form
	start, end int  // words
	slip       bool // with a letter wrong
	genitive   bool // with an s behind
}

// find gives the places where a form stands, whole words only.
func (f form) find(words []word) []match {
	var all []match
	for i := 0; i+len(f.words) <= len(words); i++ {
		if m, ok := f.at(words, i, false); ok {
			all = append(all, m)
			i = m.end - 1
		}
	}
	return all
}

// slips gives the places where a form stands with one letter changed, dropped, added or swapped.
func (f form) slips(words []word) []match {
	if f.letters() < minSlip || f.generic {
		return nil
	}
	var all []match
	for i := 0; i+len(f.words) <= len(words); i++ {
		if m, ok := f.at(words, i, true); ok && m.slip {
			all = append(all, m)
			i = m.end - 1
		}
	}
	return all
}

func (f form) at(words []word, i int, forgiving bool) (match, bool) {
	m := match{form: f, start: i, end: i + len(f.words)}
	for k, want := range f.words {
		got := words[i+k]
		if k > 0 && got.first && !want.first && got.sentence == words[i+k-1].sentence {
			return match{}, false // a colon stands between: "Bottega: Sartori" is a label and a name
		}
		if same(got, want) || k == 0 && got.script == arabic && prefixes(got, want) {
			continue
		}
		if k == len(f.words)-1 && genitive(got.key, want.key) {
			m.genitive = true
			continue
		}
		if !forgiving || m.slip || !slipped(got, want, k == 0) {
			return match{}, false
		}
		m.slip = true
	}
	return m, true
}

func prefixes(got, want word) bool {
	for _, key := range prefixed(got) {
		if key == want.key {
			return true
		}
	}
	return false
}

// genitive says whether got is want with the s of the German, Dutch or English possessive. Short words with an s are other words.
func genitive(got, want string) bool { return len(want) > 3 && got == want+"s" }

// slipped says whether one letter differs, is missing, too many, or two are swapped. At the name's first letter, and in digits, another is meant.
func slipped(got, want word, first bool) bool {
	a, b := []rune(got.key), []rune(want.key)
	if got.script != want.script || want.script == numeral || len(a) < 3 || len(b) < 3 || first && a[0] != b[0] {
		return false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if strings.ContainsAny(string(b[i:min(i+2, len(b))]), "0123456789") {
		return false
	}
	if len(a) < len(b) {
		return string(a[i:]) == string(b[i+1:])
	}
	if i == len(a) {
		return false
	}
	return string(a[i+1:]) == string(b[i+1:]) || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && string(a[i+2:]) == string(b[i+2:])
}
