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
	if !w.capital || w.script != latin {
		return run{}, false
	}
	r := run{from: i, to: a.runEnd(l, i)}
	r.next = r.to
	a.trimOpening(l, &r)
	if r.from >= r.to {
		return r, true
	}
	r.strength = a.strength(l, r.from, r.to)
	if r.strength == likely && l.words[r.from].first && a.plainOpening(l, r) {
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
		if n := a.continues(l, end); n > 0 {
			end += n
			continue
		}
		break
	}
	return end
}

// continues says how many words from here belong to the run before: a capital, or connectors and a capital behind them, or a legal form.
func (a *analysis) continues(l *line, i int) int {
	sep := l.between(i)
	if strings.TrimSpace(sep) == "," && a.credential.whole(l.words[i:i+1]) {
		return 1
	}
	if !l.adjacent(i) && !(strings.TrimSpace(sep) == "." && abbreviations[l.words[i-1].key]) {
		return 0
	}
	w := l.words[i]
	if end, ok := a.legal.at(l.words, i); ok && w.capital {
		return end - i
	}
	if possessive(l, i) {
		if i+1 >= len(l.words) || l.words[i+1].apart || a.verb[l.words[i+1].key] {
			return 1 // part of the name: "at Jolly's, where"
		}
		if i+1 < len(l.words) && l.words[i+1].capital && l.adjacent(i+1) && !l.words[i+1].first {
			return 2
		}
		return 0
	}
	if w.first {
		return 0
	}
	if w.capital || w.script == numeral && w.end-w.start <= 4 {
		return 1
	}
	for n := 1; n <= 3 && i+n < len(l.words); n++ {
		small := l.words[i+n-1]
		joins := small.key == "&" || small.key == "+" || a.joiner.whole([]word{small})
		if !joins || !l.adjacent(i+n) {
			return 0
		}
		if next := l.words[i+n]; next.capital && !next.first {
			if _, street := a.streetBefore.at(l.words, i+n); street {
				return 0
			}
			return n + 1
		}
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
	if a.inner[w.key] {
		return false
	}
	if r.to >= len(l.words) {
		return true
	}
	return !a.verb[l.words[r.to].key] && !a.pointsOut(l, r.to)
}

// pointsOut says whether what follows a word treats it as a name: a comma and a relative, a bracket, an adverb of contrast.
func (a *analysis) pointsOut(l *line, i int) bool {
	switch strings.TrimSpace(l.between(i)) {
	case "(", "–", "—", ", (", "“", "：":
		return true
	case ",":
		return a.contrast.in(l.words, i, min(i+1, len(l.words))) != nil || a.verb[l.words[i].key]
	}
	return false
}

// arabicRun reads a name in Arabic prose: a word of the trade, or a title where a person is the business, and what follows it, up to a verb, a
// preposition or a mark.
func (a *analysis) arabicRun(l *line, i int) (run, bool) {
	end, ok := a.category.at(l.words, i)
	if !ok && a.personal {
		end, ok = a.title.at(l.words, i)
	}
	if !ok {
		return run{}, false
	}
	r := run{from: i, to: end}
	for r.to < len(l.words) && r.to-i < 5 && l.adjacent(r.to) && l.words[r.to].script == arabic && !a.stopsArabic(l.words[r.to]) {
		r.to++
	}
	if r.next = r.to; r.to == end {
		return run{}, false
	}
	r.strength = a.strength(l, r.from, r.to)
	return r, true
}

func (a *analysis) stopsArabic(w word) bool {
	return a.verb[w.key] || a.opener[w.key] || a.common[w.key] || a.connector.whole([]word{w}) || a.locative.whole([]word{w})
}

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
	other := -1 // end of the last run that is no business: what is coordinated with it is none either
	for at := 0; at < len(l.words) && len(more) < maxOptions; {
		r, ok := a.runAt(l, at)
		if !ok {
			at++
			continue
		}
		at = max(r.next, at+1)
		if r.from >= r.to {
			continue
		}
		s := span{i, l.words[r.from].start, l.words[r.to-1].end}
		switch {
		case a.taken(s, found), a.isOwn(l, s), a.overlapsOwn(l, r):
			other = -1
		case other >= 0 && a.joins(l, other, r.from), a.excluded(l, r.from, r.to) && !a.isPlaceHere(l, r),
			a.publicBody(l.words[r.from:min(r.to+2, len(l.words))]), r.to-r.from == 1 && !r.marked && a.behindVerb(l, r.from):
			other = r.to
		case a.isPlaceHere(l, r):
			if and := r.to + 1; and < len(l.words) && l.adjacent(r.to) && a.joins(l, r.to, and) {
				if _, marked := markStarting(l, and); marked == r.marked {
					other = r.to
				}
			}
		case r.strength >= likely && a.offers(i, r, found, more):
			other = -1
			if o, ok := a.option(a.unprefixed(s)); ok {
				more = append(more, o)
				if o.out {
					other = r.to
				}
			}
		}
	}
	return more
}

