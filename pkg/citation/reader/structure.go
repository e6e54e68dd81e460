package reader

import (
	"regexp"
	"slices"
	"strings"
)

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

// listNames judges lists, the deepest first: a head over a list of businesses is the name of a group, one over a list of remarks that of a business.
func (a *analysis) listNames(add func(head)) {
	lists := make([][]int, a.document.lists+1)
	for i, l := range a.lines {
		if l.kind == item && !a.skip[i] {
			lists[l.list] = append(lists[l.list], i)
		}
	}
	lists = slices.DeleteFunc(lists, func(items []int) bool { return len(items) == 0 })
	slices.SortStableFunc(lists, func(x, y []int) int { return a.lines[y[0]].level - a.lines[x[0]].level })
	for _, items := range lists {
		a.listOf(items, add)
	}
}

// listOf judges one list.
func (a *analysis) listOf(items []int, add func(head)) {
	c := a.contextOf(items[0])
	for _, i := range items {
		a.tips[i] = (c.advises || c.rejects) && (!c.offers || a.withheld && c.advises)
	}
	if a.remarks(items[0]) && !c.offers {
		return
	}
	var heads []head
	labelled := a.labels(items)
	kind, sign := a.repeatedKind(items, labelled), a.repeatedSign(items)
	for _, i := range items {
		if a.groups(i) {
			continue
		}
		h, ok := a.headOf(i)
		if !ok {
			continue
		}
		if s := a.lines[i].sign; sign != 0 && s != 0 && s != sign && !h.own && h.strength != strong { // a tip among names, by its emoji
			a.tips[i] = true
			continue
		}
		if kind != "" && a.otherKind(h, kind) { // "Supplier: X" among "Mason: Y"
			a.tips[i] = true
			continue
		}
		if picked, ok := a.picked(h); ok {
			h = picked
		} else if picked, ok := labelled[i]; ok {
			h = picked
		}
		if !h.own && (a.titlesAnswer(h) || a.brokenOff(items, i, h) || a.leads(i, h) || a.repeatedLabel(i, h)) {
			continue
		}
		heads = append(heads, h)
	}
	heads = a.withoutLabels(heads)
	a.raise(heads)
	c.offers = c.offers || !c.advises && !c.rejects && (a.besideOwn(items[0], heads) || a.besideGroup(items[0], heads))
	if a.judge(heads, c) {
		a.accept(heads, add)
	}
}

// withoutLabels drops plain labels before a colon, where the other heads are set off in bold.
func (a *analysis) withoutLabels(heads []head) []head {
	marked := 0
	for _, h := range heads {
		if h.marked && (h.own || h.strength == strong) {
			marked++
		}
	}
	if marked < 2 {
		return heads
	}
	return slices.DeleteFunc(heads, func(h head) bool { return !h.marked && h.colon && !h.own })
}

// besideOwn says whether another list of the same depth, under another heading of the same level, has the business itself: then this one has businesses too,
// if it sets off its heads in the same way.
func (a *analysis) besideOwn(first int, heads []head) bool {
	l := &a.lines[first]
	if l.under < 0 || a.lines[l.under].kind != heading || slices.ContainsFunc(heads, func(h head) bool { return !h.marked }) {
		return false
	}
	for i := range a.lines {
		other := &a.lines[i]
		if other.kind != item || other.list == l.list || other.level != l.level || other.under < 0 || a.lines[other.under].kind != heading ||
			a.lines[other.under].level != a.lines[l.under].level {
			continue
		}
		if h, ok := a.headOf(i); ok && h.own && h.marked {
			return true
		}
	}
	return false
}

// maxGroupLabel is how many words a line has at most that is nothing but the label of the list below it, a district or a kind.
const maxGroupLabel = 5

