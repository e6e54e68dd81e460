package reader

import (
	"slices"
	"strings"
	"unicode"
)

// joins says whether nothing but "and", "or" or a comma stands between two words.
func (a *analysis) joins(l *line, from, to int) bool {
	switch to - from {
	case 0:
		sep := strings.TrimSpace(l.between(to))
		return sep == "," || sep == "/" || sep == "،" || sep == "、"
	case 1:
		return a.conjunction(l.words[from]) || a.coordinates(l.words[from])
	}
	return false
}

// conjunction says whether a word joins two names in the answer's language: "en" does in Dutch, and is a preposition in French and Spanish.
func (a *analysis) conjunction(w word) bool {
	return and(w) && (w.key != "en" || a.lang == "nl")
}

func (a *analysis) taken(s span, found []option) bool {
	return slices.ContainsFunc(found, func(o option) bool { return s.start < o.end && o.start < s.end })
}

func (a *analysis) overlapsOwn(l *line, r run) bool {
	return slices.ContainsFunc(a.matchesIn(l, max(0, r.from-maxNameWords), r.to), func(m match) bool {
		return r.from < m.end && a.stands(l, m, 0, len(l.words), false)
	})
}

// subject says whether a single word is one that a sentence is about: at its beginning before a verb, or written as only names are.
func (a *analysis) subject(l *line, r run) bool {
	w := l.words[r.from]
	if a.behindVerb(l, r.from) {
		return false
	}
	mixed := !w.caps && strings.IndexFunc(l.text[w.start+1:w.end], unicode.IsUpper) >= 0
	if r.to >= len(l.words) || l.between(r.to) == "-" { // Souhaitez-vous
		return mixed
	}
	next := l.words[r.to]
	verb := l.adjacent(r.to) && a.verb[next.key] && !addressed[next.key]
	goesOn := verb || l.adjacent(r.to) && !next.capital && next.script == latin && !a.connector.whole(l.words[r.to:r.to+1]) && !a.locative.whole(l.words[r.to:r.to+1])
	switch {
	case mixed, a.relative(l, r.to), strings.TrimSpace(l.between(r.to)) == "," && a.clause(l, r.from) && a.pointsOut(l, r.to):
		return true
	case w.first && (a.lang == "nl" || a.lang == "de") && strings.HasSuffix(w.key, "en"): // an infinitive or a plural
		return false
	case w.first && a.lang == "fr" && len(w.key) > 4 && strings.HasSuffix(w.key, "ez"): // an imperative
		return false
	case w.first || r.from > 0 && l.words[r.from-1].first: // or behind an article that is
		return verb && !a.plural(l, r) || a.twoSubjects(l, r)
	}
	if i := r.from - 1; verb && l.adjacent(r.from) && l.words[i].apart && (and(l.words[i]) || a.contrast.whole(l.words[i:i+1])) {
		return true // "…, but Landrace makes"
	}
	return w.apart && goesOn // a capital within a sentence, at the beginning of a clause
}

// Pronouns behind a word that is a verb then, or the noun of a relative clause: "Trust your", "Brands you".
var addressed = set("you", "your", "they", "them", "we", "our", "it", "je", "jij", "u", "ik", "wij")

// clause says whether a word begins a clause, or stands behind an article that does.
func (a *analysis) clause(l *line, i int) bool {
	return l.words[i].first || i > 0 && a.article.whole(l.words[i-1:i]) && l.words[i-1].first
}

// relative says whether a comma and a relative pronoun follow, as they do names.
func (a *analysis) relative(l *line, i int) bool {
	if strings.TrimSpace(l.between(i)) != "," {
		return false
	}
	switch l.words[i].key {
	case "which", "who", "whose", "qui", "que", "dont", "che", "die", "dat", "cuyo", "cuya", "quien", "cujo", "cuja":
		return true
	}
	return false
}

// twoSubjects says whether a run is coordinated with another capital before a verb: "X and Y also sell".
func (a *analysis) twoSubjects(l *line, r run) bool {
	i := r.to
	if i+2 >= len(l.words) || !l.adjacent(i) || !and(l.words[i]) || !l.words[i+1].capital {
		return false
	}
	end := a.runEnd(l, i+1)
	return end < len(l.words) && l.adjacent(end) && a.verb[l.words[end].key]
}

