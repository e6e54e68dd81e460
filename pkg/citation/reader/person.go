package reader

import (
	"regexp"
	"strings"
)

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
