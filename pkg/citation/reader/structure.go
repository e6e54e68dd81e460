package reader

// structure finds the names that stand where names stand: at the heads of lists, in tables, as headings, at the beginning of paragraphs. It judges what
// belongs together as a whole: a list is one of businesses or it is none.
func (a *analysis) structure() {
	add := func(h head) { a.named[h.line] = append(a.named[h.line], h.span) }
	for i, l := range a.lines {
		if l.kind == card && len(l.words) > 0 {
			h := head{span: span{i, 0, len(l.text)}}
			h.own = a.isOwn(&a.lines[i], h.span)
			add(h)
		}
	}
	a.listNames(add)
	a.tableNames(add)
	a.headingNames(add)
	a.paragraphNames(add)
}

// introduction is what introduces a group: what it says of what follows.
type introduction struct{ offers, advises, rejects bool }

// contextOf reads the line above a group and the heading that it stands under.
func (a *analysis) contextOf(first int) introduction {
	var c introduction
	l := &a.lines[first]
	above := []int{l.under}
	if first > 0 && a.lines[first-1].list != l.list && (l.kind != item || a.lines[first-1].kind != item || a.lines[first-1].level < l.level) {
		above = append(above, first-1)
	}
	for _, i := range above {
		if i < 0 {
			continue
		}
		words := a.lines[i].words
		if len(words) > 0 { // its last sentence introduces
			from, to := a.lines[i].sentenceOf(len(words) - 1)
			words = words[from:to]
		}
		c.advises = c.advises || a.advice.any(words) || a.ask.any(words)
		c.rejects = c.rejects || a.refusal.any(words)
		c.offers = c.offers || a.offer.any(words)
	}
	if c.advises && c.offers && l.under >= 0 && a.advice.any(a.lines[l.under].words) {
		c.offers = false
	}
	return c
}

// judge says whether heads that belong together are names.
func (a *analysis) judge(heads []head, c introduction) bool {
	counts := map[strength]int{}
	own := false
	for _, h := range heads {
		own = own || h.own
		if h.own {
			counts[strong]++
			continue
		}
		if a.excluded(&a.lines[h.line], h.from, h.to) {
			continue
		}
		counts[h.strength]++
	}
	total := counts[none] + counts[weak] + counts[likely] + counts[strong]
	good := counts[strong] + counts[likely]
	switch {
	case total == 0 || good == 0:
		return own
	case own && !c.advises:
		return true
	case a.withheld && (!c.offers || c.advises):
		return false
	case c.advises && !c.offers || c.rejects:
		return counts[strong] > 1 && 3*counts[strong] >= 2*total
	case counts[strong] == 0 && !c.offers, len(a.named) > 0 && !c.offers && 2*counts[strong] < total:
		return false
	case c.offers:
		return 3*good >= total
	}
	return 2*good >= total
}

// accept adds the names among the heads of a group that is one of businesses.
func (a *analysis) accept(heads []head, add func(head)) {
	for _, h := range heads {
		if h.own || h.strength >= weak || a.isBody(h) || a.isMarket(h) {
			add(h)
		}
	}
}

// isMarket says whether a head is a marketplace, which among shops is one where customers ask where to buy.
func (a *analysis) isMarket(h head) bool {
	return a.buying && a.market.whole(a.lines[h.line].words[h.from:h.to])
}

// isBody says whether a head is the name of an association or institute, which among businesses is one.
func (a *analysis) isBody(h head) bool {
	words := a.lines[h.line].words[h.from:h.to]
	return a.body.any(words) && !a.public.any(words)
}

// numbered says whether words are one of a series that heads count from one: "Option 1", "Option 2".
func (a *analysis) numbered(words []word) bool {
	last := len(words) - 1
	if last < 1 || words[last].script != numeral {
		return false
	}
	key := joinKeys(words[:last])
	return a.series[key+" 1"] && a.series[key+" 2"]
}

// maxSeries is how many words stand before the number of a series.
const maxSeries = 3

// countSeries notes what begins lines and ends in 1 or 2.
func (a *analysis) countSeries() {
	for i := range a.lines {
		words := a.lines[i].words
		for n := 1; n < min(len(words), maxSeries+1); n++ {
			if key := words[n].key; key == "1" || key == "2" {
				a.series[joinKeys(words[:n+1])] = true
			}
		}
	}
}