// joins says whether nothing but "and", "or" or a comma stands between two words.
func (a *analysis) joins(l *line, from, to int) bool {
	switch to - from {
	case 0:
		sep := strings.TrimSpace(l.between(to))
		return sep == "," || sep == "/" || sep == "،" || sep == "、"
	case 1:
		return and(l.words[from]) || a.coordinates(l.words[from])
	}
	return false
}

// unprefixed drops the Arabic prefix that is written with a name's first word.
func (a *analysis) unprefixed(s span) span {
	l := &a.lines[s.line]
	from, _ := l.wordsIn(s.start, s.end)
	w := l.words[from]
	if w.script != arabic || a.category.whole([]word{{key: w.key, alt: w.key}}) {
		return s
	}
	for _, p := range arabicPrefixes {
		rest, ok := strings.CutPrefix(l.text[w.start:w.end], p)
		if !ok {
			continue
		}
		if key := fold(rest, false); a.category.whole([]word{{key: key, alt: key}}) {
			s.start += len(p)
			return s
		}
	}
	return s
}

func (a *analysis) taken(s span, found []option) bool {
	return slices.ContainsFunc(found, func(o option) bool { return s.start < o.end && o.start < s.end })
}

func (a *analysis) overlapsOwn(l *line, r run) bool {
	return slices.ContainsFunc(a.matchesIn(l, max(0, r.from-maxNameWords), r.to), func(m match) bool {
		return r.from < m.end && a.stands(l, m, 0, len(l.words), false)
	})
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

// introduces says whether a line leads to the list or table below it.
func (a *analysis) introduces(i int) bool {
	text := strings.TrimRight(a.lines[i].text, " *_")
	colon := strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
	return colon && i+1 < len(a.lines) && a.lines[i].kind != item && a.lines[i+1].kind != paragraph
}

// offers says whether the prose around a run offers what it names.
func (a *analysis) offers(i int, r run, found, more []option) bool {
	l := &a.lines[i]
	begin, end := l.sentenceOf(r.from)
	words := l.words[begin:end]
	if a.isPlaceHere(l, r) || a.isPersonHere(l, r, found) || a.refused(l, begin, r.from) || l.words[r.from].inside { // in brackets stand remarks on what is before them
		return false
	}
	if a.follows(l, r, begin, found, more) { // named beside one that is offered
		return true
	}
	cue := a.alternative.any(words) || a.praise.any(words)
	if begin > 0 { // what the sentence before announces
		before, _ := l.sentenceOf(begin - 1)
		cue = cue || a.alternative.any(l.words[before:begin]) && len(a.runs(l, before, begin)) == 0
	}
	at := a.behindAt(l, r)
	switch {
	case a.isBeside(a.such, l, begin, r.from):
		return true
	case a.led(l, begin, r, found), a.advises(l, begin, r.from) && !cue && !at:
		return false
	case begin > 0 && !cue && !at && a.advises(l, 0, min(begin, 3)): // the whole paragraph is advice
		return false
	case r.marked && !a.offered:
		return true
	case r.marked:
		return cue || at || r.strength == strong && l.kind == paragraph && !a.lead(l, found) && a.offer.any(words)
	case a.offered && !cue:
		return at && r.strength == strong && l.kind == item && len(found) == 0
	case r.strength == strong && a.lang == "de": // every noun has a capital, but two side by side are a name
		return at || a.sideBySide(l, r) || a.hasCategory(l.words[r.from:r.to]) || a.hasLegal(l.words[r.from:r.to])
	case r.strength == strong:
		return true
	}
	if a.lang == "de" {
		return germanTrade.MatchString(l.words[r.from].key) && !a.isOrdinary(l.words[r.from])
	}
	return a.subject(l, r)
}

// subject says whether a single word is one that a sentence is about: at its beginning before a verb, or written as only names are.
func (a *analysis) subject(l *line, r run) bool {
	w := l.words[r.from]
	if a.behindVerb(l, r.from) {
		return false
	}
	mixed := !w.caps && strings.IndexFunc(l.text[w.start+1:w.end], unicode.IsUpper) >= 0
	if r.to >= len(l.words) || l.between(r.to) == "-" { // Souhaitez-vous
		return mixed
	}
	next := l.words[r.to]
	verb := l.adjacent(r.to) && a.verb[next.key]
	goesOn := verb || l.adjacent(r.to) && !next.capital && next.script == latin && !a.connector.whole(l.words[r.to:r.to+1]) && !a.locative.whole(l.words[r.to:r.to+1])
	switch {
	case mixed, a.relative(l, r.to):
		return true
	case w.first && (a.lang == "nl" || a.lang == "de") && strings.HasSuffix(w.key, "en"): // an infinitive or a plural
		return false
	case w.first || r.from > 0 && l.words[r.from-1].first: // or behind an article that is
		return verb && !a.plural(l, r) || a.twoSubjects(l, r)
	}
	return w.apart && goesOn // a capital within a sentence, at the beginning of a clause
}

// relative says whether a comma and a relative pronoun follow, as they do names.
func (a *analysis) relative(l *line, i int) bool {
	if strings.TrimSpace(l.between(i)) != "," {
		return false
	}
	switch l.words[i].key {
	case "which", "who", "whose", "qui", "que", "dont", "che", "die", "dat", "cuyo", "cuya", "quien", "cujo", "cuja":
		return true
	}
	return false
}

// twoSubjects says whether a run is coordinated with another capital before a verb: "X and Y also sell".
func (a *analysis) twoSubjects(l *line, r run) bool {
	i := r.to
	if i+2 >= len(l.words) || !l.adjacent(i) || !and(l.words[i]) || !l.words[i+1].capital {
		return false
	}
	end := a.runEnd(l, i+1)
	return end < len(l.words) && l.adjacent(end) && a.verb[l.words[end].key]
}

// behindVerb says whether a verb stands right before a word, whose object it then is.
func (a *analysis) behindVerb(l *line, i int) bool {
	return i > 0 && l.adjacent(i) && !l.words[i-1].capital && a.verb[l.words[i-1].key] && !a.at.whole(l.words[i-1:i])
}

// plural says whether a single word looks like a noun in the plural before its verb: "Policies are", "Brokers who".
func (a *analysis) plural(l *line, r run) bool {
	key, verb := l.words[r.from].key, l.words[r.to].key
	switch verb {
	case "are", "were", "have", "do", "who", "that", "can", "often", "tend", "charge", "offer", "sont", "ont", "proposent", "qui", "sind", "haben", "son", "tienen", "suelen",
		"sono", "hanno", "são", "têm", "zijn", "hebben", "die", "dat", "que", "che", "usually", "mostly", "vary":
		return strings.HasSuffix(key, "s") || a.lang == "it" || a.lang == "nl"
	}
	return false
}

// sideBySide says whether a run begins with two capitals without a small word between, of which the first is no adjective.
func (a *analysis) sideBySide(l *line, r run) bool {
	if r.to-r.from < 2 || !l.words[r.from+1].capital || !l.adjacent(r.from+1) && !abbreviations[l.words[r.from].key] || strings.Contains(l.between(r.from+1), "-") {
		return false
	}
	w := l.words[r.from]
	if (a.common[w.key] || a.label[w.key] || a.opener[w.key]) && !a.category.whole([]word{w}) || a.isOrdinary(w) && a.isOrdinary(l.words[r.from+1]) ||
		w.first && a.isOrdinary(l.words[r.from+1]) {
		return false
	}
	first := w.key
	return !(strings.HasSuffix(first, "er") && a.isOrdinary(l.words[r.from+1])) && !a.isPlace(l.words[r.from+1:r.from+2])
}

// advises says whether a sentence begins as advice does, and goes on to a word without a colon.
func (a *analysis) advises(l *line, begin, at int) bool {
	for _, h := range a.advice.in(l.words, begin, at) {
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

func (a *analysis) hasLegal(words []word) bool {
	_, ok := a.legal.ending(words)
	return ok && len(words) > 1
}

// led says whether the sentence already speaks of a business at its head, so that further names in it are of its dishes, people, streets.
func (a *analysis) led(l *line, begin int, r run, found []option) bool {
	for _, o := range found {
		if o.line >= 0 && o.start < l.words[r.from].start && o.start >= l.words[begin].start && o.head {
			return true
		}
	}
	if l.kind == item && len(found) > 0 && found[0].head {
		return !a.alternative.any(l.words[begin : r.from+1])
	}
	return false
}

func (a *analysis) lead(l *line, found []option) bool {
	return slices.ContainsFunc(found, func(o option) bool { return o.head })
}

// nearOptions is how many names before a run are looked at: enumerations are shorter.
const nearOptions = 20

// follows says whether a run is coordinated with a name that is an option: "X and Y", "X, Y".
func (a *analysis) follows(l *line, r run, begin int, found, more []option) bool {
	// The last ones stand nearest; what an earlier sentence named is beside nothing here.
	near := append(slices.Clip(found[max(0, len(found)-nearOptions):]), more[max(0, len(more)-nearOptions):]...)
	for _, o := range near {
		if o.end > l.words[r.from].start || o.out || o.head && l.kind == item {
			continue
		}
		_, to := l.wordsIn(o.start, o.end)
		if to <= begin || r.strength < likely {
			continue
		}
		gap := outside(l.words[to:r.from])
		switch {
		case len(gap) == 0:
			sep := strings.TrimSpace(l.between(r.from))
			if i := strings.LastIndexAny(sep, ")）]"); i >= 0 {
				sep = strings.TrimSpace(sep[i+1:])
			}
			if sep == "," || sep == "、" || sep == "/" || sep == "،" {
				return true
			}
		case len(gap) <= 4 && (and(gap[0]) || a.coordinates(gap[0])) && every(gap[1:], func(w word) bool { return !w.capital }):
			return true
		case len(gap) <= 2 && strings.Contains(l.text[o.end:gap[0].start], ",") && every(gap, func(w word) bool {
			return !w.capital && (a.article.whole([]word{w}) || and(w) || a.at.whole([]word{w}))
		}):
			return true
		case r.strength == strong && (a.startsClause(l, to, r) || strings.HasPrefix(strings.TrimSpace(l.between(r.from)), ",") && r.to < len(l.words) && l.adjacent(r.to)):
			return true
		}
	}
	return false
}

// outside gives the words that don't stand in brackets.
func outside(words []word) []word {
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return w.inside })
}

// startsClause says whether a run begins a clause coordinated with one before: "X does this, and Y does that".
func (a *analysis) startsClause(l *line, from int, r run) bool {
	i := r.from
	for i > from && l.adjacent(i) && (a.article.whole(l.words[i-1:i]) || and(l.words[i-1]) || a.category.whole(l.words[i-1:i])) && !l.words[i-1].capital {
		i--
	}
	comma := strings.ContainsAny(l.between(i), ",،;)") || and(l.words[i])
	return comma && r.to < len(l.words) && l.adjacent(r.to) && !l.words[r.to].capital && !a.connector.whole(l.words[r.to:r.to+1])
}

func (a *analysis) coordinates(w word) bool {
	switch w.key {
	case "oppure", "ofwel", "sowie", "or", "ou", "oder", "o", "of", "och", "ainsi", "alongside", "ed", "ni", "أو", "e":
		return true
	}
	return false
}

// behindAt says whether a run stands behind a word that leads to businesses: "at X", "chez X", "bei X".
func (a *analysis) behindAt(l *line, r run) bool {
	for i := r.from - 1; i >= max(0, r.from-3); i-- {
		if !l.adjacent(i + 1) {
			return false
		}
		if a.at.whole(l.words[i : i+1]) {
			return true
		}
		if l.words[i].capital {
			return false
		}
	}
	return false
}

// isPlaceHere says whether a run tells where something is: behind a preposition of place, without a word of the trade.
func (a *analysis) isPlaceHere(l *line, r run) bool {
	words := l.words[r.from:r.to]
	if a.isPlace(words) || a.smallTown.whole(words) && r.from > 0 && !r.marked {
		return true
	}
	if r.from == 0 || a.hasCategory(words) {
		return false
	}
	if before := l.words[r.from-1 : r.from]; before[0].apart && !before[0].first && a.locative.whole(before) {
		return true // set off by commas: "X, en Huétor,"
	}
	if r.strength == strong && a.behindAt(l, r) {
		return false
	}
	for i := r.from - 1; i >= max(0, r.from-3); i-- {
		if !l.adjacent(i + 1) {
			return false
		}
		one := l.words[i : i+1]
		switch {
		case a.near.whole(one), a.street.whole(one):
			return true
		case a.locative.whole(one) && i == r.from-1, a.locative.whole(one) && a.article.whole(l.words[i+1:i+2]):
			return true
		case !a.article.whole(one) && !a.connector.whole(one):
			return false
		}
	}
	return false
}

// isPersonHere says whether a run is somebody who works for a business: behind the word for a role, or with a title where the trade isn't one of persons.
func (a *analysis) isPersonHere(l *line, r run, found []option) bool {
	begin, _ := l.sentenceOf(r.from)
	for i := max(begin, r.from-3); i < r.from; i++ {
		if a.attachedPerson(l.words[i]) && a.only(l, i+1, r.from) {
			return true
		}
	}
	titled := a.title.whole(l.words[r.from:r.from+1]) || r.from > 0 && a.title.whole(l.words[r.from-1:r.from])
	if a.led(l, begin, r, found) {
		return titled
	}
	return titled && !a.personal && !r.marked
}

func (a *analysis) attachedPerson(w word) bool { return a.worker.whole([]word{w}) }

// bracketBehind gives a second form that stands in brackets right behind a name.
func bracketBehind(l *line, at int) []string {
	rest := strings.TrimLeft(l.text[at:], " *_”\"»」")
	if m := brackets.FindStringSubmatchIndex(rest); m != nil && m[0] == 0 {
		return []string{rest[m[2]:m[3]]}
	}
	return nil
}

// japaneseProse finds the names in Japanese text: what is in bold or in quotation marks, in a sentence that isn't advice, and what is listed beside it.
func (a *analysis) japaneseProse(i int, found []option) []option {
	l := &a.lines[i]
	var more []option
	add := func(s span, from, to int) {
		if len(more) >= maxOptions || a.taken(s, found) || a.taken(s, more) || a.isOwn(l, s) || a.strength(l, from, to) < likely {
			return
		}
		if o, ok := a.option(s); ok {
			more = append(more, o)
		}
	}
	for _, m := range l.marks {
		from, to := l.wordsIn(m.start, m.end)
		if m.kind == code || m.kind == italic || from == to {
			continue
		}
		begin, end := l.sentenceOf(from)
		words := l.words[begin:end]
		cue := a.alternative.any(words) || a.praise.any(words) || a.offer.any(words)
		if a.refusal.any(words) || a.advice.any(words) && !cue || (a.offered || m.kind == quoted) && !cue || a.led(l, begin, run{from: from, to: to}, found) {
			continue
		}
		add(span{i, l.words[from].start, l.words[to-1].end}, from, to)
	}
	if !a.offered {
		named := func(s span) bool {
			within := func(o option) bool { return o.start >= s.start && o.end <= s.end && !o.out }
			return slices.ContainsFunc(found, within) || slices.ContainsFunc(more, within)
		}
		a.enumerated(l, named, add, i)
	}
	return more
}

// enumerated adds what is listed beside a name: the parts between commas, each up to the particle behind its name.
func (a *analysis) enumerated(l *line, named func(span) bool, add func(span, int, int), i int) {
	var parts []span
	for from := 0; from < len(l.text); {
		end := strings.IndexAny(l.text[from:], "、。")
		if end < 0 {
			end = len(l.text) - from
		}
		parts = append(parts, span{i, from, from + end})
		from += end + len("、")
	}
	reach := func(k int) bool { // whether a part beside this one is a name, in the same sentence
		return k >= 0 && k < len(parts) && named(parts[k])
	}
	for range 2 { // what stands before a name is found by the second pass
		for k := range parts {
			if !reach(k-1) && !reach(k+1) || named(parts[k]) || len(parts) > maxOptions {
				continue
			}
			s := a.untilParticle(l, parts[k])
			from, to := l.wordsIn(s.start, s.end)
			if to-from < 3 {
				continue
			}
			begin, end := l.sentenceOf(from)
			if words := l.words[begin:end]; (a.offer.any(words) || a.praise.any(words) || a.counts(words)) && !a.refusal.any(words) && !a.advice.any(l.words[from:to]) {
				add(s, from, to)
			}
		}
	}
}

// counts says whether a sentence counts businesses, as "three firms" does.
func (a *analysis) counts(words []word) bool {
	for i := 1; i < len(words); i++ {
		if words[i-1].script == numeral && strings.Contains("社軒店院件つ名", words[i].key) {
			return true
		}
	}
	return false
}

// untilParticle cuts a part of an enumeration before the first particle that no name has within.
func (a *analysis) untilParticle(l *line, s span) span {
	from, to := l.wordsIn(s.start, s.end)
	for i := from + 2; i < to; i++ {
		w := l.words[i]
		particle := w.script == kana && strings.Contains("のがはをもやでに", w.key)
		if particle && l.words[i-1].script != kana || w.inside && !l.words[from].inside {
			s.end = l.words[i-1].end
			break
		}
	}
	for s.start < s.end && !wordy(runeAt(l.text, s.start)) {
		s.start += len(string(runeAt(l.text, s.start)))
	}
	return s
}
