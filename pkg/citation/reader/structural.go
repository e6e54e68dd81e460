package reader

import (
	"context"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/citation"
)

// Structural reads answers by their form: Markdown, capitals, the words of nine languages. It needs no model, and reads the same answer the same way.
type Structural struct{}

// Read reads one answer. The only error is that of a context that ended.
func (Structural) Read(ctx context.Context, c Case) (Reading, error) {
	if err := ctx.Err(); err != nil {
		return Reading{}, err
	}
	if c.Basis == citation.WebRetrieval {
		return retrieval(c), nil
	}
	a, overview := c.analysis()
	r := a.reading()
	if c.Basis != citation.ModelRecall {
		r.Unverified = a.unverified()
	}
	if overview != nil {
		overview.complete(&r, a, c)
	}
	return r, nil
}

// analysis reads the text of an answer, or of an overview, which then is given too.
func (c Case) analysis() (*analysis, *overviewText) {
	if c.Basis != citation.SearchAIMode {
		return analyse(lexiconFor(c.Lang, c.Answer), parse(clean(c.Answer)), c, gather(c.Sources)), nil
	}
	o := writeOverview(c.Overview)
	return analyse(lexiconFor(c.Lang, o.plainText()), o.document, c, o.sources), o
}

// reading is what the options come to.
func (a *analysis) reading() Reading {
	var r Reading
	place := 0
	for _, o := range a.options {
		switch {
		case o.out:
			r.MentionedNotRecommended = r.MentionedNotRecommended || o.own
		case o.own && r.Named:
		case o.own:
			place++
			r.Named, r.Rank = true, new(place)
		default:
			place++
			r.Rivals = append(r.Rivals, o.name)
		}
	}
	r.MentionedNotRecommended = r.MentionedNotRecommended && !r.Named
	r.Answered = place > 0 || a.replies()
	return r
}

// maxFailure is how many words an error message has at most.
const maxFailure = 60

// failed says whether an error message came in place of an answer.
func (a *analysis) failed() bool {
	n := 0
	failure := false
	for i := range a.lines {
		l := &a.lines[i]
		n += len(l.words)
		failure = failure || a.failure.any(l.words) && n < maxFailure
		if l.kind == item || l.kind == cell {
			return false
		}
	}
	return failure && n < maxFailure
}

// replies says whether an answer without names replies to the question all the same: it neither refuses, nor fails, nor only asks back, nor breaks off.
func (a *analysis) replies() bool {
	sentences, questions := 0, 0
	for i := range a.lines {
		l := &a.lines[i]
		if a.skip[i] || len(l.words) == 0 {
			continue
		}
		if a.refusal.any(l.words) || a.failure.any(l.words) {
			return false
		}
		for from := 0; from < len(l.words); {
			_, to := l.sentenceOf(from)
			sentences++
			if l.kind == item || a.asks(l, from, to) {
				questions++
			}
			from = to
		}
	}
	switch {
	case sentences == 0, a.onlyAsks(), a.asksBack():
		return false
	case a.breaksOff() && (sentences == 1 || a.onlyIntroduces()):
		return false
	}
	return true
}

// asks says whether a sentence asks the customer something, or leads to it.
func (a *analysis) asks(l *line, from, to int) bool {
	mark := strings.TrimSpace(l.between(to))
	return strings.HasPrefix(mark, "?") || strings.HasPrefix(mark, "？") || strings.HasPrefix(mark, "؟") || a.ask.any(l.words[from:to])
}

// maxPleasantry is how many words "With pleasure!" and its like have at most.
const maxPleasantry = 12

// onlyAsks says whether nothing but questions and pleasantries is there.
func (a *analysis) onlyAsks() bool {
	asked := false
	for i := range a.lines {
		l := &a.lines[i]
		for from := 0; from < len(l.words); {
			_, to := l.sentenceOf(from)
			switch {
			case a.asks(l, from, to):
				asked = true
			case l.kind == item && asked:
			case to-from > maxPleasantry || l.kind != paragraph || !asked && i > 0:
				return false
			case asked && to-from > maxPleasantry/2 && !a.ask.any(l.words):
				return false
			}
			from = to
		}
	}
	return asked
}

// asksBack says whether the answer begins by asking the customer for what it needs to know. What it says behind its questions doesn't change that.
func (a *analysis) asksBack() bool {
	needs, asked, sentences := false, false, 0
	for i := range a.lines {
		l := &a.lines[i]
		for from := 0; from < len(l.words); {
			_, to := l.sentenceOf(from)
			mark := strings.TrimSpace(l.between(to))
			if sentences++; sentences > 3 && !needs {
				return false
			}
			needs = needs || a.needed.any(l.words[from:to])
			asked = asked || strings.HasPrefix(mark, "?") || strings.HasPrefix(mark, "？") || strings.HasPrefix(mark, "؟")
			from = to
		}
	}
	return needs && asked
}

