package reader

import (
	"slices"
	"strings"
)

// headingNames judges the headings of each level.
func (a *analysis) headingNames(add func(head)) {
	byLevel := map[[2]int][]head{}
	behind := map[[2]int]int{} // names behind labels
	var order [][2]int
	for i := range a.lines {
		l := &a.lines[i]
		if l.kind != heading || a.skip[i] || a.groups(i) {
			continue
		}
		h, ok := a.headOf(i)
		if !ok || strings.HasSuffix(strings.TrimSpace(l.text), "?") {
			continue
		}
		if picked, ok := a.picked(h); ok {
			h = picked
			behind[[2]int{l.level, 0}]++
		} else if h.colon && l.level == 7 && strings.TrimSpace(l.text[h.rest:]) == ":" {
			continue // a label over what follows
		}
		key := [2]int{l.level, 0}
		if l.level == 7 {
			key[1] = l.under
		}
		if _, ok := byLevel[key]; !ok {
			order = append(order, key)
		}
		byLevel[key] = append(byLevel[key], h)
	}
	for _, key := range order {
		if a.overNames(byLevel[key]) {
			continue
		}
		for _, h := range byLevel[key] {
			if behind[key] > 1 && !h.own && h.strength < strong && h.start == a.textStart(&a.lines[h.line]) {
				continue // a heading of another kind than "Best price: X"
			}
			if h.own || h.strength == strong && !a.general(h) || (h.strength == likely || a.isBody(h)) && a.supported(byLevel[key]) {
				add(h)
			}
		}
	}
}

// overNames says whether most headings of a level stand over a paragraph that begins with a name of its own, in bold or italics: then they are districts
// or kinds, not businesses.
func (a *analysis) overNames(heads []head) bool {
	names := 0
	for _, h := range heads {
		if h.own {
			return false
		}
		next := h.line + 1
		if next >= len(a.lines) || a.lines[next].kind != paragraph {
			continue
		}
		if n, ok := a.headOf(next); ok && (n.marked && !n.colon || !n.marked && dashed(&a.lines[next], n)) && (n.own || n.strength == strong) {
			names++
		}
	}
	return names > 1 && 2*names > len(heads)
}

// general says whether a heading speaks of the town or of the trade, not of one business.
func (a *analysis) general(h head) bool {
	words := a.lines[h.line].words[h.from:h.to]
	if a.advice.any(words) || a.titlesAnswer(h) {
		return true
	}
	if hits := a.offer.in(words, 0, len(words)); len(hits) > 0 {
		titled := every(words, func(w word) bool { return w.capital })
		if last := hits[len(hits)-1]; !titled || last.start == 0 || last.end < len(words) || len(hits) > 1 {
			return true
		}
	}
	unknown := 0
	for _, w := range words {
		if !a.isOrdinary(w) && !a.isCity(w) && !a.connector.whole([]word{w}) && !a.article.whole([]word{w}) && !and(w) && !a.town.whole([]word{w}) {
			unknown++
		}
	}
	return unknown == 0
}

// titlesAnswer says whether a head is the first line, and ends in the town that was asked about: "Estate agents in Haarlem".
func (a *analysis) titlesAnswer(h head) bool {
	l := &a.lines[h.line]
	n := len(l.words) - len(a.city)
	if alone := len(a.lines) < 2 || a.lines[1].list != l.list; h.line > 0 || l.kind == item && !alone || l.kind == cell || n < 2 || len(a.city) == 0 || !a.cityBefore(l.words) {
		return false
	}
	return a.locative.whole(l.words[n-1:n]) || a.at.whole(l.words[n-1:n])
}

// supported says whether most of the headings of a level are names.
func (a *analysis) supported(heads []head) bool {
	good := 0
	for _, h := range heads {
		if h.own || h.strength >= likely {
			good++
		}
	}
	return good > 1 && 2*good > len(heads)
}

