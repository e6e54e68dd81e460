package reader

import (
	"regexp"
	"slices"
	"strings"
)

// How many words may stand between what is said of a business and its name.
const (
	nearBy  = 4  // "avoid the rather dear X"
	farther = 10 // "I have no reliable information about the tax consultants X"
)

// ruledOut says whether the answer speaks of what stands at a span without offering it: as closed, unknown, unfit, warned against, as a landmark, as
// something that an option works with.
func (a *analysis) ruledOut(s span) bool {
	l := &a.lines[s.line]
	from, to := l.wordsIn(s.start, s.end)
	if from == to {
		return false
	}
	begin, end := l.sentenceOf(from)
	return l.crossed || a.rejectedAbove(s.line) || a.isBeside(a.landmark, l, begin, from) || a.isBeside(a.credited, l, begin, from) || a.isAttached(l, begin, from) ||
		a.saidBefore(l, begin, from) || a.saidBehind(l, to, end) || l.kind == paragraph && a.isAnother(l, to, end) || a.saidNext(l, to, end)
}

// rejectedAbove says whether the heading or the line over a list rejects what it lists.
func (a *analysis) rejectedAbove(i int) bool {
	l := &a.lines[i]
	if l.kind != item && l.kind != cell {
		return l.under >= 0 && a.rejects(&a.lines[l.under])
	}
	first := i
	if l.kind == item {
		first = a.begins[l.list]
	}
	if first > 0 && a.lines[first-1].kind == paragraph && strings.HasSuffix(strings.TrimRight(a.lines[first-1].text, " *_"), ":") && a.rejects(&a.lines[first-1]) {
		return true
	}
	return l.under >= 0 && a.lines[l.under].kind != item && a.rejects(&a.lines[l.under])
}

// rejects says whether an introduction warns of what follows, or says that it is closed.
func (a *analysis) rejects(l *line) bool {
	if l.kind == item || l.kind == cell || len(l.words) == 0 {
		return false
	}
	from, to := l.sentenceOf(len(l.words) - 1)
	if l.kind == paragraph && !strings.HasSuffix(strings.TrimRight(l.text, " *_"), ":") {
		return false
	}
	words := l.words[from:to]
	return len(words) <= 14 && (a.warned.any(words) || a.closed.any(words) || a.unfit.any(words) || a.unsuited.any(words)) && len(a.runs(l, from, to)) == 0
}

// isBeside says whether a phrase stands right before a name: it only tells where something else is, or who says it.
func (a *analysis) isBeside(list phrases, l *line, begin, from int) bool {
	for _, h := range list.in(l.words, begin, from) {
		small := every(l.words[h.end:from], func(w word) bool {
			one := []word{w}
			return a.article.whole(one) || a.connector.whole(one) || a.category.whole(one) || a.title.whole(one)
		})
		if small && a.only(l, h.end, from) {
			return true
		}
	}
	return false
}

// only says whether nothing but small words stands between two words, and no mark that ends a clause.
func (a *analysis) only(l *line, from, to int) bool {
	for i := from; i < to; i++ {
		if w := l.words[i]; w.capital && !a.category.whole([]word{w}) && !a.title.whole([]word{w}) && !a.article.whole([]word{w}) {
			return false
		}
	}
	for i := from; i <= to && i < len(l.words); i++ {
		if strings.ContainsAny(l.between(i), ".;:,()") {
			return false
		}
	}
	return true
}

// isAttached says whether a name is that of something which an option uses, sells, belongs to or works with.
func (a *analysis) isAttached(l *line, begin, from int) bool {
	for _, h := range a.attached.in(l.words, begin, from) {
		if from-h.end <= farther && !a.clauseEnds(l, h.end, from) && !a.opensClause(l, h.end, from) {
			return true
		}
	}
	return false
}

// opensClause says whether a name behind a comma and "and" is the subject of a clause of its own: "X fits A and B, and Y also handles".
func (a *analysis) opensClause(l *line, from, at int) bool {
	if at < 2 || at-1 <= from || !and(l.words[at-1]) || !strings.Contains(l.between(at-1), ",") {
		return false
	}
	r, ok := a.runAt(l, at)
	return ok && r.to < len(l.words) && l.adjacent(r.to) && a.verb[l.words[r.to].key]
}

