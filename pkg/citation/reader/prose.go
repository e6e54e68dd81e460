package reader

import (
	"slices"
	"strings"
)

// prose finds the names in running text, beside those at its head and the business's own.
func (a *analysis) prose(i int, found []option) []option {
	l := &a.lines[i]
	if l.kind == cell || l.kind == card || l.kind == heading && l.level < 7 || len(l.words) == 0 || !a.readable(i) {
		return nil
	}
	if l.words[0].script == han || l.words[0].script == kana || l.words[0].script == katana {
		return a.japaneseProse(i, found)
	}
	var more []option
	other, set := -1, false // end of the last run that is no business, and whether it is marked: what is coordinated with it is none either
	for at := 0; at < len(l.words) && len(more) < maxOptions; {
		r, ok := a.runAt(l, at)
		if !ok {
			at++
			continue
		}
		at = max(r.next, at+1)
		if r.from >= r.to || a.brokenWithin(i, r) {
			continue
		}
		s := span{i, l.words[r.from].start, l.words[r.to-1].end}
		switch {
		case a.taken(s, found), a.isOwn(l, s), a.overlapsOwn(l, r):
			other = -1
		case r.marked && l.kind == item && a.isLabel(i, s, found):
			other = -1
		case other >= 0 && set == r.marked && a.joins(l, other, r.from), a.excluded(l, r.from, r.to) && !a.isPlaceHere(l, r),
			a.publicBody(l.words[r.from:min(r.to+2, len(l.words))]), a.informsBehind(l, r), r.to-r.from == 1 && !r.marked && a.behindVerb(l, r.from):
			other, set = r.to, r.marked
		case a.isPlaceHere(l, r):
			if next := r.to + 1; next < len(l.words) && l.adjacent(r.to) && a.joins(l, r.to, next) {
				if _, marked := markStarting(l, next); marked == r.marked {
					other, set = r.to, r.marked
				}
			}
		case r.strength >= likely && r.marked && a.governedHere(l, r) && !a.offers(i, r, found, more):
			other, set = r.to, r.marked
		case r.strength >= likely && a.offers(i, r, found, more):
			other = -1
			if o, ok := a.option(a.unprefixed(s)); ok {
				more = append(more, o)
				if o.out {
					other, set = r.to, r.marked
				}
			}
		case r.marked && r.strength == none:
			other, set = r.to, r.marked
		}
	}
	return more
}

// informsBehind says whether a run is the subject of what only bodies, registers and guides do: "X publishes the list".
func (a *analysis) informsBehind(l *line, r run) bool {
	if r.to >= len(l.words) || !l.adjacent(r.to) {
		return false
	}
	at := r.to
	if n := at + 1; a.conjunction(l.words[at]) && n+1 < len(l.words) {
		if a.article.whole(l.words[n : n+1]) {
			n++
		}
		if next, ok := a.runAt(l, n); ok && next.from == n && next.to > n && next.marked == r.marked && a.public.any(l.words[n:next.to]) {
			return true // beside a body: "the Dental Show and the Chamber"
		}
	}
	if a.conjunction(l.words[at]) && at+1 < len(l.words) { // coordinated with another subject of the same verb
		if next, ok := a.runAt(l, at+1); ok && next.from == at+1 && next.to < len(l.words) && l.adjacent(next.to) {
			at = next.to
		}
	}
	for at+1 < len(l.words) && bothWord[l.words[at].key] {
		at++
	}
	_, ok := a.informs.at(l.words, at)
	return ok
}

// What may stand between bodies and what they do.
var bothWord = set("both", "also", "all", "each", "tous", "toutes", "deux", "aussi", "egalement", "beide", "auch", "ambos", "ambas", "tambien", "entrambi", "entrambe", "anche",
	"tambem", "allebei", "ook")

