package reader

import (
	"regexp"
	"slices"
	"strings"
)

// labels gives the names behind the labels of lines, by line, where most of the lines are a label with a name behind it: "**Cheapest:** X, from £5".
func (a *analysis) labels(lines []int) map[int]head {
	names := map[int]head{}
	labels, sure := 0, 0
	counts := a.colons(lines)
	for _, i := range lines {
		h, ok := a.headOf(i)
		if !ok || !h.colon && !a.beforeMark(h) || h.own || !h.marked && !a.isKind(h, counts) || h.strength == strong && !a.general(h) {
			continue
		}
		labels++
		next, ok := a.behind(h)
		if next.strength == weak && (chainWord[a.lines[i].words[h.from].key] || next.marked && a.beforeMark(h)) {
			names[i] = next
		} else if ok && (next.own || next.strength >= likely && !a.excluded(&a.lines[i], next.from, next.to)) {
			names[i] = next
			if next.own || next.strength == strong {
				sure++
			}
		}
	}
	if sure < 2 || 3*sure < 2*len(names) || 3*len(names) < 2*labels {
		return nil
	}
	return names
}

// repeatedKind gives the label that most of a list's lines have before a name: "Mason: X", "Mason: Y".
func (a *analysis) repeatedKind(items []int, labelled map[int]head) string {
	counts := map[string]int{}
	for i := range labelled {
		if h, ok := a.headOf(i); ok {
			counts[joinKeys(a.lines[i].words[h.from:h.to])]++
		}
	}
	for key, n := range counts {
		if n > 1 && 2*n > len(items) {
			return key
		}
	}
	return ""
}

// otherKind says whether a head is a label of another kind than the repeated one, and of no business either.
func (a *analysis) otherKind(h head, kind string) bool {
	words := a.lines[h.line].words[h.from:h.to]
	business := a.category.any(words) || a.pick.any(words) || slices.ContainsFunc(words, func(w word) bool { return nameHeader[w.key] || chainWord[w.key] })
	return h.colon && !h.own && joinKeys(words) != kind && !business
}

// What an outlet of a chain is called.
var chainWord = set("chain", "chains", "franchise", "enseigne", "chaine", "kette", "filiale", "filialist", "cadena", "franquicia", "catena", "insegna", "rede", "cadeia", "keten", "filiaal")

// beforeMark says whether nothing but a dash stands between a head in bold and a name that is set off in another way: "**Academic** — *Fondation 9*".
func (a *analysis) beforeMark(h head) bool {
	l := &a.lines[h.line]
	if !h.marked || !dashed(l, h) || h.to >= len(l.words) {
		return false
	}
	m, ok := markStarting(l, h.to)
	return ok && (m.kind == italic || m.kind == link)
}

// isKind says whether a head says what kind of business stands behind it: it is a word of the trade or of a chain, or stands before other lines too.
func (a *analysis) isKind(h head, counts map[string]int) bool {
	words := a.lines[h.line].words[h.from:h.to]
	return a.category.whole(words) || len(words) == 1 && (chainWord[words[0].key] || nameHeader[words[0].key]) || counts[joinKeys(words)] > 1
}

// colons counts the plain labels before colons.
func (a *analysis) colons(lines []int) map[string]int {
	counts := map[string]int{}
	for _, i := range lines {
		if h, ok := a.headOf(i); ok && h.colon && !h.marked {
			counts[joinKeys(a.lines[i].words[h.from:h.to])]++
		}
	}
	return counts
}

// repeatedLabel says whether the same head stands under another item too, as labels do.
func (a *analysis) repeatedLabel(i int, h head) bool {
	l := &a.lines[i]
	if l.level == 0 {
		return false
	}
	if a.repeats == nil {
		a.countLabels()
	}
	return a.repeats[joinKeys(l.words[h.from:h.to])] > 1
}

// countLabels counts in how many lists under items each head stands.
func (a *analysis) countLabels() {
	a.repeats = map[string]int{}
	last := map[string]int{}
	for k := range a.lines {
		l := &a.lines[k]
		if l.kind != item || l.level == 0 {
			continue
		}
		h, ok := a.headOf(k)
		if !ok {
			continue
		}
		if key := joinKeys(l.words[h.from:h.to]); last[key] != l.list {
			a.repeats[key]++
			last[key] = l.list
		}
	}
}