// clauseEnds says whether a clause ends between two words: by a semicolon or a closing bracket, or by a comma with a contrast or a relative behind it.
func (a *analysis) clauseEnds(l *line, from, to int) bool {
	for i := from; i <= to && i < len(l.words); i++ {
		if strings.ContainsAny(l.between(i), ";)）。；") || strings.ContainsAny(l.between(i), "–—") {
			return true
		}
		if i < to {
			if end, ok := a.contrast.at(l.words, i); ok && (!relativePronoun[l.words[i].key] || l.words[i].apart || end > i+1) {
				return true
			}
		}
	}
	return false
}

// saidBefore says whether something before the name rules it out: "avoid X", "I know nothing of X".
func (a *analysis) saidBefore(l *line, begin, from int) bool {
	for _, h := range a.warned.in(l.words, begin, from) {
		opens := h.start-begin <= 1 // "Avoid places such as X" speaks of all that follows
		if (opens || from-h.end <= nearBy) && !a.clauseEnds(l, a.skipContrast(l, h.end), from) {
			return true
		}
	}
	for _, list := range []phrases{a.unknown, a.confusion} {
		for _, h := range list.in(l.words, begin, from) {
			if from-h.end <= farther && !a.clauseEnds(l, h.end, from) {
				return true
			}
		}
	}
	for _, h := range a.closed.in(l.words, begin, from) { // "the closed X", "sadly closed: X"
		if from-h.end <= 1 && !a.clauseEnds(l, h.end, from) && len(a.runs(l, begin, h.start)) == 0 {
			return true
		}
	}
	return false
}

// skipContrast gives the end of a contrast that is part of what was said: "Avoid, however, X".
func (a *analysis) skipContrast(l *line, at int) int {
	if at < len(l.words) {
		if end, ok := a.contrast.at(l.words, at); ok {
			return end
		}
	}
	return at
}

// saidBehind says whether something behind the name, in its sentence, rules it out, and no other name stands between: "X, alas, has closed".
func (a *analysis) saidBehind(l *line, to, end int) bool {
	if end, ok := a.closed.at(l.words, min(to, len(l.words)-1)); ok && to < end && l.adjacent(to) { // "X has closed its place in Y"
		return true
	}
	if a.lang == "de" && to < end && germanAuxiliary[l.words[to].key] && l.adjacent(to) && germanClosed[l.words[end-1].key] {
		return true
	}
	for k, list := range []phrases{a.closed, a.unfit, a.unknown, a.warned, a.confusion} {
		for _, h := range list.in(l.words, to, end) {
			if !a.interposed(l, to, h.start) {
				// "avoid" and the like point at what follows them, if a name does.
				stop := a.clauseStop(l, h.end, end)
				if direct := k < 2 && (h.start == to || l.words[h.start].apart); direct || len(a.runs(l, h.end, stop)) == 0 || strings.ContainsAny(l.between(h.end), ",;.") {
					return true
				}
			}
		}
	}
	return false
}

// German puts between an auxiliary and its participle all that it has to say.
var (
	germanAuxiliary = set("hat", "haben", "ist", "wurde", "hatte", "wird", "soll", "musste")
	germanClosed    = set("geschlossen", "dichtgemacht", "zugemacht", "aufgegeben", "aufgelost", "zugesperrt", "eingestellt", "schliessen")
)

// clauseStop gives the end of the clause that a word is in: a semicolon, or the end of the sentence.
func (a *analysis) clauseStop(l *line, from, end int) int {
	for i := from; i < end; i++ {
		if strings.ContainsAny(l.between(i), ";；؛") {
			return i
		}
	}
	return end
}

// isAnother says whether a name's own sentence goes on to say that it is somebody else: "X Group in Vancouver is a different firm".
func (a *analysis) isAnother(l *line, to, end int) bool {
	hits := a.confusion.in(l.words, to, end)
	return len(hits) > 0 && hits[0].start-to <= nearBy+2 && a.only(l, to, hits[0].start) && len(a.runs(l, hits[0].end, end)) == 0
}

// interposed says whether another business is named between two words: neither a place nor what only tells where something is.
func (a *analysis) interposed(l *line, from, to int) bool {
	begin, _ := l.sentenceOf(from)
	return slices.ContainsFunc(a.runs(l, from, to), func(r run) bool {
		return !a.isPlaceHere(l, r) && !a.isBeside(a.landmark, l, begin, r.from)
	})
}

