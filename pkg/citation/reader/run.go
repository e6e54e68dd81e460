package reader

import (
	"slices"
	"strings"
	"unicode"
)

// run is a piece of a line that is written as a name: marked, or a row of words with capitals.
type run struct {
	from, to int // words
	next     int // word behind it and what belongs to it
	marked   bool
	strength strength
}

// runs gives the names, by their looks, that begin among some words.
func (a *analysis) runs(l *line, from, to int) []run {
	if from >= to {
		return nil
	}
	var all []run
	for i := from; i < to; {
		r, ok := a.runAt(l, i)
		if !ok {
			i++
			continue
		}
		// In German any noun has a capital.
		if r.strength == strong || r.strength == likely && (r.marked || a.lang != "de") {
			all = append(all, r)
		}
		i = max(r.next, i+1)
	}
	return all
}

// runAt reads the run that begins at a word.
func (a *analysis) runAt(l *line, i int) (run, bool) {
	if m, ok := markStarting(l, i); ok {
		from, to := l.wordsIn(m.start, m.end)
		if from == i && to > from {
			r := run{from: from, to: to, marked: true}
			r.next = to
			r.to = a.cutRun(l, r)
			r.strength = a.strength(l, r.from, r.to)
			return r, true
		}
	}
	w := l.words[i]
	if w.script == arabic {
		return a.arabicRun(l, i)
	}
	prefix := w.end-w.start == 1 && i+1 < len(l.words) && l.between(i+1) == "-" && l.words[i+1].capital // e-Invoice
	if !w.capital && !prefix || w.script != latin {
		return run{}, false
	}
	r := run{from: i, to: a.runEnd(l, i)}
	r.next = r.to
	a.trimOpening(l, &r)
	if r.from >= r.to {
		return r, true
	}
	r.strength = a.strength(l, r.from, r.to)
	if w := l.words[r.from]; r.strength == weak && r.to-r.from > 1 && !w.first && a.lang == "en" && a.article.whole(l.words[r.from:r.from+1]) && !a.isPlace(l.words[r.from+1:r.to]) {
		r.strength = likely // a capital article within a sentence begins a name: "and The Foundry"
	}
	if r.strength == likely && l.words[r.from].first && a.plainOpening(l, r) && !a.sitsAt(l, r.to) {
		r.strength = weak
	}
	return r, true
}

// cutRun ends a marked run where a separator in it does.
func (a *analysis) cutRun(l *line, r run) int {
	text := l.text[l.words[r.from].start:l.words[r.to-1].end]
	if m := boldEnd.FindStringIndex(text); m != nil && m[0] > 0 {
		_, to := l.wordsIn(l.words[r.from].start, l.words[r.from].start+m[0])
		return max(to, r.from+1)
	}
	return r.to
}

// markStarting gives the longest mark that begins at the word.
func markStarting(l *line, i int) (mark, bool) {
	var best mark
	behind := 0 // where the word before ends
	if i > 0 {
		behind = l.words[i-1].end
	}
	at, _ := slices.BinarySearchFunc(l.marks, behind, func(m mark, at int) int { return m.start - at })
	for ; at < len(l.marks) && l.marks[at].start <= l.words[i].start; at++ {
		if m := l.marks[at]; m.end >= l.words[i].end && m.end > best.end && m.kind != code {
			best = m
		}
	}
	return best, best.end > 0
}

// runEnd follows capitals, and small words between them that names have within.
func (a *analysis) runEnd(l *line, i int) int {
	end := i + 1
	for end < len(l.words) {
		if _, marked := markStarting(l, end); marked {
			break
		}
		n := a.continues(l, end)
		if n == 0 {
			break
		}
		if _, marked := markStarting(l, min(end+n, len(l.words))-1); marked && n > 1 {
			break // "Cilinders van **Nemef**"
		}
		end += n
	}
	return end
}

// Malls, which businesses are in: "iPlace do Shopping RioMar".
var mall = set("shopping", "mall", "outlet", "einkaufszentrum")

// Legal forms that are no words, and so are known in small letters too.
var smallForms = set("snc", "srl", "srls", "gmbh", "ltd", "llc", "inc", "bv", "bvba", "lda", "ltda", "sarl", "sasu", "eurl", "slu", "kg", "ug", "ohg")