// brokenWithin says whether a plain run of one word is the last of an answer that breaks off: perhaps not all of a name.
func (a *analysis) brokenWithin(i int, r run) bool {
	l := &a.lines[i]
	if m, ok := markStarting(l, r.from); ok && m.open && l.cut {
		return true
	}
	return i == len(a.lines)-1 && !r.marked && r.to == len(l.words) && r.to-r.from == 1 && len(l.words) > maxNameWords && a.breaksOff()
}

// readable says whether a line can hold names in its prose: it is no remark under a business, no tip, no refusal's advice.
func (a *analysis) readable(i int) bool {
	l := &a.lines[i]
	if l.kind == item && l.level > 0 || l.kind == paragraph && l.under >= 0 && a.lines[l.under].kind == item {
		return !a.parentNames(l.under)
	}
	if a.introduces(i) || l.kind == paragraph && l.under >= 0 && len(a.named[l.under]) > 0 && !a.alternative.any(l.words[:min(len(l.words), 8)]) {
		return false
	}
	return !a.tips[i]
}

// offers says whether the prose around a run offers what it names.
func (a *analysis) offers(i int, r run, found, more []option) bool {
	l := &a.lines[i]
	begin, end := l.sentenceOf(r.from)
	words := l.words[begin:end]
	if a.numbered(l.words[r.from:r.to]) || a.isPlaceHere(l, r) || a.isPersonHere(l, r, found) || a.refused(l, begin, r.from) || l.words[r.from].inside { // in brackets stand remarks on what is before them
		return false
	}
	if a.withheld && !a.concedes(l, r.from) && !a.follows(l, r, begin, found, more) {
		return false
	}
	if a.apposedPerson(l, r) {
		return false
	}
	if a.follows(l, r, begin, found, more) { // named beside one that is offered
		return true
	}
	clause := l.words[a.clauseOf(l, begin, r.from):end]
	cue := a.alternative.any(clause) || a.praise.any(clause)
	if begin > 0 { // what the sentence before announces
		before, _ := l.sentenceOf(begin - 1)
		cue = cue || a.alternative.any(l.words[before:begin]) && len(a.runs(l, before, begin)) == 0
	}
	at := a.behindAt(l, r)
	switch {
	case a.governed(l, begin, end, r), !r.marked && !cue && !at && a.setsOff(l, found, more), !cue && a.otherShape(i, r):
		return false
	case a.pickedHere(l, begin, r.from):
		return true
	case a.besidesLabel(l, begin, r.from) && !a.alternative.any(words) && (a.offered || len(found)+len(more)+len(a.options) > 0):
		return false
	case a.closing(i) && (!cue || a.withNoun(l, r)) && !a.apposed(l, r):
		return false
	case a.isBeside(a.such, l, begin, r.from):
		return true
	case a.led(l, begin, r, found), a.advises(l, begin, r.from) && !cue && !at:
		return false
	case begin > 0 && !cue && !at && a.advises(l, 0, min(begin, 3)): // the whole paragraph is advice
		return false
	case r.marked && !a.offered, r.strength == strong && a.apposed(l, r):
		return true
	case r.marked && a.sameMark(l, r, found) && a.opensSentence(l, begin, r):
		return true
	case r.marked:
		return cue || at || r.strength == strong && l.kind == paragraph && !a.lead(found) && a.offer.any(words)
	case a.offered && !cue:
		return at && r.strength == strong && l.kind == item && len(found) == 0
	case r.strength == strong && a.lang == "de": // every noun has a capital, but two side by side are a name
		return at || a.sideBySide(l, r) || a.hasCategory(l.words[r.from:r.to]) || a.hasLegal(l.words[r.from:r.to])
	case r.strength == strong:
		return true
	}
	if a.presented(l, begin, r) && len(found)+len(more)+len(a.options) > 0 {
		return true
	}
	if at && a.lang == "fr" && r.from == begin+1 && l.words[begin].key == "chez" && r.to < len(l.words) && !a.isOrdinary(l.words[r.from]) && len(found)+len(more)+len(a.options) > 0 {
		return true // "Chez Woerlé, …"
	}
	if at && a.lang == "nl" && l.words[r.from-1].key == "bij" && r.to < len(l.words) && !a.isOrdinary(l.words[r.from]) && !a.town.whole(l.words[r.from:r.to]) {
		return true // "bij Stuurvast kun je": a capital that opens no sentence
	}
	if a.lang == "de" {
		if w := l.words[r.from]; w.first && !a.isOrdinary(w) && !strings.HasSuffix(w.key, "en") && a.sitsAt(l, r.to) {
			return true
		}
		return germanTrade.MatchString(l.words[r.from].key) && !a.isOrdinary(l.words[r.from]) || a.twoNames(l, r)
	}
	return a.subject(l, r)
}

