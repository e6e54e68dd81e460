package reader

import "slices"

// otherShape says whether the options of earlier paragraphs in prose, two at least, are all written without a mark, and a run has one, or the reverse.
func (a *analysis) otherShape(i int, r run) bool {
	n := 0
	for k := len(a.options) - 1; k >= 0 && n < nearOptions; k-- {
		o := a.options[k]
		if o.head || o.own || o.out || o.line >= i || a.lines[o.line].kind != paragraph {
			continue
		}
		marked := slices.ContainsFunc(a.lines[o.line].around(o.start), func(m mark) bool { return m.start <= o.start && m.end >= o.end })
		if marked == r.marked {
			return false
		}
		n++
	}
	return n > 1
}

// setsOff says whether a paragraph sets off its businesses, two at least, and so what it doesn't set off is something else.
func (a *analysis) setsOff(l *line, found, more []option) bool {
	n := 0
	for _, all := range [][]option{found, more} {
		for _, o := range all {
			set := slices.ContainsFunc(l.around(o.start), func(m mark) bool { return (m.kind == bold || m.kind == link) && m.start <= o.start && m.end >= o.end })
			if !set {
				return false
			}
			n++
		}
	}
	return n > 1
}

// closing says whether a paragraph stands behind all the options of a list, a table or a row of paragraphs: what it names is of another kind.
func (a *analysis) closing(i int) bool {
	if a.lines[i].kind != paragraph || len(a.named[i]) > 0 {
		return false
	}
	before := 0
	for k := range a.lines {
		switch {
		case k < i && !a.narrates(k):
			before += len(a.named[k])
		case k > i && len(a.named[k]) > 0:
			return false
		}
	}
	return before > 1
}

// narrates says whether a paragraph goes on from its first name without a mark, as a sentence does.
func (a *analysis) narrates(i int) bool {
	l := &a.lines[i]
	if l.kind != paragraph || len(a.named[i]) == 0 {
		return false
	}
	_, to := l.wordsIn(a.named[i][0].start, a.named[i][0].end)
	return to < len(l.words) && l.adjacent(to)
}
