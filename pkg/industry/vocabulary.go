package industry

import (
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/phrases"
)

// Hit is a term of an industry found in a text.
type Hit struct {
	Industry int    // its place in All
	Term     string // as the taxonomy has it
	Strong   bool   // the term says the industry; a weak one only agrees with it
	At       int    // the word at which it begins, from 0; a character in languages without spaces
}

// Vocabulary is the words of all industries in one language.
type Vocabulary struct {
	terms phrases.Index
	// Owners says how many industries a term belongs to.
	Owners map[string]int
}

// near are the languages that use the vocabulary of another, ISO 639-1.
var near = map[string]string{"nb": "da", "no": "da", "nn": "da", "sk": "cs", "uk": "ru", "bg": "ru", "be": "ru", "ca": "es", "gl": "es"}

// Languages lists the languages that have words, ISO 639-1, sorted.
var Languages = sync.OnceValue(func() []string {
	var list []string
	for block := range blocks() {
		for line := range strings.Lines(block) {
			if name, _, ok := strings.Cut(line, " = "); ok && len(name) == 2 && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return list
})

var vocabularies sync.Map // ISO 639-1 → func() *Vocabulary

// Words returns the vocabulary for a language, ISO 639-1, or of a near one; nil where there is none.
func Words(lang string) *Vocabulary {
	if other, ok := near[lang]; ok {
		lang = other
	}
	if !slices.Contains(Languages(), lang) {
		return nil
	}
	read, _ := vocabularies.LoadOrStore(lang, sync.OnceValue(func() *Vocabulary { return readVocabulary(lang) }))
	return read.(func() *Vocabulary)()
}

func readVocabulary(lang string) *Vocabulary {
	v := &Vocabulary{terms: phrases.Index{Unspaced: lang == "ja" || lang == "zh"}, Owners: map[string]int{}}
	row := -1
	for block := range blocks() { // the first has the phrases that say no industry
		for line := range strings.Lines(block) {
			if rest, ok := strings.CutPrefix(line, lang+" = "); ok {
				strong, weak, _ := strings.Cut(strings.TrimSpace(rest), " | ")
				v.add(strong, 2*row)
				v.add(weak, 2*row+1)
			}
		}
		row++
	}
	return v
}

func (v *Vocabulary) add(list string, id int) {
	for term := range strings.SplitSeq(list, ", ") {
		if term == "" {
			continue
		}
		if err := v.terms.Add(term, id); err != nil {
			panic("the embedded taxonomy: " + err.Error())
		}
		v.Owners[term]++
	}
}

// covered reports whether a longer match covers this one: "fibra óptica" says no optician, 動物病院 no hospital.
func covered(matches []phrases.Match, i int) bool {
	m := &matches[i]
	for k := i - 1; k >= 0 && matches[k].At > m.At-mostWords; k-- {
		if other := &matches[k]; other.ID/2 != m.ID/2 && other.Words > m.Words && other.At+other.Words >= m.At+m.Words {
			return true
		}
	}
	for k := i + 1; k < len(matches) && matches[k].At == m.At; k++ {
		if other := &matches[k]; other.ID/2 != m.ID/2 && other.Words > m.Words {
			return true
		}
	}
	return false
}

// mostWords is the length that a covering match has at most; characters in languages without spaces.
const mostWords = 10

// Find returns the terms that a folded text (text.Fold) and its words have, in the order in which they stand.
func (v *Vocabulary) Find(folded string, words []string) []Hit {
	matches := v.terms.FindIn(folded, words)
	hits := make([]Hit, 0, len(matches))
	for i, m := range matches {
		if m.ID >= 0 && !covered(matches, i) {
			hits = append(hits, Hit{Industry: m.ID / 2, Strong: m.ID%2 == 0, Term: m.Phrase, At: m.At})
		}
	}
	return hits
}
