package reader

import "strings"

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
