package reader

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// head is what stands at the beginning of an item, a heading or a cell, where the name of a business would.
type head struct {
	span
	from, to int  // words
	marked   bool // bold or linked: the writer says where it ends
	colon    bool // something is said of it behind a colon, as of a label
	rest     int  // where the text behind it begins
	strength strength
	own      bool
}

// What ends a name in running text, and what ends it even within bold.
var (
	plainEnd = regexp.MustCompile(`\s+[–—→|·•⇒➜-]{1,2}\s+|\s*[:：](?:\s|$)|：|\s*[(（\[【]|[,;，；、。]|[.!?]\s|` +
		`\s*[⭐★☆✩👉☎📍📞🌐✔✅]|\s+@\s`)
	boldEnd = regexp.MustCompile(`\s+[–—→|·⇒➜-]{1,2}\s+|\s+(?:vs|versus)\b|\s*[:：](?:\s|$)|：|\s*[(（\[【]|\s*[⭐★☆✩]`)
	credit  = regexp.MustCompile(`^,\s*([^,;:–—(]{1,40})`)
)

// headOf gives the head of a line; ok is false where there is none.
func (a *analysis) headOf(i int) (h head, ok bool) {
	h, ok = a.heads[i]
	if !ok {
		if h, ok = a.findHead(i); !ok {
			h = head{}
		}
		a.heads[i] = h
	}
	return h, h.to > h.from
}

// findHead reads what a line begins with.
func (a *analysis) findHead(i int) (h head, ok bool) {
	l := &a.lines[i]
	at := a.textStart(l)
	if at >= len(l.text) {
		return head{}, false
	}
	if m, ok := a.markBehindSmall(l, at); ok {
		at = m.start
	}
	h = head{span: span{line: i, start: at, end: len(l.text)}, rest: len(l.text)}
	if m, marked := l.markAt(at); marked {
		h.marked = true
		h.end, h.rest = m.end, m.end
		if h.start < m.start {
			h.start = m.start
		}
	}
	a.cutHead(l, &h)
	h.from, h.to = l.wordsIn(h.start, h.end)
	if h.from == h.to {
		return head{}, false
	}
	after := strings.TrimLeft(l.text[h.end:], " *_")
	h.colon = strings.HasPrefix(after, ":") || strings.HasPrefix(after, "：") || strings.HasPrefix(after, "→") || strings.HasSuffix(l.text[h.start:h.end], ":")
	if l.cut && h.rest >= len(l.text) && !h.closed(l) {
		// The answer breaks off within the name: only the business's own can be told to be whole.
		h.own = a.isOwn(l, h.span)
		return h, h.own
	}
	h.own = a.isOwn(l, h.span)
	h.strength = a.strength(l, h.from, h.to)
	if h.strength == none && !h.marked && l.kind != heading {
		a.shorten(l, &h)
	}
	if !h.marked && a.halfMarked(l, h) {
		h.strength = none // what is set off is another: "Directory of the **KSW**"
	}
	if h.strength <= likely && h.to < len(l.words) && l.adjacent(h.to) && a.article.whole(l.words[h.to:h.to+1]) {
		h.strength = none // the beginning of a sentence: "**Measure** the plot"
	}
	return h, true
}

// shorten ends a plain head behind its leading capitals, where what follows goes on without a mark: "Natural Foods on Paul Street".
func (a *analysis) shorten(l *line, h *head) {
	r, ok := a.runAt(l, h.from)
	if !ok || r.marked || r.from != h.from || r.to >= h.to || r.strength != strong && !l.words[min(r.to, len(l.words)-1)].apart && !a.verb[l.words[r.to].key] {
		return
	}
	h.to, h.strength = r.to, r.strength
	h.end = l.words[r.to-1].end
	h.rest = h.end
}

// halfMarked says whether bold begins within a plain head, behind a small word.
func (a *analysis) halfMarked(l *line, h head) bool {
	return slices.ContainsFunc(l.around(h.start), func(m mark) bool {
		from, _ := l.wordsIn(m.start, m.end)
		if m.kind != bold || from <= h.from || from >= h.to {
			return false
		}
		small := l.words[from-1]
		return !small.capital && small.script == latin
	})
}

func (h head) closed(l *line) bool {
	for _, m := range l.marks {
		if m.kind == bold && m.open {
			return false
		}
	}
	return true
}

// textStart skips what numbers or adorns a line.
func (a *analysis) textStart(l *line) int {
	at := 0
	if n := numberFirst.FindString(l.text); n != "" && len(n) < len(l.text) {
		at = len(n)
	}
	for _, r := range l.text[at:] {
		if wordy(r) || strings.ContainsRune("'’‘", r) {
			break
		}
		at += len(string(r))
	}
	return at
}

