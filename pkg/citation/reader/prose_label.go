package reader

import "strings"

// maxKind is how many words say what kind of things a colon leads to.
const maxKind = 9

// listedKind says whether a run is one of those that a label before a colon leads to, which are no businesses: "Makers among them: X, Y".
func (a *analysis) listedKind(l *line, begin int, r run) bool {
	for i := r.from; i > begin; i-- {
		sep := strings.TrimSpace(l.between(i))
		if !strings.HasSuffix(sep, ":") && !strings.HasSuffix(sep, "：") {
			continue
		}
		label := l.words[begin:i]
		if len(label) > maxKind || len(label) < 2 || !a.offered && len(a.options) == 0 {
			return false
		}
		if len(label) == 2 && a.praise.whole(label[1:]) && !a.offer.any(label) && !a.pick.any(label) && !a.hasCategory(label) && !a.isOrdinary(label[0]) {
			return true // "Moulin conseillé : X"
		}
		if a.pick.any(label) || a.praise.any(label) || a.alternative.any(label) || a.hasCategory(label) || !a.onlyNames(l, i, r.from) {
			return false
		}
		hits := a.offer.in(label, 0, len(label)) // "among the venues": the noun behind it says what they are
		return len(hits) == 0 || hits[0].start == 0 && len(hits) == 1 && hits[0].end+1 < len(label) && a.article.whole(label[hits[0].end:hits[0].end+1])
	}
	return false
}

// isLabel says whether a span is the label that an item begins with, before a colon, where its list wasn't taken for one of names.
func (a *analysis) isLabel(i int, s span, found []option) bool {
	h, ok := a.headOf(i)
	return ok && h.start == s.start && h.colon && !h.own && len(found) == 0 && (a.offered || len(a.options) > 0)
}

// onlyNames says whether nothing but names stands between two words, what is said of them in brackets aside.
func (a *analysis) onlyNames(l *line, from, to int) bool {
	return every(outside(l.words[from:to]), func(w word) bool {
		one := []word{w}
		return w.capital || w.script != latin || and(w) || a.coordinates(w) || a.article.whole(one) || a.joiner.whole(one)
	})
}

// introduces says whether a line leads to the list or table below it.
func (a *analysis) introduces(i int) bool {
	text := strings.TrimRight(a.lines[i].text, " *_")
	colon := strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
	return colon && i+1 < len(a.lines) && a.lines[i].kind != item && a.lines[i+1].kind != paragraph
}

// besidesLabel says whether a sentence begins with a label that announces no business: "Parts: X or Y".
func (a *analysis) besidesLabel(l *line, begin, at int) bool {
	for i := begin + 1; i <= min(begin+3, at); i++ {
		if sep := strings.TrimSpace(l.between(i)); sep == ":" || sep == "：" {
			label := l.words[begin:i]
			return a.onlyNames(l, i, at) && label[0].capital && label[0].script == latin && !a.pick.any(label) && !a.offer.any(label) && !a.praise.any(label) && len(a.category.in(label, 0, len(label))) == 0
		}
	}
	return false
}

// pickedHere says whether a label such as "best for families" stands right before a word in its sentence.
func (a *analysis) pickedHere(l *line, begin, at int) bool {
	if at == begin || at >= len(l.words) || at-begin > maxNameWords {
		return false
	}
	sep := strings.TrimSpace(l.between(at))
	tip := a.advice.any(l.words[begin:at]) || at-begin == 1 && a.label[l.words[begin].key]
	return (sep == ":" || sep == "：") && !tip && a.pick.any(l.words[begin:at])
}