// continues says how many words from here belong to the run before: a capital, or connectors and a capital behind them, or a legal form.
func (a *analysis) continues(l *line, i int) int {
	sep := l.between(i)
	if strings.TrimSpace(sep) == "," && l.words[i].capital && a.credential.whole(l.words[i:i+1]) {
		return 1
	}
	if !l.adjacent(i) && !(strings.TrimSpace(sep) == "." && abbreviations[l.words[i-1].key]) {
		return 0
	}
	w := l.words[i]
	if end, ok := a.legal.at(l.words, i); ok && (w.capital || smallForms[w.key]) {
		return end - i
	}
	if possessive(l, i) {
		if i+1 >= len(l.words) || l.words[i+1].apart || a.verb[l.words[i+1].key] {
			return 1 // part of the name: "at Jolly's, where"
		}
		if i+1 < len(l.words) && l.words[i+1].capital && l.adjacent(i+1) && !l.words[i+1].first {
			return 2
		}
		if i+2 < len(l.words) && a.joiner.whole(l.words[i+1:i+2]) && !a.article.whole(l.words[i+1:i+2]) && l.words[i+2].capital && l.adjacent(i+2) {
			return 3 // "Nicoll's of Broughty Ferry"
		}
		return 0
	}
	if w.first {
		return 0
	}
	if !w.capital && sep == "-" && w.end-w.start <= 2 && l.words[i-1].capital && !a.joiner.whole(l.words[i:i+1]) && !and(w) { // Co-op
		return 1
	}
	if w.capital || w.script == numeral && w.end-w.start <= 4 {
		return 1
	}
	if n := kin(l.words, i); n > 0 && l.adjacent(i+n-1) {
		return n
	}
	for n := 1; n <= 3 && i+n < len(l.words); n++ {
		small := l.words[i+n-1]
		joins := small.key == "&" || small.key == "+" || a.joiner.whole([]word{small})
		bare := n == 1 && a.lang != "de" && a.article.whole([]word{small}) // an article joins only behind a preposition
		if !joins || bare || !l.adjacent(i+n) {
			return 0
		}
		if next := l.words[i+n]; next.capital && !next.first {
			if _, street := a.streetBefore.at(l.words, i+n); street || mall[next.key] {
				return 0
			}
			return n + 1
		}
	}
	return 0
}

// Relatives and partners that firms are named after, behind "and".
var relatives = set("son", "sons", "daughter", "daughters", "brother", "brothers", "bros", "sister", "sisters", "partners", "associates", "co", "cie", "fils", "fille",
	"filles", "frere", "freres", "soeur", "soeurs", "associes", "sohn", "sohne", "tochter", "tochtern", "bruder", "partner", "kollegen", "hijo", "hijos", "hija", "hijas",
	"hermano", "hermanos", "hermana", "hermanas", "asociados", "figlio", "figli", "figlia", "figlie", "fratelli", "sorelle", "soci", "associati", "filho", "filhos",
	"filha", "filhas", "irmao", "irmaos", "irma", "irmas", "socios", "associados", "zoon", "zonen", "dochter", "dochters", "zussen", "gebroeders", "nipoti", "neveu", "neveux")

// kin gives how many words "and Sons" has where it stands at a word, 0 where it doesn't.
func kin(words []word, i int) int {
	if i+1 < len(words) && and(words[i]) && words[i+1].capital && !words[i+1].apart && relatives[words[i+1].key] {
		return 2
	}
	return 0
}

// trimOpening drops what only opens the sentence or the name: ordinary words with a capital before another, articles.
func (a *analysis) trimOpening(l *line, r *run) {
	for r.from < r.to && l.words[r.from].first {
		w := l.words[r.from]
		one := []word{w}
		if !a.opener[w.key] && !(a.lang == "de" && a.article.whole(one)) && !a.near.whole(one) && !a.locative.whole(one) {
			return
		}
		if a.article.whole(one) && a.lang != "pt" && a.lang != "de" && r.to-r.from > 1 && l.words[r.from+1].capital {
			return
		}
		r.from++
		for r.from < r.to && !l.words[r.from].capital {
			r.from++
		}
		if r.from < r.to {
			l2 := l.words[r.from]
			if !a.opener[l2.key] {
				return
			}
		}
	}
}

// plainOpening says whether a single word with a capital at the beginning of a sentence may have it for that reason alone.
func (a *analysis) plainOpening(l *line, r run) bool {
	w := l.words[r.from]
	if r.to-r.from > 1 || strings.IndexFunc(l.text[w.start+1:w.end], unicode.IsUpper) >= 0 || a.twoSubjects(l, r) {
		return false
	}
	// What is written with a capital within another sentence too is a name.
	begin, _ := l.sentenceOf(r.from)
	if a.inner[w.key] || a.pickedHere(l, begin, r.from) {
		return false
	}
	if r.to >= len(l.words) {
		return true
	}
	return !a.verb[l.words[r.to].key] && !a.pointsOut(l, r.to)
}

// maxAside is how many words an apposition between commas has at most.
const maxAside = 8

// interrupted says whether an apposition between commas begins at a word, with a verb behind it: "X, of the group Y, is".
func (a *analysis) interrupted(l *line, i int) bool {
	for n := i + 1; n < min(i+maxAside, len(l.words)); n++ {
		if l.words[n].sentence != l.words[i].sentence {
			return false
		}
		if strings.TrimSpace(l.between(n)) == "," {
			return a.verb[l.words[n].key]
		}
	}
	return false
}

// pointsOut says whether what follows a word treats it as a name: a comma and a relative, a bracket, an adverb of contrast.
func (a *analysis) pointsOut(l *line, i int) bool {
	switch strings.TrimSpace(l.between(i)) {
	case "(", "–", "—", ", (", "“", "：":
		return true
	case ",":
		_, contrast := a.contrast.at(l.words, i)
		return contrast || a.verb[l.words[i].key] || a.interrupted(l, i)
	}
	return false
}