// picked gives the name behind a label such as "Best for families:".
func (a *analysis) picked(h head) (head, bool) {
	l := &a.lines[h.line]
	if next, ok := a.behindParticle(h); ok {
		return next, true
	}
	label := l.words[h.from:h.to]
	if !h.colon {
		return a.pickedByDash(h)
	}
	if a.pick.any(label) || superlative.MatchString(label[0].key) && h.to-h.from <= 3 {
		next, ok := a.behind(h)
		return next, ok || next.to > next.from && a.setOff(next)
	}
	return a.behindCondition(h)
}

// behindParticle gives the marked name that a Japanese item says something of before: "**ミルボン**取扱サロンの**Salon de Lune**".
func (a *analysis) behindParticle(h head) (head, bool) {
	l := &a.lines[h.line]
	if !h.marked || h.own || h.colon {
		return head{}, false
	}
	i := slices.IndexFunc(l.marks, func(m mark) bool { return m.kind == bold && m.start > h.end })
	if i < 0 || !strings.HasSuffix(strings.TrimSpace(l.text[h.end:l.marks[i].start]), "の") {
		return head{}, false
	}
	m := l.marks[i]
	next := head{span: span{line: h.line, start: m.start, end: m.end}, rest: m.end, marked: true}
	a.cutHead(l, &next)
	next.from, next.to = l.wordsIn(next.start, next.end)
	if next.from == next.to {
		return head{}, false
	}
	next.own, next.strength = a.isOwn(l, next.span), a.strength(l, next.from, next.to)
	return next, next.own || next.strength >= likely
}

// pickedByDash gives the name behind such a label and a dash within one mark: "**Best for families – Gorge Club**".
func (a *analysis) pickedByDash(h head) (head, bool) {
	l := &a.lines[h.line]
	m, ok := l.markAt(h.start)
	if !ok || m.end <= h.end || !dashed(l, h) || !a.pick.any(l.words[h.from:h.to]) || h.own {
		return head{}, false
	}
	next, ok := a.behind(h)
	next.marked = true
	return next, (ok || next.to > next.from && a.setOff(next)) && next.start < m.end
}

// English says which one it is by the superlative: "Quietest:".
var superlative = regexp.MustCompile(`^[a-z]{3,}(est|iest)$`)

// setOff says whether a head behind a label is a few words in bold that begin and end with capitals: a name, whatever its words are.
func (a *analysis) setOff(h head) bool {
	l := &a.lines[h.line]
	words := l.words[h.from:h.to]
	return h.marked && len(words) > 1 && len(words) <= 4 && words[0].capital && words[len(words)-1].capital && !a.excluded(l, h.from, h.to) && h.strength <= weak
}

// behindCondition gives the name within a mark behind a clause: "**If quiet matters: House X.**"
func (a *analysis) behindCondition(h head) (head, bool) {
	l := &a.lines[h.line]
	m, ok := l.markAt(h.start)
	if !ok || h.strength >= likely || m.end <= h.end {
		return head{}, false
	}
	next, ok := a.behind(h)
	if !ok || next.start >= m.end {
		return head{}, false
	}
	next.end = min(next.end, m.end)
	next.from, next.to = l.wordsIn(next.start, next.end)
	next.marked = true
	next.rest = m.end
	next.strength = a.strength(l, next.from, next.to)
	next.own = a.isOwn(l, next.span)
	return next, next.own || next.strength == strong
}

// behind reads the head of what follows another head.
func (a *analysis) behind(h head) (head, bool) {
	l := &a.lines[h.line]
	at := h.end
	for at < len(l.text) && !wordy(runeAt(l.text, at)) {
		at += len(string(runeAt(l.text, at)))
	}
	if at >= len(l.text) {
		return head{}, false
	}
	next := head{span: span{line: h.line, start: at, end: len(l.text)}, rest: len(l.text)}
	if m, ok := l.markAt(at); ok {
		next.end, next.rest, next.marked = m.end, m.end, true
	}
	a.cutHead(l, &next)
	next.from, next.to = l.wordsIn(next.start, next.end)
	if next.from == next.to {
		return head{}, false
	}
	next.own = a.isOwn(l, next.span)
	next.strength = a.strength(l, next.from, next.to)
	return next, next.own || next.strength >= likely
}