// apposed says whether a run stands behind the word for its trade and before a verb: "the studio X is", "le restaurant X propose".
func (a *analysis) apposed(l *line, r run) bool {
	if r.from == 0 || !l.adjacent(r.from) || r.to >= len(l.words) || !l.adjacent(r.to) || l.words[r.from-1].capital && a.lang != "de" {
		return false
	}
	return a.category.whole(l.words[r.from-1:r.from]) && a.verb[l.words[r.to].key]
}

// opensSentence says whether a run stands at the beginning of its sentence, or behind no more than "as for": what the sentence is about.
func (a *analysis) opensSentence(l *line, begin int, r run) bool {
	if l.words[r.from].first {
		return r.to < len(l.words) && (a.verb[l.words[r.to].key] || a.relative(l, r.to) || a.pointsOut(l, r.to))
	}
	if r.from == begin { // a sentence too long to be one was cut here
		return false
	}
	return r.from-begin <= 2 && !a.advice.any(l.words[begin:r.from]) && every(l.words[begin+1:r.from], func(w word) bool { return !w.capital })
}

// sameMark says whether a run is set off in the same way as the name that the paragraph begins with.
func (a *analysis) sameMark(l *line, r run, found []option) bool {
	m, ok := markStarting(l, r.from)
	return ok && l.kind == paragraph && slices.ContainsFunc(found, func(o option) bool {
		return o.head && slices.ContainsFunc(l.around(o.start), func(k mark) bool { return k.kind == m.kind && k.start <= o.start && k.end >= o.end })
	})
}

// conditional are the words that conditions begin with.
var conditional = set("if", "si", "s", "wenn", "falls", "se", "caso", "als", "indien", "wer", "quien", "chi", "quem", "اذا", "لمن")

// Verbs that suggest what stands right behind them, be it advice or a business.
var suggestion = set("sugiero", "sugiro", "suggerisco", "suggere", "suggest", "empfehle", "consiglio", "aconsejo")

// advises says whether a sentence begins as advice does, and goes on to a word without a colon.
func (a *analysis) advises(l *line, begin, at int) bool {
	for _, h := range a.advice.in(l.words, begin, at) {
		if h.start > begin && l.words[h.start].capital && a.lang != "de" { // "Abbey Steps House" is a name
			continue
		}
		if suggestion[l.words[h.end-1].key] && every(l.words[h.end:at], func(w word) bool { return a.article.whole([]word{w}) || a.category.whole([]word{w}) }) {
			continue // "te sugiero la Óptica X"
		}
		if conditional[l.words[begin].key] && h.start > begin { // "If you prefer that, X": no advice
			continue
		}
		if (h.start-begin <= 2 || at-h.end <= 3) && !strings.ContainsAny(l.text[l.words[h.start].start:l.words[at].start], ":：") {
			return true
		}
	}
	return false
}

// refused says whether a refusal governs what follows it up to a word.
func (a *analysis) refused(l *line, begin, at int) bool {
	for _, h := range a.refusal.in(l.words, begin, at) {
		if !a.clauseEnds(l, h.end, at) {
			return true
		}
	}
	return false
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
