package reader

import "slices"

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
