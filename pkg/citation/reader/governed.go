package reader

import (
	"regexp"
	"slices"
	"strings"
)

// governed says whether the words around a run in prose show what it is, and that it is no business that the sentence offers.
func (a *analysis) governed(l *line, begin, end int, r run) bool {
	if r.from > begin && l.adjacent(r.from) && a.quantity.whole(l.words[r.from-1:r.from]) {
		return true
	}
	return a.belongsBehind(l, r, end) || a.isArea(l, r) || a.suppliesHere(l, begin, r) || a.listedKind(l, begin, r) || a.ofNoun(l, begin, r) || a.isMarketHall(l, r)
}

// What markets are called, which sellers have their stands at.
var marketHall = set("mercado", "mercato", "mercat", "marche", "marches", "mercati", "mercados", "halles", "halle")

// isMarketHall says whether a run is the name of a market: "Mercado de la Ribera".
func (a *analysis) isMarketHall(l *line, r run) bool {
	words := l.words[r.from:r.to]
	if len(words) > 1 && a.article.whole(words[:1]) {
		words = words[1:]
	}
	return len(words) > 2 && marketHall[words[0].key] && ofWord[words[1].key]
}

// governedHere is governed for a run in its sentence.
func (a *analysis) governedHere(l *line, r run) bool {
	begin, end := l.sentenceOf(r.from)
	return a.governed(l, begin, end, r)
}

// apposedPerson says whether a run between commas is the name of somebody whose role stands before: "the optometrist, Dr Soo, is".
func (a *analysis) apposedPerson(l *line, r run) bool {
	if r.from < 2 || strings.TrimSpace(l.between(r.from)) != "," || r.to < len(l.words) && l.adjacent(r.to) {
		return false
	}
	role := l.words[r.from-1]
	one := []word{role}
	if role.capital && a.workerOf(l, r.from-1) {
		return true
	}
	agent := agentEnding.MatchString(role.key) && a.article.whole(l.words[r.from-2:r.from-1]) && !a.isOrdinary(role) && !a.praise.any(one)
	return !role.capital && (a.worker.whole(one) || a.role.whole(one) || agent) && !l.words[r.from-2].capital || a.lang == "de" && a.worker.whole(one)
}

// workerOf says whether a name that ends at a word stands behind somebody's role in it: "el coach de Box Sardinero".
func (a *analysis) workerOf(l *line, last int) bool {
	for i := last; i > max(0, last-maxNameWords); i-- {
		if !l.adjacent(i) {
			return false
		}
		if w := l.words[i-1]; ofWord[w.key] && i >= 2 && a.worker.whole(l.words[i-2:i-1]) {
			return true
		} else if !w.capital && !a.joiner.whole(l.words[i-1:i]) && !and(w) && !ofWord[w.key] && !a.article.whole(l.words[i-1:i]) {
			return false
		}
	}
	return false
}

// How the words for those who do something end, in the Romance languages and in English.
var agentEnding = regexp.MustCompile(`.{3}(eur|euse|iste|ista|ist|tore|trice|dor|dora|aio|aia)$`)

// belongsBehind says whether German says of a run that something belongs to it: "die zu X gehört".
func (a *analysis) belongsBehind(l *line, r run, end int) bool {
	if a.lang != "de" || r.from == 0 || r.to >= end {
		return false
	}
	switch l.words[r.from-1].key {
	case "zu", "zum", "zur":
	default:
		return false
	}
	switch l.words[r.to].key {
	case "gehort", "gehoren", "gehorte", "zahlt", "gehorend":
		return true
	}
	return false
}

// Words for parts of towns, which their names stand before.
var areaNoun = set("area", "areas", "district", "neighbourhood", "neighborhood", "quarter", "region", "suburb", "precinct", "corridor", "buurt", "wijk")

// isArea says whether a run is the name of a part of the town: "the Far East Plaza area".
func (a *analysis) isArea(l *line, r run) bool {
	return r.to < len(l.words) && l.adjacent(r.to) && areaNoun[l.words[r.to].key] && !l.words[r.to].capital
}

// What stands before what something is made or done with, and between that and where it comes from.
var (
	withWord = set("with", "using", "avec", "mit", "con", "com", "met", "aus")
	fromWord = set("from", "by", "vom", "der", "uit") // and the prepositions of the genitive
)

// suppliesHere says whether a run is where something comes from that a business works with: "with cloth from X".
func (a *analysis) suppliesHere(l *line, begin int, r run) bool {
	i := r.from - 1
	if i <= begin || !l.adjacent(r.from) {
		return false
	}
	if key := l.words[i].key; !fromWord[key] && !ofWord[key] {
		return false
	}
	for n := 1; n <= 3 && i-n > begin; n++ {
		w := l.words[i-n]
		if w.capital && a.lang != "de" || w.apart || !l.adjacent(i-n+1) || a.category.whole([]word{w}) || a.verb[w.key] {
			return false
		}
		if n > 1 && withWord[w.key] {
			return true
		}
	}
	return false
}

// ofNoun says whether a run depends on a noun that is no word of the trade: "the helpline of the **X**".
func (a *analysis) ofNoun(l *line, begin int, r run) bool {
	i := r.from - 1
	for i > begin && l.adjacent(i+1) && a.article.whole(l.words[i:i+1]) && !ofWord[l.words[i].key] {
		i--
	}
	if i <= begin || i+1 >= len(l.words) || !l.adjacent(i+1) || !ofWord[l.words[i].key] || !l.adjacent(i) {
		return false
	}
	noun := l.words[i-1]
	one := []word{noun}
	if thatOf[noun.key] && !noun.first && !r.marked {
		return true
	}
	if noun.capital || a.verb[noun.key] || a.category.whole(one) || a.at.whole(one) || a.near.whole(one) || a.offer.whole(one) || a.praise.whole(one) {
		return false
	}
	return i-2 >= begin && l.adjacent(i-1) && a.article.whole(l.words[i-2:i-1])
}