// labelsGroup says whether a line is such a label: a few words without an end.
func (a *analysis) labelsGroup(i int) bool {
	if i < 0 {
		return false
	}
	l := &a.lines[i]
	last := strings.TrimRight(l.text, " *_")
	return l.kind == paragraph && len(l.words) > 0 && len(l.words) <= maxGroupLabel && (l.words[0].capital || l.words[0].script != latin) && !strings.ContainsAny(last, ".!?:;,。、：；") && !a.advice.any(l.words)
}

// besideGroup says whether a list under a bare label has a sibling under another one that has the business itself, written in the same way.
func (a *analysis) besideGroup(first int, heads []head) bool {
	if !a.labelsGroup(first-1) || len(heads) == 0 {
		return false
	}
	if a.ownGroups == nil {
		a.ownGroups = map[group]bool{}
		for i := range a.lines {
			l := &a.lines[i]
			if l.kind != item || !a.labelsGroup(a.begins[l.list]-1) {
				continue
			}
			if h, ok := a.headOf(i); ok && h.own {
				a.ownGroups[group{l.level, h.colon}] = true
			}
		}
	}
	return a.ownGroups[group{a.lines[first].level, heads[0].colon}]
}

// group is how the items of a list under a bare label are written.
type group struct {
	level int
	colon bool
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

// repeatedSign gives the emoji that two thirds of a list's items are marked by.
func (a *analysis) repeatedSign(items []int) rune {
	counts := map[rune]int{}
	for _, i := range items {
		counts[a.lines[i].sign]++
	}
	for sign, n := range counts {
		if sign != 0 && n > 1 && 3*n >= 2*len(items) {
			return sign
		}
	}
	return 0
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

// brokenOff says whether the answer ends within an item: it is a bare beginning, where those before it say something of what they name.
func (a *analysis) brokenOff(items []int, i int, h head) bool {
	if i != len(a.lines)-1 || len(items) < 3 || h.marked || h.to-h.from > 1 || h.rest < len(a.lines[i].text) {
		return false
	}
	return !slices.ContainsFunc(items[:len(items)-1], func(k int) bool {
		other, ok := a.headOf(k)
		return !ok || strings.TrimSpace(a.lines[k].text[other.rest:]) == ""
	})
}

// leads says whether an item only introduces the items behind it: it ends in a colon, and nothing stands under it.
func (a *analysis) leads(i int, h head) bool {
	text := strings.TrimRight(a.lines[i].text, " *_")
	bare := strings.TrimLeft(a.lines[i].text[h.rest:], " *_:：") == ""
	return bare && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")) && i+1 < len(a.lines) && a.lines[i+1].kind == item && a.lines[i+1].under != i
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

// maxRaised is how many words a head has at most that is a name by the company it keeps.
const maxRaised = 5

// raise takes marked heads for names that others of their list are, and that only lack capitals, or have a verb or an ordinary word in them: what a list
// of businesses sets off in the same way is a business.
func (a *analysis) raise(heads []head) {
	a.raiseDashed(heads)
	sure, colons, bare := 0, 0, 0
	for _, h := range heads {
		if h.marked && (h.own || h.strength == strong) {
			sure++
			if h.colon {
				colons++
			}
			if strings.TrimSpace(a.lines[h.line].text[h.rest:]) == "" {
				bare++
			}
		}
	}
	uniform := sure > 0 && a.uniform(heads)
	if !uniform && (sure < 2 || 2*sure < len(heads)) {
		return
	}
	for i := range heads {
		h := &heads[i]
		l := &a.lines[h.line]
		words := l.words[h.from:h.to]
		if a.amongNames(h, sure, len(heads)) {
			h.strength = likely
			continue
		}
		behind := bare > 0 || strings.TrimSpace(l.text[h.rest:]) != ""
		if h.own || h.strength != none || !h.marked || !behind || h.colon && 2*colons < sure || len(words) > maxRaised || a.excluded(l, h.from, h.to) {
			continue
		}
		labels := every(words, func(w word) bool { return a.label[w.key] || a.connector.whole([]word{w}) || and(w) })
		labels = labels || sure < 2 && !words[len(words)-1].capital // "A spreadsheet"
		if len(words) > 1 && !labels && !strings.ContainsAny(l.text[h.start:h.end], "?!;=%€$£<>…") {
			h.strength = weak
		}
	}
}

// uniform says whether every head of a list with the business itself is set off before a dash or bracket: what stands there is named.
func (a *analysis) uniform(heads []head) bool {
	own := false
	for _, h := range heads {
		l := &a.lines[h.line]
		own = own || h.own
		if behind := strings.TrimLeft(l.text[h.rest:], " "); !h.marked || !dashed(l, h) && !strings.HasPrefix(behind, "(") {
			return false
		}
	}
	return own && len(heads) > 2
}

// raiseDashed takes plain heads before a dash for names that most others of their list are, all written in that way.
func (a *analysis) raiseDashed(heads []head) {
	sure := 0
	for _, h := range heads {
		if h.marked || !dashed(&a.lines[h.line], h) {
			return
		}
		if h.own || h.strength == strong {
			sure++
		}
	}
	if sure < 2 || 2*sure < len(heads) {
		return
	}
	for i := range heads {
		h := &heads[i]
		l := &a.lines[h.line]
		words := l.words[h.from:h.to]
		if !h.own && h.strength == none && words[0].capital && len(words) > 1 && len(words) <= maxRaised && !a.excluded(l, h.from, h.to) &&
			!a.advice.any(words) && !strings.ContainsAny(l.text[h.start:h.end], "?!;=%€$£<>…") {
			h.strength = weak
		}
	}
}

// amongNames says whether a head is written like a street or has a body's word in it, where nearly all others of its list are names.
func (a *analysis) amongNames(h *head, sure, all int) bool {
	l := &a.lines[h.line]
	words := l.words[h.from:h.to]
	if h.own || h.strength != none || !h.marked || sure < all-1 || len(words) < 2 || !words[0].capital || a.directory.any(words) || a.isOrdinary(words[0]) {
		return false
	}
	_, street := a.streetBehind.ending(words)
	return street && every(words, func(w word) bool { return w.capital })
}

// remarks says whether a list stands under a business, as what is said of it: under an item, a heading or a paragraph that begins with its name.
func (a *analysis) remarks(first int) bool {
	l := &a.lines[first]
	if l.under >= 0 && a.lines[l.under].kind == item {
		return a.parentNames(l.under)
	}
	above := first - 1
	if above < 0 || a.lines[above].kind == cell || a.lines[above].kind == card {
		return false
	}
	if above > 0 && a.lines[above].kind == item || a.offersUnder(first) {
		return false
	}
	h, ok := a.headOf(above)
	return ok && h.marked && (h.own || h.strength == strong && !a.general(h) || h.strength == weak && a.written(h)) && !h.colon
}

// offersUnder says whether a list has the business itself, or nothing but names that are set off from what is said of them: what stands over it is a district.
func (a *analysis) offersUnder(first int) bool {
	names, all := 0, 0
	for i := first; i < len(a.lines) && a.lines[i].list == a.lines[first].list && a.lines[i].kind == item; i++ {
		h, ok := a.headOf(i)
		if ok && h.own {
			return true
		}
		all++
		if ok && h.marked && !h.colon && h.strength == strong && !a.general(h) && !a.repeatedLabel(i, h) && strings.TrimSpace(a.lines[i].text[h.rest:]) != "" {
			names++
		}
	}
	return all > 0 && names == all
}

// parentNames says whether the item that a list stands under is a business itself.
func (a *analysis) parentNames(i int) bool {
	h, ok := a.headOf(i)
	return ok && (h.own || h.strength == strong || h.strength == likely && h.marked && !h.colon)
}

// groups says whether names were found under an item or heading: then it is no name itself.
func (a *analysis) groups(i int) bool {
	for n := i + 1; n < len(a.lines); n++ {
		if a.lines[n].under == i && len(a.named[n]) > 0 {
			return true
		}
		if a.lines[n].under < i {
			break
		}
	}
	return false
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
