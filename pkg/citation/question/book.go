package question

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/pkg/industry"
)

//go:embed data/*.txt
var data embed.FS

// book is what questions in one language are made of.
type book struct {
	lang      string
	colon     string // between a topic and what is asked of it
	sentences []sentence
	needs     []sentence        // with {need}
	topics    []string          // what is asked of a topic
	places    map[string]string // folded name of a region or an island: the phrase that says where, such as "im Saarland"
	towns     map[string]string // likewise, of towns only
	terms     map[string]terms  // by the industry's key
}

// sentence is one way to ask about an industry, and of whom it can be asked.
type sentence struct {
	whom []string // types, * for all but public; after a slash the kinds of customers
	town bool     // needs a town
	text string
}

// terms are one industry's words. All nouns stand as the language writes them inside a sentence.
type terms struct {
	one, accusative, many string
	withArticle           string // the indefinite one; empty in German and Dutch
	gender                int    // the place of the definite or indefinite article among the language's articles
	needs                 []string
}

// reach is how far customers look for a business.
type reach int

const (
	world reach = iota
	country
	town
)

// reachOf returns how far customers look for a business of a type in an industry. A nil industry is an unknown one.
func reachOf(kind industry.Type, row *industry.Industry) reach {
	far := town
	if row != nil {
		far = map[string]reach{"town": town, "country": country, "world": world}[row.Reach]
	}
	if kind == industry.Online || kind == industry.Software || kind == industry.Platform {
		return min(country, far)
	}
	return far
}

// articles lists each language's articles in the order of its genders.
var articles = map[string][][]string{
	"en": {{"a ", "an "}},
	"fr": {{"un "}, {"une "}},
	"de": {{"der "}, {"die "}, {"das "}},
	"es": {{"un "}, {"una "}},
	"it": {{"un ", "uno "}, {"una ", "un'"}},
	"pt": {{"um "}, {"uma "}},
	"nl": {{"de "}, {"het "}},
}

// variants are the countries whose usage differs from a language's first file.
var variants = map[string]struct {
	file      string
	countries string
}{
	"en": {"en-us", "US CA PR PH"},
	"es": {"es-419", "MX AR BO CL CO CR CU DO EC SV GT HN NI PA PY PE PR UY VE US"},
	"pt": {"pt-br", "BR"},
}

// bookFor gives the book for a language as a country speaks it; nil where there is none.
func bookFor(lang, country string) *book {
	if v, ok := variants[lang]; ok && slices.Contains(strings.Fields(v.countries), strings.ToUpper(country)) {
		return books()[v.file]
	}
	return books()[lang]
}

// swiss: in these countries German has no ß.
func (p *book) swiss(country string) bool {
	return p.lang == "de" && slices.Contains([]string{"CH", "LI"}, strings.ToUpper(country))
}

var books = sync.OnceValue(func() map[string]*book {
	all := map[string]*book{}
	for lang := range articles {
		b := &book{lang: lang, colon: ": ", places: map[string]string{}, towns: map[string]string{}, terms: map[string]terms{}}
		if lang == "fr" {
			b.colon = " : "
		}
		b.read(lang)
		all[lang] = b
		if v, ok := variants[lang]; ok {
			other := *b
			other.terms = maps.Clone(b.terms)
			other.read(v.file)
			all[v.file] = &other
		}
	}
	return all
})

// read adds a file. Sentences take the place of those that were there; an industry's words that of the same industry's. The files are the
// program's own: a line that can't be read is a bug, and ends it.
func (p *book) read(file string) {
	var section string
	for _, line := range lines(file) {
		if strings.HasPrefix(line, "[") {
			section = line
			p.empty(section)
			continue
		}
		switch section {
		case "[sentences]":
			f := fields(line, 3)
			whom, needsTown := strings.CutSuffix(f[1], "@")
			p.sentences = append(p.sentences, sentence{whom: strings.Split(whom, ","), town: needsTown, text: f[2]})
		case "[needs]":
			f := fields(line, 2)
			p.needs = append(p.needs, sentence{whom: strings.Split(f[0], ","), text: f[1]})
		case "[topics]":
			p.topics = append(p.topics, line)
		case "[places]", "[towns]":
			name, phrase, ok := strings.Cut(line, " = ")
			if !ok {
				panic(fmt.Sprintf("%s: %q", file, line))
			}
			into := p.places
			if section == "[towns]" {
				into = p.towns
			}
			into[placeKey(name)] = phrase
		case "[industries]":
			f := fields(line, 4)
			p.terms[f[0]] = p.readTerms(f)
		default:
			panic(fmt.Sprintf("%s: %q stands in no section", file, line))
		}
	}
}

// empty makes room for a section's sentences.
func (p *book) empty(section string) {
	switch section {
	case "[sentences]":
		p.sentences = nil
	case "[needs]":
		p.needs = nil
	case "[topics]":
		p.topics = nil
	}
}

func (p *book) readTerms(f []string) terms {
	nominative, accusative, declined := strings.Cut(f[1], "/")
	for gender, forms := range articles[p.lang] {
		for _, article := range forms {
			if noun, ok := strings.CutPrefix(nominative, article); ok {
				t := terms{one: noun, accusative: noun, many: f[2], gender: gender}
				if declined {
					t.accusative = accusative
				}
				if p.lang != "de" && p.lang != "nl" {
					t.withArticle = nominative
				}
				for need := range strings.SplitSeq(f[3], ";") {
					t.needs = append(t.needs, strings.TrimSpace(need))
				}
				return t
			}
		}
	}
	panic(fmt.Sprintf("%s: %q has no article", p.lang, nominative))
}

// suits says whether a sentence can be asked of a type of business with such customers.
func (s sentence) suits(kind industry.Type, customers string) bool {
	for _, whom := range s.whom {
		of, only, restricted := strings.Cut(whom, "/")
		if of == "*" && kind != industry.Public || of == string(kind) && (!restricted || strings.Contains(only, customers)) {
			return true
		}
	}
	return false
}

// lines gives a file's lines without comments and empty ones.
func lines(file string) []string {
	raw, err := data.ReadFile("data/" + file + ".txt")
	if err != nil {
		panic(err)
	}
	var all []string
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// fields splits a line into n fields.
func fields(line string, n int) []string {
	f := strings.Split(line, " | ")
	if len(f) != n {
		panic(fmt.Sprintf("%q has %d fields, not %d", line, len(f), n))
	}
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	return f
}