// paragraphGroups gives the paragraphs, those that follow one another together.
func (a *analysis) paragraphGroups() [][]int {
	var groups [][]int
	last := -2
	for i := range a.lines {
		l := &a.lines[i]
		if l.kind != paragraph || a.skip[i] || l.under >= 0 && a.lines[l.under].kind == item {
			continue
		}
		if i != last+1 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
		last = i
	}
	return groups
}

// paragraphNames finds the names that paragraphs begin with, in bold or linked or before a dash.
func (a *analysis) paragraphNames(add func(head)) {
	var heads []head
	listed := len(a.named) > 1 // then a label before a name leads to more of its kind alone
	for _, group := range a.paragraphGroups() {
		labelled := a.labels(group)
		for _, i := range group {
			h, ok := a.headOf(i)
			if !ok || !h.marked && !dashed(&a.lines[i], h) {
				continue
			}
			if picked, ok := a.picked(h); ok {
				h = picked
			} else if picked, ok := labelled[i]; ok && (!listed || picked.own || a.isKind(h, nil)) {
				h = picked
			}
			heads = append(heads, h)
		}
	}
	sure, colons := 0, 0
	stopped, names := 0, 0 // heads that end in a full stop, and those of them that could be names
	for _, h := range heads {
		if h.marked && (h.own || h.strength == strong) {
			sure++
			if h.colon {
				colons++
			}
		}
		if a.stopped(h) {
			stopped++
			if h.own || h.strength == strong {
				names++
			}
		}
	}
	for _, h := range heads {
		l := &a.lines[h.line]
		c := a.contextOf(h.line)
		if a.numbered(l.words[h.from:h.to]) && !h.own || !h.own && a.stopped(h) && 3*names < 2*stopped {
			continue
		}
		if h.strength == weak && sure > 1 && a.written(h) {
			add(h)
			continue
		}
		if !h.own && a.titlesAnswer(h) || h.colon && h.strength != strong && !(h.strength == likely && h.marked && colons > 1 && 3*colons >= 2*len(heads)) || c.advises && h.strength != strong || !h.own && a.besideDirectory(l, h) {
			continue
		}
		if h.strength == strong && !a.general(h) || h.strength == likely && (h.marked || len(heads) > 1) || h.own {
			if h.marked || h.own || len(heads) > 1 || l.text[h.rest:] != "" {
				add(h)
			}
		}
	}
}

// besideDirectory says whether a directory is coordinated with a head: "Decanter and Wine-Searcher".
func (a *analysis) besideDirectory(l *line, h head) bool {
	if h.to+1 >= len(l.words) || !and(l.words[h.to]) && !a.coordinates(l.words[h.to]) {
		return false
	}
	r, ok := a.runAt(l, h.to+1)
	return ok && r.from < r.to && a.covers(a.directory, l.words[r.from:r.to])
}

// stopped says whether a marked head ends in a full stop, as a label that runs into its paragraph does.
func (a *analysis) stopped(h head) bool {
	l := &a.lines[h.line]
	m, ok := l.markAt(h.start)
	return ok && h.marked && strings.HasSuffix(strings.TrimSpace(l.text[m.start:m.end]), ".") && !a.hasLegal(l.words[h.from:h.to])
}

// written says whether a marked head of ordinary words is written as a name is, of several words: among others in bold it is one.
func (a *analysis) written(h head) bool {
	words := a.lines[h.line].words[h.from:h.to]
	labels := every(words, func(w word) bool { return a.label[w.key] })
	elsewhere := slices.ContainsFunc(words, a.isCity) || a.advice.any(words) || a.offer.any(words)
	capitals := every(words, func(w word) bool { return w.capital || w.script == numeral || a.connector.whole([]word{w}) || and(w) })
	return h.marked && !h.colon && len(words) > 1 && !labels && !elsewhere && capitals
}

// dashed says whether a plain head is set off from what is said of it.
func dashed(l *line, h head) bool {
	rest := strings.TrimLeft(l.text[h.rest:], " ")
	return strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "- ")
}
