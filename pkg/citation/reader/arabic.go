package reader

import (
	"strings"
)

// arabicRun reads a name in Arabic prose: a word of the trade, or a title where a person is the business, and what follows it, up to a verb, a
// preposition or a mark.
func (a *analysis) arabicRun(l *line, i int) (run, bool) {
	end, ok := a.category.at(l.words, i)
	if !ok && a.personal {
		end, ok = a.title.at(l.words, i)
	}
	if !ok || strings.HasPrefix(l.words[i].key, "لل") || strings.HasPrefix(l.words[i].key, "ل") && ok && !a.category.whole([]word{{key: l.words[i].key, alt: l.words[i].key}}) { // "for cars"
		return run{}, false
	}
	r := run{from: i, to: end}
	for r.to < len(l.words) && r.to-i < 5 && l.adjacent(r.to) && l.words[r.to].script == arabic && !a.stopsArabic(l.words[r.to]) &&
		!a.andTrade(l.words[r.to]) {
		r.to++
	}
	if r.next = r.to; r.to == end {
		return run{}, false
	}
	r.strength = a.strength(l, r.from, r.to)
	return r, true
}

// andTrade says whether a word is "and" written together with a word of the trade, with which another name begins.
func (a *analysis) andTrade(w word) bool {
	rest, ok := strings.CutPrefix(w.key, "و")
	return ok && a.category.whole([]word{{key: rest, alt: rest}}) && !a.category.whole([]word{{key: w.key, alt: w.key}})
}

func (a *analysis) stopsArabic(w word) bool {
	return a.verb[w.key] || a.opener[w.key] || a.common[w.key] || a.connector.whole([]word{w}) || a.locative.whole([]word{w})
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
