package reader

import (
	"slices"
	"strings"
)

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
