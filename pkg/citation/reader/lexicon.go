package reader

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed words/*.txt
var wordFiles embed.FS

// languages are those that the lists have words of.
var languages = []string{"en", "fr", "de", "es", "it", "pt", "nl", "ja", "ar"}

// gap in a phrase stands for up to maxGap words.
const (
	gap    = "*"
	maxGap = 4
)

// phrases finds any of a list's phrases in words. A phrase is a sequence of folded words; a gap in it stands for some that don't matter.
type phrases struct {
	byFirst map[string][][]string
}

// hit is where a phrase was found: words from start up to end.
type hit struct{ start, end int }

func newPhrases(entries []string) phrases {
	p := phrases{byFirst: map[string][][]string{}}
	for _, entry := range entries {
		var keys []string
		for part := range strings.FieldsSeq(entry) {
			if part == gap {
				keys = append(keys, gap)
				continue
			}
			for _, w := range split(part) {
				keys = append(keys, w.key)
			}
		}
		if len(keys) > 0 {
			p.byFirst[keys[0]] = append(p.byFirst[keys[0]], keys)
		}
	}
	for _, list := range p.byFirst { // the longest first
		slices.SortFunc(list, func(a, b []string) int { return len(b) - len(a) })
	}
	return p
}

// at gives the end of the longest phrase that begins at the word; ok is false where none does.
func (p phrases) at(words []word, i int) (end int, ok bool) {
	for _, key := range prefixed(words[i]) {
		for _, keys := range p.byFirst[key] {
			if end, ok := follow(words, i+1, keys[1:]); ok {
				return end, true
			}
		}
	}
	return 0, false
}

// follow matches the rest of a phrase.
func follow(words []word, i int, keys []string) (int, bool) {
	if len(keys) == 0 {
		return i, true
	}
	if keys[0] == gap {
		for skip := 0; skip <= maxGap && i+skip <= len(words); skip++ {
			if end, ok := follow(words, i+skip, keys[1:]); ok {
				return end, true
			}
		}
		return 0, false
	}
	if i < len(words) && (words[i].key == keys[0] || words[i].alt == keys[0]) && (!words[i].apart || opposes[keys[0]]) {
		return follow(words, i+1, keys[1:])
	}
	return 0, false
}

// Words that a phrase may go on with behind a comma: "I'm sorry, but".
var opposes = set("but", "mais", "aber", "pero", "ma", "mas", "maar", "ni", "que", "dass")

// in finds phrases among words from a position up to another, one behind the other.
func (p phrases) in(words []word, from, to int) []hit {
	var hits []hit
	for i := from; i < to; i++ {
		if end, ok := p.at(words, i); ok && end <= to {
			hits = append(hits, hit{i, end})
			i = end - 1
		}
	}
	return hits
}

func (p phrases) any(words []word) bool { return len(p.in(words, 0, len(words))) > 0 }

// ending gives the start of a phrase that ends where the words do; ok is false where none does.
func (p phrases) ending(words []word) (start int, ok bool) {
	for i := range words {
		if end, found := p.at(words, i); found && end == len(words) {
			return i, true
		}
	}
	return 0, false
}

// whole says whether the words are one of the phrases.
func (p phrases) whole(words []word) bool {
	if len(words) == 0 {
		return false
	}
	end, ok := p.at(words, 0)
	return ok && end == len(words)
}

// The prefixes that Arabic writes as part of the next word: and, so, in, for, like, and their joints with the article.
var arabicPrefixes = []string{"و", "ف", "ب", "ل", "ك", "وب", "ول", "وك", "فب", "فل"}

// prefixed gives the keys that a word may be looked up by: its own and, in Arabic, those without prefixes and with or without the article.
func prefixed(w word) []string {
	keys := []string{w.key}
	if w.alt != w.key {
		keys = append(keys, w.alt)
	}
	if w.script != arabic {
		return keys
	}
	for _, p := range arabicPrefixes {
		rest, ok := strings.CutPrefix(w.key, p)
		if !ok || len(rest) < 4 {
			continue
		}
		keys = append(keys, rest)
		if after, ok := strings.CutPrefix(rest, "ل"); ok && strings.HasSuffix(p, "ل") {
			keys = append(keys, "ال"+after)
		}
	}
	return keys
}

// lexicon holds the lists for one language, with those that belong to none.
type lexicon struct {
	lang                                                                                                                                                                                               string
	article, legal, category, connector, credential, title                                                                                                                                             phrases
	common, label, opener, verb, function                                                                                                                                                              map[string]bool
	directory, public, brand, town, street, place, dish, role                                                                                                                                          phrases
	refusal, failure, advice, offer, ask                                                                                                                                                               phrases
	unknown, closed, warned, unfit, landmark, attached, confusion                                                                                                                                      phrases
	contrast, elsewhere, alternative, locative, near, at, pick                                                                                                                                         phrases
	branch, sources, praise, worker, smallTown, streetBefore, streetBehind, joiner, body, unsuited, credited, such, presents, service, software, located, informs, helm, market, buy, quantity, needed phrases
}

// lexicons reads the word lists once.
var lexicons = sync.OnceValue(func() map[string]*lexicon {
	all := map[string]*lexicon{}
	towns, small := phrasesOf("town", ""), phrasesOf("smalltown", "")
	for _, lang := range languages {
		all[lang] = newLexicon(lang, towns, small)
	}
	return all
})

func newLexicon(lang string, towns, small phrases) *lexicon {
	of := func(name string) phrases { return phrasesOf(name, lang) }
	every := func(name string) phrases { return phrasesOf(name, "") }
	return &lexicon{
		lang:    lang,
		article: of("article"), legal: every("legal"), category: every("category"), connector: of("connector"), joiner: of("joiner"), body: every("body"),
		unsuited: of("unsuited"), credited: of("credited"), such: of("such"), presents: of("presents"), service: every("service"), software: every("software"), located: of("located"),
		informs: of("informs"), helm: of("helm"), market: every("market"), buy: every("buy"), quantity: of("quantity"), needed: of("needed"),
		credential: every("credential"),
		title:      every("title"), common: wordsOf("common", lang), label: wordsOf("label", lang), opener: wordsOf("opener", lang), verb: wordsOf("verb", lang),
		directory: every("directory"), public: of("public"), brand: every("brand"), town: towns, street: every("street"),
		streetBefore: phrasesOf("street", "before"), streetBehind: newPhrases(append(entries("street", "behind"), entries("street", lang)...)), place: every("place"),
		dish: every("dish"), role: of("role"),
		refusal: of("refusal"), failure: every("failure"), advice: of("advice"), offer: of("offer"), ask: of("ask"),
		unknown: of("unknown"), closed: of("closed"), warned: of("warned"), unfit: of("unfit"), landmark: of("landmark"), attached: of("attached"),
		confusion: of("confusion"), contrast: of("contrast"), elsewhere: of("elsewhere"), alternative: of("alternative"), locative: of("locative"),
		near: of("near"), at: of("at"), pick: of("pick"), branch: every("branch"), sources: every("sources"), praise: of("praise"),
		worker: of("worker"), smallTown: small, function: wordsOf("function", lang),
	}
}

// entries reads a list: lines "language: entry, entry", of one language or, where lang is empty, of all. Names that belong to no language stand under "all".
func entries(name, lang string) []string {
	raw, err := wordFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		panic(err) // embedded: a test reads every list
	}
	var list []string
	for l := range strings.Lines(string(raw)) {
		key, rest, ok := strings.Cut(strings.TrimSpace(l), ": ")
		if !ok || strings.HasPrefix(key, "#") || lang != "" && key != lang && key != "all" {
			continue
		}
		for e := range strings.SplitSeq(rest, ",") {
			if e = strings.TrimSpace(e); e != "" {
				list = append(list, e)
			}
		}
	}
	return list
}

func phrasesOf(name, lang string) phrases { return newPhrases(entries(name, lang)) }

func wordsOf(name, lang string) map[string]bool {
	m := map[string]bool{}
	for _, e := range entries(name, lang) {
		for _, w := range split(e) {
			m[w.key] = true
		}
	}
	return m
}
