package reader

import (
	"regexp"
	"slices"
	"strings"
)

// stands says whether a match is the business's name: neither part of a longer name nor an ordinary use of its words.
func (a *analysis) stands(l *line, m match, from, to int, name bool) bool {
	if a.longerBehind(l, m, to, name) || a.longerBefore(l, m, from) {
		return false
	}
	words := l.words[m.start:m.end]
	if words[0].script != latin {
		return len(words) > 1 || !a.inCondition(l, m)
	}
	if !name && m.start > 0 && l.adjacent(m.start) && a.quantity.whole(l.words[m.start-1:m.start]) {
		return false // "several dentists at the market"
	}
	if !name && a.inCondition(l, m) {
		return false
	}
	capitals := slices.ContainsFunc(words, func(w word) bool { return w.capital || w.script == numeral })
	if m.form.generic {
		return a.standsAlone(l, m, from, to)
	}
	if short := len(words) == 1 && len([]rune(words[0].key)) <= 3; short && !words[0].caps && m.form.words[0].caps {
		return false
	}
	if len(words) == 1 && (a.inStreet(l, m) || m.form.short && !name && m.start > 0 && !(m.start == 1 && l.kind != paragraph) && l.adjacent(m.start) &&
		!l.words[m.start-1].capital && a.article.whole(l.words[m.start-1:m.start])) {
		return false // "the" before what is left of a name makes it a thing
	}
	if a.lang == "de" && len(words) == 1 && to-from > 1 && (a.commonNoun(l, m) || !name && a.thing(l, m)) {
		return false
	}
	capitals = capitals && a.keepsCapital(m.form.words, words)
	// Answers write names with capitals, unless they have none at all, or set this one off.
	return capitals || !slices.ContainsFunc(m.form.words, func(w word) bool { return w.capital }) || len(a.inner) == 0 || a.coversMark(l, m)
}

// declined is how German adjectives end.
var declined = regexp.MustCompile(`e[nrsm]?$`)

// commonNoun says whether a German sentence uses a word as a noun: behind an indefinite article or an adjective, or before a genitive.
func (a *analysis) commonNoun(l *line, m match) bool {
	if m.start > 0 && l.adjacent(m.start) {
		before := l.words[m.start-1]
		adjective := !before.capital && !before.first && len(before.key) > 4 && !a.isOrdinary(before) && declined.MatchString(before.key)
		if strings.HasPrefix(before.key, "ein") || strings.HasPrefix(before.key, "kein") || adjective {
			return true
		}
	}
	return m.end+1 < len(l.words) && l.adjacent(m.end) && (l.words[m.end].key == "der" || l.words[m.end].key == "des") && l.words[m.end+1].capital
}

// thing says whether a German sentence speaks of the thing that a name of one word means: behind an article, where the answer sets its businesses off
// elsewhere and this sentence offers none.
func (a *analysis) thing(l *line, m match) bool {
	if m.start == 0 || !l.adjacent(m.start) || l.kind != paragraph {
		return false
	}
	switch l.words[m.start-1].key {
	case "der", "die", "das", "den", "dem", "des", "im", "am", "vom", "zum", "zur", "ins", "beim":
	default:
		return false
	}
	begin, end := l.sentenceOf(m.start)
	words := l.words[begin:end]
	if m.form.short && len(a.named) > 0 {
		return true
	}
	return (m.form.short || len(a.named) > 0) && !a.praise.any(words) && !a.alternative.any(words) && !a.offer.any(words)
}

// inCondition says whether a match stands in the condition that a list is introduced by: "Who likes X at first sight will find it here:".
func (a *analysis) inCondition(l *line, m match) bool {
	begin, end := l.sentenceOf(m.start)
	if l.kind != paragraph || !conditional[l.words[begin].key] || end < len(l.words) || !strings.HasSuffix(strings.TrimRight(l.text, " *_"), ":") {
		return false
	}
	clause := slices.ContainsFunc(l.words[m.end:end], func(w word) bool { return w.apart })
	before := slices.ContainsFunc(l.words[begin+1:m.end], func(w word) bool { return w.apart })
	return clause && !before && m.start > begin && !a.at.whole(l.words[m.start-1:m.start])
}