// onlyIntroduces says whether nothing but pleasantries and the introduction of what was to come stands before the last line.
func (a *analysis) onlyIntroduces() bool {
	for i := range a.lines[:len(a.lines)-1] {
		l := &a.lines[i]
		if l.kind != paragraph { // items rarely end in a full stop, so the answer needn't break off in the last of them
			return false
		}
		for from := 0; from < len(l.words); {
			_, to := l.sentenceOf(from)
			if mark := strings.TrimSpace(l.between(to)); to-from > maxPleasantry/2 && !strings.HasPrefix(mark, ":") && !strings.HasPrefix(mark, "：") {
				return false
			}
			from = to
		}
	}
	return true
}

// refusesFirst says whether one of the first two sentences refuses.
func (a *analysis) refusesFirst() bool {
	sentences := 0
	for i := range a.lines {
		l := &a.lines[i]
		if l.kind == heading || l.kind == item || l.kind == cell {
			return false
		}
		for from := 0; from < len(l.words); {
			_, to := l.sentenceOf(from)
			if hits := a.refusal.in(l.words, from, to); len(hits) > 0 && len(a.matchesIn(l, from, to)) == 0 {
				return !a.turns(l, hits[len(hits)-1].end, to) // "I can't check prices, but these are known"
			}
			if sentences++; sentences > 1 {
				return false
			}
			from = to
		}
	}
	return false
}

// turns says whether a contrast stands among some words: no relative pronoun, which the list of contrasts has too.
func (a *analysis) turns(l *line, from, to int) bool {
	return slices.ContainsFunc(a.contrast.in(l.words, from, to), func(h hit) bool {
		return !relativePronoun[l.words[h.start].key] || h.end-h.start > 1
	})
}

// Relative pronouns, which the list of contrasts has: behind a comma they begin a clause of their own.
var relativePronoun = set("que", "qui", "dont", "che", "cuyo", "which", "who", "die", "dat")

// concedes says whether a sentence, or the one before, names businesses in spite of a refusal.
func (a *analysis) concedes(l *line, at int) bool {
	begin, end := l.sentenceOf(at)
	if mark := l.between(end); strings.ContainsAny(mark, "?？؟") {
		return false
	}
	said := func(words []word) bool { return a.offer.any(words) || a.praise.any(words) || a.alternative.any(words) }
	if said(l.words[begin:end]) || !a.refuses && l.kind == paragraph && l.boldIn(begin, end) > 1 {
		return true
	}
	if hits := a.refusal.in(l.words, begin, at); len(hits) > 0 {
		return len(a.contrast.in(l.words, hits[len(hits)-1].end, at)) > 0
	}
	if begin == 0 {
		return false
	}
	before, _ := l.sentenceOf(begin - 1)
	return said(l.words[before:begin]) && !a.refusal.any(l.words[before:begin])
}

// boldIn counts the bold runs among some words.
func (l *line) boldIn(from, to int) int {
	n := 0
	for _, m := range l.marks {
		if f, t := l.wordsIn(m.start, m.end); m.kind == bold && f >= from && t <= to {
			n++
		}
	}
	return n
}

// breaksOff says whether the text ends without an end.
func (a *analysis) breaksOff() bool {
	last := a.lines[len(a.lines)-1]
	text := strings.TrimRight(last.text, " *_`\"”»)")
	return last.cut || !strings.ContainsAny(text[max(0, len(text)-3):], ".!?。！？؟…")
}

// lexiconFor gives the lists of the question's language, or of the one that the answer is plainly in.
func lexiconFor(lang, answer string) *lexicon {
	lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
	all := lexicons()
	words := split(clip(answer, 4<<10))
	count := func(lx *lexicon) int {
		n := 0
		for _, w := range words {
			if lx.function[w.key] {
				n++
			}
		}
		return n
	}
	best, ok := all[lang]
	most := 0
	if ok {
		most = 2*count(best) + 3
	} else {
		best = all["en"]
	}
	for _, l := range languages {
		if n := count(all[l]); n > most {
			best, most = all[l], n
		}
	}
	return best
}

// unverified are the rivals that no source names.
func (a *analysis) unverified() []string {
	var names []string
	for _, o := range a.options {
		if !o.own && !o.out && !a.backed(o) && !slices.Contains(names, o.name) {
			names = append(names, o.name)
		}
	}
	return names
}
