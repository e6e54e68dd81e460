package reader

import (
	"slices"
	"strings"
)

// japaneseProse finds the names in Japanese text: what is in bold or in quotation marks, in a sentence that isn't advice, and what is listed beside it.
func (a *analysis) japaneseProse(i int, found []option) []option {
	l := &a.lines[i]
	var more []option
	add := func(s span, from, to int) {
		if len(more) >= maxOptions || a.taken(s, found) || a.taken(s, more) || a.isOwn(l, s) || a.strength(l, from, to) < likely {
			return
		}
		if o, ok := a.option(s); ok {
			more = append(more, o)
		}
	}
	for _, m := range l.marks {
		from, to := l.wordsIn(m.start, m.end)
		if m.kind == code || m.kind == italic || from == to {
			continue
		}
		begin, end := l.sentenceOf(from)
		words := l.words[begin:end]
		cue := a.alternative.any(words) || a.praise.any(words) || a.offer.any(words)
		if l.words[from].inside || a.withheld && !cue || a.refusal.any(words) || a.advice.any(words) && !cue || (a.offered || m.kind == quoted) && !cue || a.led(l, begin, run{from: from, to: to}, found) {
			continue
		}
		add(span{i, l.words[from].start, l.words[to-1].end}, from, to)
	}
	if !a.offered {
		named := func(s span) bool {
			within := func(o option) bool { return o.start >= s.start && o.end <= s.end && !o.out }
			return slices.ContainsFunc(found, within) || slices.ContainsFunc(more, within)
		}
		a.enumerated(l, named, add, i)
		a.topics(l, add, i)
	}
	return more
}

// enumerated adds what is listed beside a name: the parts between commas, each up to the particle behind its name.
func (a *analysis) enumerated(l *line, named func(span) bool, add func(span, int, int), i int) {
	var parts []span // an empty one between sentences
	for from := 0; from < len(l.text); {
		end := strings.IndexAny(l.text[from:], "、。")
		if end < 0 {
			end = len(l.text) - from
		}
		parts = append(parts, span{i, from, from + end})
		if strings.HasPrefix(l.text[from+end:], "。") {
			parts = append(parts, span{i, from + end, from + end})
		}
		from += end + len("、")
	}
	reach := func(k int) bool { // whether a part beside this one is a name, in the same sentence
		return k >= 0 && k < len(parts) && named(parts[k])
	}
	for range 2 { // what stands before a name is found by the second pass
		for k := range parts {
			if !reach(k-1) && !reach(k+1) || named(parts[k]) || len(parts) > maxOptions {
				continue
			}
			s := a.untilParticle(l, parts[k])
			from, to := l.wordsIn(s.start, s.end)
			if to-from < 3 {
				continue
			}
			begin, end := l.sentenceOf(from)
			if words := l.words[begin:end]; (a.offer.any(words) || a.praise.any(words) || a.counts(words)) && !a.refusal.any(words) && !a.advice.any(l.words[from:to]) {
				add(s, from, to)
			}
		}
	}
}

// topics adds the names that end in a word of the trade before a particle, in sentences that offer: "代わりに栄さくら整骨院は".
func (a *analysis) topics(l *line, add func(span, int, int), i int) {
	for k := 1; k < len(l.words); k++ {
		if l.words[k].script != kana || !strings.Contains("はもがなや", l.words[k].key) || l.between(k) != "" {
			continue
		}
		from := k
		for from > 0 && (from == k || l.between(from) == "") && !strings.Contains("にはでやとがのをもへ", l.words[from-1].key) {
			from--
		}
		if k-from < 4 || k-from > maxJapaneseName {
			continue
		}
		trade, ok := a.category.ending(l.words[from:k])
		begin, end := l.sentenceOf(from)
		words := l.words[begin:end]
		if ok && trade >= 2 && !strings.Contains("るいたうなく", l.words[from+trade-1].key) && (a.alternative.any(words) || a.recommends(words)) && !a.refusal.any(words) && !a.closed.any(words) {
			add(span{i, l.words[from].start, l.words[k-1].end}, from, k)
		}
	}
}

// recommends says whether a sentence recommends or asks how the customer likes it.
func (a *analysis) recommends(words []word) bool {
	text := joined(words)
	return strings.Contains(text, "おすすめ") || strings.Contains(text, "いかがでしょう") || strings.Contains(text, "価値があ") || strings.Contains(text, "人気") ||
		strings.Contains(text, "評判") || strings.Contains(text, "候補")
}

// counts says whether a sentence counts businesses, as "three firms" does.
func (a *analysis) counts(words []word) bool {
	for i := 1; i < len(words); i++ {
		if words[i-1].script == numeral && strings.Contains("社軒店院件つ名", words[i].key) {
			return true
		}
	}
	return false
}

// untilParticle cuts a part of an enumeration before the first particle that no name has within.
func (a *analysis) untilParticle(l *line, s span) span {
	from, to := l.wordsIn(s.start, s.end)
	for i := from + 2; i < to; i++ {
		w := l.words[i]
		particle := w.script == kana && strings.Contains("のがはをもやでに", w.key)
		such := w.key == "な" && i+1 < to && l.words[i+1].key == "ど"
		if particle && l.words[i-1].script != kana || such || w.inside && !l.words[from].inside {
			s.end = l.words[i-1].end
			break
		}
	}
	for s.start < s.end && !wordy(runeAt(l.text, s.start)) {
		s.start += len(string(runeAt(l.text, s.start)))
	}
	return s
}
