package reader

import (
	"regexp"
	"slices"
	"strings"
)

// isOwn says whether a name that stands by itself, as a head does, is the business's.
func (a *analysis) isOwn(l *line, s span) bool {
	from, to := l.wordsIn(s.start, s.end)
	for _, m := range a.matchesIn(l, from, to) {
		if m.end <= to && a.stands(l, m, from, to, true) {
			return true
		}
	}
	return a.ownLink(l, s)
}

// matches are the places of a line that have the business's name.
func (a *analysis) matches(l *line) []match {
	found, ok := a.found[l]
	if !ok {
		found = a.match(l)
		a.found[l] = found
	}
	return found
}

// matchesIn are those that begin among some words.
func (a *analysis) matchesIn(l *line, from, to int) []match {
	all := a.matches(l)
	first, _ := slices.BinarySearchFunc(all, from, func(m match, at int) int { return m.start - at })
	last, _ := slices.BinarySearchFunc(all, to, func(m match, at int) int { return m.start - at })
	return all[first:max(first, last)]
}

// match looks for the name, right ones before those with a slip.
func (a *analysis) match(l *line) []match {
	var all []match
	used := make([]bool, len(l.words)+1)
	taken := func(m match) bool {
		if slices.Contains(used[m.start:m.end], true) {
			return true
		}
		for i := m.start; i < m.end; i++ {
			used[i] = true
		}
		return false
	}
	if a.forgiving { // first: what is right stands nowhere as the name
		for _, f := range a.own {
			for _, m := range f.slips(l.words) {
				if l.words[m.start].capital == f.words[0].capital && !a.known(l.words[m.start:m.end]) && !taken(m) {
					all = append(all, m)
				}
			}
		}
	}
	for _, f := range a.own {
		for _, m := range f.find(l.words) {
			if !taken(m) {
				all = append(all, m)
			}
		}
	}
	slices.SortFunc(all, func(x, y match) int { return x.start - y.start })
	return all
}

// ownMentions finds the business in a line, beside the heads that are others' names.
func (a *analysis) ownMentions(i int, rivals []option) []option {
	l := &a.lines[i]
	var found []option
	add := func(s span, head bool) {
		inRival := slices.ContainsFunc(rivals, func(o option) bool { return s.start < o.end && o.start < s.end })
		if !inRival {
			o := option{span: s, own: true, head: head, out: a.ruledOut(s) || !head && a.nearOnly(s)}
			o.by = !o.out && !head && a.aside(s, rivals)
			o.out = o.out || o.by
			found = append(found, o)
		}
	}
	for _, m := range a.matches(l) {
		from, to, name := a.bounds(l, m)
		for _, h := range a.named[i] { // a head that was found to be a name
			if f, t := l.wordsIn(h.start, h.end); f <= m.start && t >= m.end && t-f < to-from {
				from, to, name = f, t, true
			}
		}
		if !a.stands(l, m, from, to, name) || a.wordBefore(i, m) || a.shortOfLonger(l, m, to, name) {
			a.noteLonger(l, m, to, name)
			continue
		}
		s := span{line: i, start: l.words[m.start].start, end: l.words[m.end-1].end}
		if a.elsewhereName(l, m) {
			a.namesake(i, s, m, &found)
			continue
		}
		add(s, a.atHead(i, s))
	}
	for _, s := range a.ownHosts(i) {
		if !slices.ContainsFunc(found, func(o option) bool { return o.start < s.end && s.start < o.end }) {
			add(s, a.atHead(i, s))
		}
	}
	return found
}

// wordBefore says whether a single word of the introduction, above the list that has the business at a head, is no more than a word: nothing praises it.
func (a *analysis) wordBefore(i int, m match) bool {
	l := &a.lines[i]
	if l.kind != paragraph || m.end-m.start > 1 || i >= len(a.lines)-1 {
		return false
	}
	for k := range a.lines {
		if k <= i && len(a.named[k]) > 0 {
			return false
		}
	}
	begin, end := l.sentenceOf(m.start)
	if words := l.words[begin:end]; a.praise.any(words) || a.alternative.any(words) || m.end < end && a.verb[l.words[m.end].key] {
		return false
	}
	for k := i + 1; k < len(a.lines); k++ {
		if len(a.named[k]) == 0 && a.lines[k].kind == paragraph {
			continue
		}
		if h, ok := a.headOf(k); ok && h.own && (h.marked || a.lines[k].kind != paragraph) {
			return true
		}
	}
	return false
}

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