// saidNext says whether the next sentence, if it has no name of its own, says that the business is no option.
func (a *analysis) saidNext(l *line, to, end int) bool {
	others := func(r run) bool { return !a.publicBody(l.words[r.from:r.to]) && !a.excluded(l, r.from, r.to) }
	if end >= len(l.words) || slices.ContainsFunc(a.runs(l, to, end), others) {
		return false
	}
	begin, next := l.sentenceOf(end)
	if len(a.runs(l, begin+1, next)) > 0 {
		return false
	}
	if first := l.words[begin]; len(a.matchesIn(l, begin, next)) > 0 || first.capital && !a.isOrdinary(first) && begin+1 < next && (a.verb[l.words[begin+1].key] || a.closesHere(l, begin+1)) {
		return false // it speaks of another
	}
	return a.closed.any(l.words[begin:next]) || a.warned.any(l.words[begin:next])
}

// closesHere says whether a phrase that says so begins at a word: what stands before it has closed.
func (a *analysis) closesHere(l *line, at int) bool {
	_, ok := a.closed.at(l.words, at)
	return ok
}

var distance = regexp.MustCompile(`(?i)\d+([.,]\d+)?\s*(km|kilomet|miles?\b|mi\b|キロ|كم|كيلومتر|min(ut|\.|\b)|分)`)

// elsewhereName says whether a name that is the business's is said of another one, in another town.
func (a *analysis) elsewhereName(l *line, m match) bool {
	begin, end := l.sentenceOf(m.start)
	if len(a.confusion.in(l.words, begin, m.start)) > 0 {
		return true
	}
	if len(a.city) == 0 {
		return false
	}
	if m.start == begin || l.words[m.start].apart || l.kind != item {
		for _, h := range a.confusion.in(l.words, m.end, end) { // "X is listed, but that refers to a company in Phoenix"
			if h.end < end && !a.interposed(l, m.end, h.start) {
				if _, ok := a.foreignTown(l, h.end, true); ok {
					return true
				}
			}
		}
	}
	_, ok := a.otherTown(l, m)
	return ok && len(a.branch.in(l.words, m.end, min(m.end+6, end))) == 0
}

// otherTown gives the town that a mention is said to be in, where it isn't the business's own.
func (a *analysis) otherTown(l *line, m match) (string, bool) {
	begin, end := l.sentenceOf(m.start)
	first := l.kind != paragraph && m.start == 0 // at the head of an item: what is said behind it is said of it
	apartSaid := first && len(a.confusion.in(l.words, m.end, end)) > 0
	near := first && m.end < len(l.words) && a.near.whole(l.words[m.end:m.end+1]) && a.elsewhere.any(l.words[m.end:end])
	another := m.start > begin && indefinite[a.lang][l.words[m.start-1].key] && !l.words[m.start-1].capital && l.adjacent(m.start)
	cue := apartSaid || near || another || !first && len(a.elsewhere.in(l.words, begin, end)) > 0 || !first && distance.MatchString(l.text[l.words[begin].start:l.words[end-1].end])
	// Right behind: "X in Lyon", "X (Lyon)", "X, Lyon".
	for i := m.end; i < min(m.end+3, len(l.words)); i++ {
		w := l.words[i]
		if district := w.key == "na" || w.key == "no"; a.lang == "pt" && district && !cue && i+1 < len(l.words) && l.words[i+1].key != "porto" && l.words[i+1].key != "rio" {
			break // towns have no article, parts of them do
		}
		if town, ok := a.foreignTown(l, i, cue); ok {
			return town, true
		}
		if another && a.isCity(w) && i+1 < len(l.words) && l.words[i+1].capital && strings.TrimSpace(l.between(i+1)) == "," { // "a X in Cambridge, Massachusetts"
			return l.text[w.start:l.words[i+1].end], true
		}
		one := []word{w}
		if !a.connector.whole(one) && !a.locative.whole(one) && !a.article.whole(one) && !a.category.whole(one) && !(near && a.near.whole(one)) && !(another && a.at.whole(one)) {
			break
		}
	}
	if town, ok := a.onlyThat(l, m.end, end); ok {
		return town, true
	}
	// At the beginning of the sentence: "In Lyon there is another X".
	for i := begin; i < m.start; i++ {
		if !a.locative.whole(l.words[i:i+1]) || i+1 >= m.start {
			continue
		}
		if town, ok := a.foreignTown(l, i+1, cue); ok && len(a.runs(l, min(i+2, m.start), m.start)) == 0 {
			return town, true
		}
	}
	return "", false
}

