package reader

import (
	"slices"
	"strings"
)

// noteLonger notes that a mention goes on as a longer name, that of something else.
func (a *analysis) noteLonger(l *line, m match, to int, name bool) {
	if a.longerBehind(l, m, to, name) {
		a.longer[joinKeys(m.form.words)] = true
	}
}

// shortOfLonger says whether a mention in prose, less than the whole name, may be short for the longer name that the answer had before: "Rainha Santa
// Isabel", and then "a Rainha Santa".
func (a *analysis) shortOfLonger(l *line, m match, to int, name bool) bool {
	return !name && a.longer[joinKeys(m.form.words)] && len(m.form.words) < len(a.own[0].words) && !a.longerBehind(l, m, to, name)
}

// longerBehind says whether the name goes on behind the match: "Marina Crescent Suites" is not "Marina".
func (a *analysis) longerBehind(l *line, m match, to int, name bool) bool {
	i := m.end
	for i < to && l.adjacent(i) {
		w := l.words[i]
		switch w.script {
		case han, kana, katana:
			if w.key == "の" && i+1 < to && l.between(i) == "" && (l.kind == cell || l.kind == heading || name) {
				return true // みどりの風 is not みどり
			}
			return l.between(i) == "" && a.goesOn(l.words[i-1], w, l.words[i:to])
		case arabic:
			return a.longerArabic(l, i, to)
		}
		if strings.HasPrefix(l.between(i), "' ") || strings.HasPrefix(l.between(i), "’ ") {
			return false // the possessive of a name in s
		}
		if possessive(l, i) {
			i++
			continue
		}
		if end, ok := a.allowed(l.words, i); ok && end <= to {
			i = end
			continue
		}
		if n := kin(l.words, i); n > 0 && i+n <= to {
			if !a.family {
				return true
			}
			i += n
			continue
		}
		if w.key == "&" || w.key == "+" || name && and(w) {
			return i+1 < to && l.words[i+1].capital && !a.category.whole(l.words[i+1:i+2])
		}
		if !w.capital && w.script != numeral {
			return false
		}
		if w.first || m.genitive || w.script == numeral && !l.within(l.words[m.start].start, w.end) {
			return false
		}
		return !(a.lang == "de" && a.isOrdinary(w))
	}
	return false
}

func possessive(l *line, i int) bool {
	return l.words[i].key == "s" && strings.ContainsAny(l.between(i), "'’`")
}

// allowed gives the end of words that may follow or precede a name without making it another: its trade, its legal form, its town, a branch's kind.
func (a *analysis) allowed(words []word, i int) (int, bool) {
	for _, list := range []phrases{a.category, a.legal, a.credential, a.branch} {
		if end, ok := list.at(words, i); ok {
			return end, true
		}
	}
	if a.isCity(words[i]) {
		return i + 1, true
	}
	return i, false
}

// Particles and verbs that follow a name in Japanese.
const particles = "はがをにでともやのへかよねさだでなどまらより"

// goesOn says whether a character continues the word that a name in Japanese ends with.
func (a *analysis) goesOn(last, next word, rest []word) bool {
	if _, ok := a.branch.at(rest, 0); ok {
		return false
	}
	switch next.script {
	case kana:
		return last.script == kana && !strings.ContainsAny(next.key, particles)
	case han:
		return last.script == han || last.script == katana && !a.category.any(rest[:1])
	case katana:
		return last.script == katana
	}
	return false
}

// longerArabic says whether an Arabic name goes on within its mark.
func (a *analysis) longerArabic(l *line, i, to int) bool {
	if !l.within(l.words[i-1].start, l.words[i].end) || l.kind == paragraph && len(l.marks) == 0 {
		return false
	}
	for i < to && l.adjacent(i) {
		end, ok := a.allowed(l.words, i)
		if !ok {
			return !a.town.whole(l.words[i : i+1])
		}
		i = end
	}
	return false
}

// longerBefore says whether the name began before the match: "Marlow Petalworth" is not "Petalworth".
func (a *analysis) longerBefore(l *line, m match, from int) bool {
	i := m.start
	for i > from && l.adjacent(i) {
		w := l.words[i-1]
		switch {
		case w.script == han && l.words[i].script == han && l.between(i) == "":
			return !a.categoryBefore(l.words[from:i]) && !a.cityBefore(l.words[from:i])
		case w.script == katana && l.words[i].script == katana && l.between(i) == "":
			return !a.categoryBefore(l.words[from:i])
		case w.script != latin && w.script != numeral:
			return false
		}
		if a.article.whole(l.words[i-1:i]) || a.title.whole(l.words[i-1:i]) || a.legal.whole(l.words[i-1:i]) || a.isCity(w) {
			i--
			continue
		}
		if start, ok := a.category.ending(l.words[from:i]); ok {
			i = from + start
			continue
		}
		if (w.key == "&" || w.key == "+") && i-1 > from {
			return l.words[i-2].capital
		}
		if !w.capital {
			joined := a.connector.whole(l.words[i-1:i]) && i-2 >= from && l.adjacent(i-1) && l.words[i-2].capital && !a.isOrdinary(l.words[i-2])
			return joined && l.within(l.words[i-2].start, l.words[m.start].end)
		}
		if a.isOrdinary(w) && (w.first || a.lang == "de" || i-1 == from) {
			return false
		}
		return !w.first || l.within(w.start, l.words[m.start].end)
	}
	return false
}

func (a *analysis) categoryBefore(words []word) bool {
	_, ok := a.category.ending(words)
	return ok
}

func (a *analysis) cityBefore(words []word) bool {
	return len(words) >= len(a.city) && len(a.city) > 0 && slices.EqualFunc(words[len(words)-len(a.city):], a.city, func(x, y word) bool { return x.key == y.key })
}