// markBehindSmall is the mark that begins behind nothing but a preposition or an article: "à l'**Auberge**".
func (a *analysis) markBehindSmall(l *line, at int) (mark, bool) {
	for _, m := range l.marks {
		from, to := l.wordsIn(at, m.start)
		if m.kind != bold && m.kind != link || m.start < at || to == from {
			continue
		}
		small := to-from <= 3 && every(l.words[from:to], func(w word) bool {
			one := []word{w}
			return !w.capital && !w.apart && (a.article.whole(one) || a.connector.whole(one) || a.locative.whole(one) || a.at.whole(one))
		})
		return m, small
	}
	return mark{}, false
}

// markAt is the bold run, link or quotation that begins at the position.
func (l *line) markAt(at int) (mark, bool) {
	best := mark{}
	for _, m := range l.marks {
		if m.kind != code && m.start <= at && m.end > at && m.end > best.end && strings.IndexFunc(l.text[m.start:at], wordy) < 0 && m.kind != italic {
			best = m
		}
	}
	if best.end == 0 {
		for _, m := range l.marks {
			if m.kind == italic && m.start <= at && m.end > at {
				best = m
			}
		}
	}
	return best, best.end > 0
}

// cutHead ends the head where a name would end.
func (a *analysis) cutHead(l *line, h *head) {
	pattern := plainEnd
	if h.marked {
		pattern = boldEnd
	}
	text := l.text[h.start:h.end]
	for from := 0; from < len(text); {
		m := pattern.FindStringIndex(text[from:])
		if m == nil {
			break
		}
		cut := from + m[0]
		if n := a.belongs(text[cut:]); n > 0 {
			from = cut + n
			continue
		}
		if text[cut] == '.' && a.keepsStop(l, h.start+cut) {
			from = cut + 1
			continue
		}
		if strings.IndexFunc(text[:cut], wordy) < 0 {
			from = cut + max(1, m[1]-m[0])
			continue
		}
		h.rest = h.start + cut
		h.end = h.start + cut
		break
	}
	h.end = h.start + len(strings.TrimRightFunc(l.text[h.start:h.end], unicode.IsSpace))
}

// belongs gives the length of a legal form or a credential behind a comma, which is part of the name.
func (a *analysis) belongs(text string) int {
	m := credit.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	words := split(strings.TrimSpace(m[1]))
	if a.legal.whole(words) || a.credential.whole(words) {
		return len(m[0])
	}
	return 0
}

// degrees are the parts of titles that end in a full stop: "Dr. med. dent.".
var degrees = set("med", "dent", "vet", "jur", "iur", "phil", "nat", "rer", "ing", "dipl", "pol", "oec", "habil", "univ", "biol", "psych")

// keepsStop says whether a full stop belongs to an abbreviation.
func (a *analysis) keepsStop(l *line, at int) bool {
	for _, w := range l.words {
		if w.end == at {
			return abbreviations[w.key] || degrees[w.key] || a.legal.whole([]word{w}) || w.capital && w.end-w.start == 1
		}
		if w.end > at {
			return w.start < at
		}
	}
	return false
}

// Ratings, prices and footnotes that follow a name without a separator.
var ratingTail = regexp.MustCompile(`\s*(?:[(\[]?\s*(?:⭐|★|☆)?\s*\d[.,]\d\s*(?:/\s*\d{1,2})?\s*(?:⭐|★|☆|stars?)?.{0,30}|` +
	`[⭐★☆]+.{0,30}|[$€£]{1,4})$`)

var brackets = regexp.MustCompile(`\s*[(（]([^()（）]{1,80})[)）]\s*`)

// canonical gives a name as it is to be listed, and the second forms that stand beside it in brackets.
func (a *analysis) canonical(raw string) (name string, also []string) {
	s := trimName(ratingTail.ReplaceAllString(trimName(raw), ""))
	for _, m := range brackets.FindAllStringSubmatch(s, 3) {
		also = append(also, m[1])
	}
	s = trimName(brackets.ReplaceAllString(s, " "))
	if m := boldEnd.FindStringIndex(s); m != nil && m[0] > 0 {
		s = trimName(s[:m[0]])
	}
	words := split(s)
	if len(words) == 0 {
		return "", nil
	}
	last := words[len(words)-1]
	if abbreviated := abbreviations[last.key] || a.legal.whole(words[len(words)-1:]) || strings.Contains(s[last.start:last.end], "."); !abbreviated {
		s = strings.TrimSuffix(s, ".")
	}
	return strings.TrimRight(s, "!"), also
}