// indefinite are the articles, by language, that make a name one of several: "there is also a Cricket in Pescia".
var indefinite = map[string]map[string]bool{
	"en": set("a", "an", "another"), "fr": set("un", "une", "autre"), "de": set("ein", "eine", "einen", "einem", "einer"), "es": set("un", "una", "otro", "otra"),
	"it": set("un", "una", "uno", "altro", "altra"), "pt": set("um", "uma", "outro", "outra"), "nl": set("een"),
}

var (
	isWord = set("is", "est", "ist", "es", "e") // Italian and Portuguese is, folded
	theOne = set("the", "that", "celle", "celui", "die", "der", "das", "la", "el", "quella", "quello", "a", "o", "degene")
	inWord = set("in", "à", "a", "en", "em", "one") // and the prepositions of the genitive
)

// onlyThat says whether a sentence goes on to say that the one it speaks of is that of another town: "the X there is is the one in Leeds".
func (a *analysis) onlyThat(l *line, from, end int) (string, bool) {
	for i := from; i+3 < end; i++ {
		if !isWord[l.words[i].key] || !theOne[l.words[i+1].key] {
			continue
		}
		for k := i + 2; k < min(i+5, end-1) && (inWord[l.words[k].key] || ofWord[l.words[k].key]); k++ {
			if town, ok := a.foreignTown(l, k+1, true); ok {
				return town, true
			}
		}
	}
	return "", false
}

// foreignTown says whether another town than the business's is named at a word. A small one may be a part of the business's own town: there the answer
// must say that it is elsewhere.
func (a *analysis) foreignTown(l *line, i int, cue bool) (string, bool) {
	w := l.words[i]
	if a.isCity(w) || w.script == latin && !w.capital {
		return "", false
	}
	end, ok := a.town.at(l.words, i)
	if !ok && cue {
		end, ok = a.smallTown.at(l.words, i)
	}
	if !ok && cue && w.script == latin && !a.isOrdinary(w) && !slices.ContainsFunc(l.words[i:i+1], func(w word) bool { return w.first }) {
		end, ok = i+1, true
	}
	if !ok {
		return "", false
	}
	if end < len(l.words) && l.adjacent(end) && w.script == latin {
		_, street := a.street.at(l.words, end)
		if street || l.words[end].capital && a.lang != "de" || end+1 < len(l.words) && a.joiner.whole(l.words[end:end+1]) && l.words[end+1].capital {
			return "", false
		}
	}
	return l.text[w.start:l.words[end-1].end], true
}

// namesake makes a rival of a business of the same name in another town, where the answer offers it.
func (a *analysis) namesake(i int, s span, m match, found *[]option) {
	l := &a.lines[i]
	begin, end := l.sentenceOf(m.start)
	if len(a.confusion.in(l.words, begin, m.start)) > 0 || (m.start > begin || l.kind == paragraph && len(l.marks) == 0) && len(a.confusion.in(l.words, m.end, end)) > 0 {
		return
	}
	if _, only := a.onlyThat(l, m.end, end); only || m.start > begin && a.unfit.any(l.words[m.end:end]) {
		return
	}
	town, ok := a.otherTown(l, m)
	words := l.words[begin:end]
	_, _, marked := a.bounds(l, m)
	offered := marked || a.atHead(i, s) || a.alternative.any(words) || a.elsewhere.any(words) || a.offer.any(words) || a.praise.any(words)
	if !ok || !offered {
		return
	}
	start := s.start
	if m.start > 0 && l.adjacent(m.start) && l.words[m.start-1].capital && a.article.whole(l.words[m.start-1:m.start]) {
		start = l.words[m.start-1].start
	}
	name, _ := a.canonical(l.text[start:s.end])
	*found = append(*found, option{span: s, name: name + " (" + town + ")", also: []string{name}, out: a.ruledOut(s)})
}