// nearOnly says whether the name only tells where something is: behind "near" and its like.
func (a *analysis) nearOnly(s span) bool {
	l := &a.lines[s.line]
	i, _ := l.wordsIn(s.start, s.end)
	for i > 0 && l.adjacent(i) && (a.article.whole(l.words[i-1:i]) || a.category.whole(l.words[i-1:i]) && !l.words[i-1].capital) {
		i--
	}
	return i > 0 && l.adjacent(i) && a.near.whole(l.words[i-1:i]) || a.besideThing(l, i)
}

// maxThing is how many words a thing has at most that tells where something is.
const maxThing = 5

// besideThing says whether a name only tells whose thing something else is near: "vicino al vecchio magazzino di X".
func (a *analysis) besideThing(l *line, at int) bool {
	begin, _ := l.sentenceOf(at)
	if at <= begin || !l.adjacent(at) || !ofWord[l.words[at-1].key] {
		return false
	}
	for i := at - 1; i > max(begin, at-1-maxThing); i-- {
		if w := l.words[i]; w.apart || w.capital && a.lang != "de" || a.verb[w.key] && !ofWord[w.key] {
			return false
		}
		for _, list := range []phrases{a.landmark, a.near} {
			if end, ok := list.at(l.words, i-1); ok && end < at {
				return true
			}
		}
	}
	return false
}

// aside says whether the name stands in what an item says of another business, which it doesn't offer beside that one.
func (a *analysis) aside(s span, rivals []option) bool {
	l := &a.lines[s.line]
	i, _ := l.wordsIn(s.start, s.end)
	begin, _ := l.sentenceOf(i)
	for _, o := range rivals {
		if l.kind != item || !o.head || o.end > s.start {
			continue
		}
		_, to := l.wordsIn(o.start, o.end)
		return to < i && !a.joins(l, to, i) && !a.alternative.any(l.words[max(begin, to):i]) && !a.praise.any(l.words[max(begin, to):i])
	}
	return false
}

// atHead says whether a span begins its item, heading or cell, or lies within a head.
func (a *analysis) atHead(i int, s span) bool {
	l := &a.lines[i]
	if l.kind == paragraph {
		if m, ok := l.leading(bold); ok {
			return s.start >= m.start && s.end <= m.end
		}
		return false
	}
	h, ok := a.headOf(i)
	return ok && s.start >= h.start && s.start < h.end
}

// bounds gives the words that could belong to the same name as a match: those of the innermost mark around it, where name is true, or all of the line.
func (a *analysis) bounds(l *line, m match) (from, to int, name bool) {
	from, to = 0, len(l.words)
	start, end := l.words[m.start].start, l.words[m.end-1].end
	near := l.around(start)
	for _, k := range near {
		if k.start <= start && k.end >= end {
			f, t := l.wordsIn(k.start, k.end)
			if t-f <= to-from {
				from, to, name = f, t, k.kind != italic && k.kind != quoted || t-f <= maxNameWords
			}
		}
	}
	// Marks within the match's neighbours end there too.
	for _, k := range near {
		f, t := l.wordsIn(k.start, k.end)
		if t <= m.start {
			from = max(from, t)
		}
		if f >= m.end {
			to = min(to, f)
		}
	}
	return from, to, name
}

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

// adjacent says whether nothing but a space or hyphen stands before a word.
func (l *line) adjacent(i int) bool {
	switch strings.Trim(l.between(i), "*_`") {
	case "", " ", "-", "‑", "'", "’", "' ", "’ ":
		return true
	}
	return false
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

// within says whether one mark covers both ends, or the line is a head as a whole.
func (l *line) within(start, end int) bool {
	return slices.ContainsFunc(l.around(start), func(k mark) bool { return k.start <= start && k.end >= end }) || l.kind == heading || l.kind == cell || l.kind == card
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