// Pronouns that stand for a noun said before: "il numero è quello di X".
var thatOf = set("that", "those", "celui", "celle", "ceux", "celles", "quello", "quella", "quelli", "quelle", "aquel", "aquela", "aquele", "diejenige", "derjenige", "dasjenige")

// Prepositions of the genitive.
var ofWord = set("of", "de", "du", "des", "d", "del", "di", "della", "dell", "dello", "do", "da", "dos", "das", "van", "von")

// withNoun says whether a run stands behind "with" and a noun: "stands of growers with **X**".
func (a *analysis) withNoun(l *line, r run) bool {
	i := r.from - 1
	if i < 2 || !l.adjacent(r.from) || !l.adjacent(i) || !withWord[l.words[i].key] {
		return false
	}
	noun := l.words[i-1]
	return !noun.capital && !a.verb[noun.key] && ofWord[l.words[i-2].key]
}

// maxKind is how many words say what kind of things a colon leads to.
const maxKind = 9

// listedKind says whether a run is one of those that a label before a colon leads to, which are no businesses: "Makers among them: X, Y".
func (a *analysis) listedKind(l *line, begin int, r run) bool {
	for i := r.from; i > begin; i-- {
		sep := strings.TrimSpace(l.between(i))
		if !strings.HasSuffix(sep, ":") && !strings.HasSuffix(sep, "：") {
			continue
		}
		label := l.words[begin:i]
		if len(label) > maxKind || len(label) < 2 || !a.offered && len(a.options) == 0 {
			return false
		}
		if len(label) == 2 && a.praise.whole(label[1:]) && !a.offer.any(label) && !a.pick.any(label) && !a.hasCategory(label) && !a.isOrdinary(label[0]) {
			return true // "Moulin conseillé : X"
		}
		if a.pick.any(label) || a.praise.any(label) || a.alternative.any(label) || a.hasCategory(label) || !a.onlyNames(l, i, r.from) {
			return false
		}
		hits := a.offer.in(label, 0, len(label)) // "among the venues": the noun behind it says what they are
		return len(hits) == 0 || hits[0].start == 0 && len(hits) == 1 && hits[0].end+1 < len(label) && a.article.whole(label[hits[0].end:hits[0].end+1])
	}
	return false
}

// otherShape says whether the options of earlier paragraphs in prose, two at least, are all written without a mark, and a run has one, or the reverse.
func (a *analysis) otherShape(i int, r run) bool {
	n := 0
	for k := len(a.options) - 1; k >= 0 && n < nearOptions; k-- {
		o := a.options[k]
		if o.head || o.own || o.out || o.line >= i || a.lines[o.line].kind != paragraph {
			continue
		}
		marked := slices.ContainsFunc(a.lines[o.line].around(o.start), func(m mark) bool { return m.start <= o.start && m.end >= o.end })
		if marked == r.marked {
			return false
		}
		n++
	}
	return n > 1
}

// presented says whether a single word that is no ordinary one stands right behind a phrase that presents, and before a mark that ends its mention: "a due
// passi c'è Achille, con molta storia locale".
func (a *analysis) presented(l *line, begin int, r run) bool {
	if r.marked || r.to-r.from != 1 || a.isOrdinary(l.words[r.from]) || l.words[r.from].acronym || !l.adjacent(r.from) || a.isPlace(l.words[r.from:r.to]) {
		return false
	}
	hits := a.presents.in(l.words, begin, r.from)
	ends := r.to >= len(l.words) || strings.ContainsAny(l.between(r.to), ",(")
	return len(hits) > 0 && hits[len(hits)-1].end == r.from && ends
}

// clauseOf gives the first word of the clause that a word is in: behind the last semicolon of its sentence.
func (a *analysis) clauseOf(l *line, begin, at int) int {
	for i := at; i > begin; i-- {
		if strings.ContainsAny(l.between(i), ";；؛") {
			return i
		}
	}
	return begin
}

// isLabel says whether a span is the label that an item begins with, before a colon, where its list wasn't taken for one of names.
func (a *analysis) isLabel(i int, s span, found []option) bool {
	h, ok := a.headOf(i)
	return ok && h.start == s.start && h.colon && !h.own && len(found) == 0 && (a.offered || len(a.options) > 0)
}

// setsOff says whether a paragraph sets off its businesses, two at least, and so what it doesn't set off is something else.
func (a *analysis) setsOff(l *line, found, more []option) bool {
	n := 0
	for _, all := range [][]option{found, more} {
		for _, o := range all {
			set := slices.ContainsFunc(l.around(o.start), func(m mark) bool { return (m.kind == bold || m.kind == link) && m.start <= o.start && m.end >= o.end })
			if !set {
				return false
			}
			n++
		}
	}
	return n > 1
}

// onlyNames says whether nothing but names stands between two words, what is said of them in brackets aside.
func (a *analysis) onlyNames(l *line, from, to int) bool {
	return every(outside(l.words[from:to]), func(w word) bool {
		one := []word{w}
		return w.capital || w.script != latin || and(w) || a.coordinates(w) || a.article.whole(one) || a.joiner.whole(one)
	})
}