// inStreet says whether a single word is part of an address: rue Castagnet, Castagnet Street.
func (a *analysis) inStreet(l *line, m match) bool {
	for i := max(0, m.start-3); i < m.start; i++ {
		if end, ok := a.street.at(l.words, i); ok && end <= m.start && l.words[i].sentence == l.words[m.start].sentence && every(l.words[end:m.start], func(w word) bool { return !w.capital }) {
			return true
		}
	}
	if m.end < len(l.words) && l.words[m.end].capital {
		_, ok := a.street.at(l.words, m.end)
		return ok
	}
	return false
}

// standsAlone says whether a name of ordinary words stands where only a name does: alone in its mark, heading, item or cell, or with capitals within a
// sentence.
func (a *analysis) standsAlone(l *line, m match, from, to int) bool {
	words := l.words[m.start:m.end]
	if m.start <= from && m.end >= to && (l.kind == heading || l.kind == cell || l.kind == card) {
		return true // all that stands there, however it is written
	}
	telling := m.start == 0 && !every(words, a.isOrdinary) // small letters, but at the head of a line
	if (words[0].capital || telling) && a.coversMark(l, m) {
		return true
	}
	caps := every(words, func(w word) bool {
		return w.capital || w.script == numeral || and(w) || a.connector.whole([]word{w}) || a.article.whole([]word{w})
	})
	if !caps {
		return false
	}
	article := m.start > 0 && a.article.whole(l.words[m.start-1:m.start]) && l.words[m.start-1].capital
	if article {
		from = min(from, m.start-1)
	}
	begin := m.start
	if article {
		begin--
	}
	whole := begin <= from && m.end >= to
	marked := slices.ContainsFunc(l.around(l.words[begin].start), func(k mark) bool {
		f, t := l.wordsIn(k.start, k.end)
		return f == begin && t == m.end && k.kind != italic
	})
	switch {
	case marked, whole && l.kind != paragraph:
		return true
	case l.kind != paragraph && begin == 0 && a.endsHead(l, m.end):
		return true
	case a.lang == "de" && len(words) == 1:
		return false
	case article, len(words) > 1:
		return true
	}
	return !l.words[begin].first || a.sitsAt(l, m.end)
}

// sitsAt says whether a preposition, a place with a capital and a verb follow, as they do the names of businesses: "Overhang on Santa Fe Drive is".
func (a *analysis) sitsAt(l *line, i int) bool {
	if i+2 >= len(l.words) || !l.adjacent(i) || !a.locative.whole(l.words[i:i+1]) {
		return false
	}
	k := i + 1
	if a.article.whole(l.words[k : k+1]) {
		k++
	}
	n := k
	for n < len(l.words) && l.words[n].capital && l.adjacent(n) && !l.words[n].first {
		n++
	}
	return n > k && n < len(l.words) && l.adjacent(n) && a.verb[l.words[n].key]
}

// keepsCapital says whether the first telling word of a name has its capital: "la serrurerie Clé d'Or" names, "tanto sol do Alentejo" doesn't.
func (a *analysis) keepsCapital(name, words []word) bool {
	for i, w := range words {
		one := words[i : i+1]
		if !name[i].capital || w.script != latin || i+1 < len(words) && (a.category.whole(one) || a.inCategory(words, i)) {
			continue
		}
		return w.capital
	}
	return true
}

// inCategory says whether a word is part of a phrase of the trade that the name begins with.
func (a *analysis) inCategory(words []word, i int) bool {
	end, ok := a.category.at(words, 0)
	return ok && i < end
}

// coversMark says whether a bold run or a link holds the name and nothing else.
func (a *analysis) coversMark(l *line, m match) bool {
	return slices.ContainsFunc(l.around(l.words[m.start].start), func(k mark) bool {
		from, to := l.wordsIn(k.start, k.end)
		if k.kind != bold && k.kind != link {
			return false
		}
		for from < m.start && a.article.whole(l.words[from:from+1]) {
			from++
		}
		return from == m.start && to == m.end
	})
}

// endsHead says whether what follows a name at the beginning of an item sets it off.
func (a *analysis) endsHead(l *line, to int) bool {
	return to >= len(l.words) || strings.TrimSpace(l.between(to)) != ""
}
