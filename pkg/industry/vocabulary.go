package industry

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/text"
)

// Hit is a term of an industry found in a text.
type Hit struct {
	Industry int    // its place in All
	Term     string // folded, as the vocabulary has it
	Strong   bool   // the term says the industry; a weak one only agrees with it
	At       int    // the word at which it begins, from 0; a character in languages without spaces
}

// Vocabulary is the words of all industries in one language.
type Vocabulary struct {
	exact, heads, tails map[string][]term // by the first word; by its first or last bytes where the term leaves the rest open
	parts               map[string][]term // by the first two characters, in languages without spaces
}

// term is one entry; its words may each leave their beginning or end open with a star.
type term struct {
	words  []string
	text   string
	row    int
	strong bool
}

// stemBytes is how much of an open word stands for it in the index. A stem has at least four letters.
const stemBytes = 4

// languages share a vocabulary with a near one that has it.
var near = map[string]string{"nb": "da", "no": "da", "nn": "da", "sk": "cs", "uk": "ru", "bg": "ru", "be": "ru", "ca": "es", "gl": "es"}

// Languages lists the languages that have words, ISO 639-1, sorted.
var Languages = sync.OnceValue(func() []string {
	found := map[string]bool{}
	for block := range blocks() {
		for line := range strings.Lines(block) {
			if name, _, ok := strings.Cut(line, " = "); ok && len(name) == 2 {
				found[name] = true
			}
		}
		break
	}
	var list []string
	for name := range found {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
})

var vocabularies sync.Map // ISO 639-1 → func() *Vocabulary

// Words gives the vocabulary for a language, ISO 639-1, or of a near one; nil where there is none.
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
	v := &Vocabulary{exact: map[string][]term{}, heads: map[string][]term{}, tails: map[string][]term{}}
	if lang == "ja" || lang == "zh" {
		v.parts = map[string][]term{}
	}
	row := -1
	for block := range blocks() {
		row++
		for line := range strings.Lines(block) {
			if rest, ok := strings.CutPrefix(line, lang+" = "); ok {
				strong, weak, _ := strings.Cut(strings.TrimSpace(rest), " | ")
				v.add(strong, row, true)
				v.add(weak, row, false)
			}
		}
	}
	return v
}

func (v *Vocabulary) add(list string, row int, strong bool) {
	for entry := range strings.SplitSeq(list, ", ") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		t := term{text: entry, row: row, strong: strong}
		for word := range strings.FieldsSeq(entry) {
			t.words = append(t.words, foldWord(word)...)
		}
		if v.parts != nil {
			whole := strings.Join(t.words, "")
			mustBe(utf8.RuneCountInString(whole) >= 2, "%q is too short", entry)
			t.words = []string{whole}
			v.parts[firstTwo(whole)] = append(v.parts[firstTwo(whole)], t)
			continue
		}
		switch first := t.words[0]; {
		case strings.HasPrefix(first, "*"):
			v.tails[first[len(first)-stemBytes:]] = append(v.tails[first[len(first)-stemBytes:]], t)
		case strings.HasSuffix(first, "*"):
			v.heads[first[:stemBytes]] = append(v.heads[first[:stemBytes]], t)
		default:
			v.exact[first] = append(v.exact[first], t)
		}
	}
}

// foldWord folds a word of a term, which may become several, and keeps its star.
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

// Find gives the terms that a folded text (text.Fold) has, in the order in which they stand.
func (v *Vocabulary) Find(folded string) []Hit {
	if v.parts != nil {
		return v.findParts(folded)
	}
	words := strings.Fields(folded)
	var hits []Hit
	for i, w := range words {
		hits = appendHits(hits, v.exact[w], words, i)
		if len(w) >= stemBytes {
			hits = appendHits(hits, v.heads[w[:stemBytes]], words, i)
			hits = appendHits(hits, v.tails[w[len(w)-stemBytes:]], words, i)
		}
	}
	return hits
}

func appendHits(hits []Hit, terms []term, words []string, i int) []Hit {
	for k := range terms {
		if terms[k].stands(words[i:]) {
			hits = append(hits, Hit{Industry: terms[k].row, Term: terms[k].text, Strong: terms[k].strong, At: i})
		}
	}
	return hits
}

// stands says whether the words begin with the term's.
func (t *term) stands(words []string) bool {
	if len(words) < len(t.words) {
		return false
	}
	for i, want := range t.words {
		have := words[i]
		if stem, open := strings.CutSuffix(want, "*"); open {
			if !strings.HasPrefix(have, stem) {
				return false
			}
		} else if stem, open := strings.CutPrefix(want, "*"); open {
			if !strings.HasSuffix(have, stem) {
				return false
			}
		} else if have != want {
			return false
		}
	}
	return true
}

func (v *Vocabulary) findParts(folded string) []Hit {
	var hits []Hit
	n := 0
	for i := range folded {
		n++
		terms := v.parts[firstTwo(folded[i:])]
		for k := range terms {
			if strings.HasPrefix(folded[i:], terms[k].words[0]) {
				hits = append(hits, Hit{Industry: terms[k].row, Term: terms[k].text, Strong: terms[k].strong, At: n - 1})
			}
		}
	}
	return hits
}