// behindVerb says whether a verb stands right before a word, whose object it then is.
func (a *analysis) behindVerb(l *line, i int) bool {
	return i > 0 && l.adjacent(i) && !l.words[i-1].capital && a.verb[l.words[i-1].key] && !a.at.whole(l.words[i-1:i]) && !(a.lang == "de" && a.article.whole(l.words[i-1:i]))
}

// Verbs and relatives that follow nouns in the plural.
var pluralVerb = set("are", "were", "have", "do", "who", "that", "can", "often", "tend", "charge", "offer", "sont",
	"ont", "proposent", "qui", "sind", "haben", "son", "tienen", "suelen", "sono", "hanno", "sao", "zijn", "hebben", "die", "dat", "que", "che", "usually", "mostly", "vary")

// plural says whether a single word looks like a noun in the plural before its verb: "Policies are", "Brokers who".
func (a *analysis) plural(l *line, r run) bool {
	return pluralVerb[l.words[r.to].key] && (strings.HasSuffix(l.words[r.from].key, "s") || a.lang == "it" || a.lang == "nl")
}

// twoNames says whether a German noun behind "bei" is coordinated with another, neither an ordinary one: "auch bei X und Y".
func (a *analysis) twoNames(l *line, r run) bool {
	if r.from == 0 || !a.at.whole(l.words[r.from-1:r.from]) || r.to+1 >= len(l.words) || !and(l.words[r.to]) || !l.adjacent(r.to) {
		return false
	}
	other := l.words[r.to+1]
	return other.capital && !a.isOrdinary(other) && !a.isOrdinary(l.words[r.from]) && r.to+2 < len(l.words) && a.verb[l.words[r.to+2].key]
}

// sideBySide says whether a run begins with two capitals without a small word between, of which the first is no adjective.
func (a *analysis) sideBySide(l *line, r run) bool {
	if r.to-r.from < 2 || !l.words[r.from+1].capital || !l.adjacent(r.from+1) && !abbreviations[l.words[r.from].key] || strings.Contains(l.between(r.from+1), "-") {
		return false
	}
	w := l.words[r.from]
	if (a.common[w.key] || a.label[w.key] || a.opener[w.key]) && !a.category.whole([]word{w}) || a.isOrdinary(w) && a.isOrdinary(l.words[r.from+1]) ||
		w.first && a.isOrdinary(l.words[r.from+1]) {
		return false
	}
	first := w.key
	return !(strings.HasSuffix(first, "er") && a.isOrdinary(l.words[r.from+1])) && !a.isPlace(l.words[r.from+1:r.from+2])
}

func (a *analysis) hasLegal(words []word) bool {
	_, ok := a.legal.ending(words)
	return ok && len(words) > 1
}

// led says whether the sentence already speaks of a business at its head, so that further names in it are of its dishes, people, streets.
func (a *analysis) led(l *line, begin int, r run, found []option) bool {
	for _, o := range found {
		if o.line >= 0 && o.start < l.words[r.from].start && o.start >= l.words[begin].start && o.head {
			return true
		}
	}
	if l.kind == item && len(found) > 0 && found[0].head {
		return !a.alternative.any(l.words[begin : r.from+1])
	}
	return false
}

func (a *analysis) lead(found []option) bool {
	return slices.ContainsFunc(found, func(o option) bool { return o.head })
}

// nearOptions is how many names before a run are looked at: enumerations are shorter.
const nearOptions = 20

