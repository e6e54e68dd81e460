package reader

import (
	"strings"
)

// isPlaceHere says whether a run tells where something is: behind a preposition of place, without a word of the trade.
func (a *analysis) isPlaceHere(l *line, r run) bool {
	words := l.words[r.from:r.to]
	if a.isPlace(words) || a.smallTown.whole(words) && r.from > 0 && !r.marked {
		return true
	}
	if r.from > 1 && l.adjacent(r.from) && l.adjacent(r.from-1) && a.located.whole(l.words[r.from-2:r.from-1]) && a.at.whole(l.words[r.from-1:r.from]) {
		return true
	}
	if r.from == 0 {
		return false
	}
	if before := l.words[r.from-1 : r.from]; before[0].apart && !before[0].first && !r.marked && a.locative.whole(before) && r.to < len(l.words) && strings.HasPrefix(l.between(r.to), ",") {
		return true // between commas, whatever its words are: "X, em Casa Forte, é"
	}
	if l.adjacent(r.from) && (a.near.whole(l.words[r.from-1:r.from]) || r.from > 1 && l.adjacent(r.from-1) && a.article.whole(l.words[r.from-1:r.from]) && a.near.whole(l.words[r.from-2:r.from-1])) {
		return true
	}
	if before := l.words[r.from-1 : r.from]; a.lang == "it" && before[0].apart && !before[0].first && !before[0].capital && before[0].end-before[0].start <= 2 && len(words) == 1 && !r.marked &&
		a.at.whole(before) && r.to < len(l.words) && strings.HasPrefix(l.between(r.to), ",") {
		return true // "X, a Silea,"
	}
	if a.hasCategory(words) {
		return false
	}
	if _, ok := a.contrast.ending(l.words[max(0, r.from-2):r.from]); ok { // "quant à X"
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

// maxHelm is how many words "at the helm" and its like have at most.
const maxHelm = 4

// isPersonHere says whether a run is somebody who works for a business: behind the word for a role, or with a title where the trade isn't one of persons.
func (a *analysis) isPersonHere(l *line, r run, found []option) bool {
	begin, _ := l.sentenceOf(r.from)
	for i := max(begin, r.from-3); i < r.from; i++ {
		if a.attachedPerson(l.words[i]) && a.only(l, i+1, r.from) {
			return true
		}
	}
	if a.hasLegal(l.words[r.from:min(r.to+1, len(l.words))]) {
		return false // a person isn't incorporated
	}
	if a.helm.any(l.words[r.to:min(r.to+maxHelm, len(l.words))]) && l.words[r.to].sentence == l.words[r.from].sentence {
		return true
	}
	if a.worksAt(l, r) {
		return true
	}
	titled := a.title.whole(l.words[r.from:r.from+1]) || r.from > 0 && a.title.whole(l.words[r.from-1:r.from])
	if a.led(l, begin, r, found) {
		return titled
	}
	return titled && !a.personal && (!r.marked || a.offered) && !a.at.whole(l.words[max(0, r.from-1):r.from])
}

// worksAt says whether a run of two or three words is somebody at a firm that is named right behind: "Priya Raman at Raman Law LLP".
func (a *analysis) worksAt(l *line, r run) bool {
	n := r.to - r.from
	words := l.words[r.from:r.to]
	if n < 2 || n > 3 || a.hasCategory(words) || r.to+1 >= len(l.words) || !l.adjacent(r.to) || !l.adjacent(r.to+1) || !employed[l.words[r.to].key] {
		return false
	}
	firm, ok := a.runAt(l, r.to+1)
	return ok && firm.from < firm.to && firm.strength == strong && (a.hasCategory(l.words[firm.from:firm.to]) || a.hasLegal(l.words[firm.from:firm.to]))
}

// Prepositions between somebody and the firm they work for.
var employed = set("at", "of", "from", "with", "chez", "bei", "bij", "van", "von")

func (a *analysis) attachedPerson(w word) bool { return a.worker.whole([]word{w}) }

// maxBracket is how long what stands in brackets behind a name may be, in bytes.
const maxBracket = 240

// bracketBehind gives a second form that stands in brackets right behind a name.
func bracketBehind(l *line, at int) []string {
	rest := clip(strings.TrimLeft(l.text[at:], " *_”\"»」"), maxBracket)
	if m := brackets.FindStringSubmatchIndex(rest); m != nil && m[0] == 0 {
		return []string{rest[m[2]:m[3]]}
	}
	return nil
}