// follows says whether a run is coordinated with a name that is an option: "X and Y", "X, Y".
func (a *analysis) follows(l *line, r run, begin int, found, more []option) bool {
	// The last ones stand nearest; what an earlier sentence named is beside nothing here.
	near := append(slices.Clip(found[max(0, len(found)-nearOptions):]), more[max(0, len(more)-nearOptions):]...)
	for _, o := range near {
		if o.end > l.words[r.from].start || o.out || o.head && l.kind == item && !(r.marked && a.pairs(l, o.end, r)) {
			continue
		}
		_, to := l.wordsIn(o.start, o.end)
		if to <= begin || r.strength < likely {
			continue
		}
		gap := outside(l.words[to:r.from])
		switch {
		case len(gap) == 0:
			sep := strings.TrimSpace(l.between(r.from))
			if i := strings.LastIndexAny(sep, ")）]"); i >= 0 {
				sep = strings.TrimSpace(sep[i+1:])
			}
			if sep == "," && !r.marked && r.to-r.from == 1 && r.to < len(l.words) && strings.ContainsAny(l.between(r.to), "–—:") {
				return false // "X, Town – what it does"
			}
			if sep == "," || sep == "、" || sep == "/" || sep == "،" {
				return true
			}
		case len(gap) <= 4 && (a.conjunction(gap[0]) || a.coordinates(gap[0])) && every(gap[1:], func(w word) bool { return !w.capital }):
			return true
		case len(gap) <= 2 && strings.Contains(l.text[o.end:gap[0].start], ",") && every(gap, func(w word) bool {
			return !w.capital && (a.article.whole([]word{w}) || and(w) || a.at.whole([]word{w}))
		}) && !(len(gap) == 2 && a.article.whole(gap[:1]) && a.article.whole(gap[1:])): // a relative clause: "die das Mehl mahlt"
			return true
		case a.lastOfSeries(l, to, r):
			return true
		case r.strength == strong && (a.startsClause(l, to, r) || strings.HasPrefix(strings.TrimSpace(l.between(r.from)), ",") && r.to < len(l.words) && l.adjacent(r.to)):
			return true
		}
	}
	return false
}

// lastOfSeries says whether a run is the last of an enumeration whose parts have asides: "X, on the square, and the Y, by the station".
func (a *analysis) lastOfSeries(l *line, from int, r run) bool {
	i := r.from
	if i > from && a.article.whole(l.words[i-1:i]) && !l.words[i-1].capital {
		i--
	}
	if i-1 <= from || !a.conjunction(l.words[i-1]) && !a.coordinates(l.words[i-1]) || !strings.Contains(l.between(i-1), ",") || r.to >= len(l.words) || !strings.HasPrefix(l.between(r.to), ",") {
		return false
	}
	return strings.HasPrefix(l.between(from), ",") && !slices.ContainsFunc(l.words[from:i-1], func(w word) bool { return a.verb[w.key] })
}

// pairs says whether a marked run is joined to what ends at a byte by "and" alone: two names that share an item.
func (a *analysis) pairs(l *line, end int, r run) bool {
	_, to := l.wordsIn(0, end)
	return r.from == to+1 && a.joins(l, to, r.from)
}

// outside gives the words that don't stand in brackets.
func outside(words []word) []word {
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return w.inside })
}

// startsClause says whether a run begins a clause coordinated with one before: "X does this, and Y does that".
func (a *analysis) startsClause(l *line, from int, r run) bool {
	i := r.from
	for i > from && l.adjacent(i) && (a.article.whole(l.words[i-1:i]) || and(l.words[i-1]) || a.category.whole(l.words[i-1:i])) && !l.words[i-1].capital {
		i--
	}
	comma := strings.ContainsAny(l.between(i), ",،;)") || and(l.words[i])
	if !comma || r.to >= len(l.words) || !l.adjacent(r.to) || l.words[r.to].capital {
		return false
	}
	clitic := r.to+1 < len(l.words) && a.verb[l.words[r.to+1].key] && strings.ContainsAny(l.between(r.to+1), "'’") // "X l'emporte"
	return clitic || !a.connector.whole(l.words[r.to:r.to+1])
}

func (a *analysis) coordinates(w word) bool {
	switch w.key {
	case "oppure", "ofwel", "sowie", "or", "ou", "oder", "o", "of", "och", "ainsi", "alongside", "ed", "ni", "أو", "e":
		return true
	}
	return false
}

// behindAt says whether a run stands behind a word that leads to businesses: "at X", "chez X", "bei X".
func (a *analysis) behindAt(l *line, r run) bool {
	for i := r.from - 1; i >= max(0, r.from-3); i-- {
		if !l.adjacent(i + 1) {
			return false
		}
		if a.at.whole(l.words[i : i+1]) {
			return true
		}
		if l.words[i].capital {
			return false
		}
	}
	return false
}
