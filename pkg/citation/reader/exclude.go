package reader

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// japaneseLabels are the words that labels in Japanese end with.
var japaneseLabels = sync.OnceValue(func() []string { return entries("label", "ja") })

// excluded says whether words are the name of something that no customer was looking for: a directory, a public body, a place, a brand, a dish.
func (a *analysis) excluded(l *line, from, to int) bool {
	words := l.words[from:to]
	if a.article.whole(words[:1]) && len(words) > 1 {
		words = words[1:]
	}
	switch {
	case a.saidByQuestion(words), price(words):
		return true
	case a.runsTrade(words):
		return false
	case a.covers(a.directory, words), a.listedAt(words), a.publicBody(words), a.covers(a.brand, words), !a.sellsSoftware && a.covers(a.service, words),
		a.isPlace(words), a.dish.whole(words):
		return true
	}
	return a.host(l.text[words[0].start:words[len(words)-1].end])
}

// price says whether words are a currency's code and a number.
func price(words []word) bool {
	if len(words) != 2 {
		return false
	}
	code := func(w word) bool { return w.caps && len(w.key) == 3 }
	return code(words[0]) && words[1].script == numeral || code(words[1]) && words[0].script == numeral
}

// saidByQuestion says whether a single word, or several characters, are the question's own: what was asked for is no answer.
func (a *analysis) saidByQuestion(words []word) bool {
	if s := words[0].script; s == han || s == kana || s == katana {
		return len(words) > 1 && strings.Contains(a.question, joined(words))
	}
	return len(words) == 1 && a.asked[words[0].key]
}

func joined(words []word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.key)
	}
	return b.String()
}

// listedAt says whether words end in a directory behind a preposition: "Freelancers on Upwork".
func (a *analysis) listedAt(words []word) bool {
	start, ok := a.directory.ending(words)
	if !ok || start < 2 {
		return false
	}
	before := words[start-1 : start]
	return !before[0].capital && (a.connector.whole(before) || a.locative.whole(before) || a.at.whole(before))
}

// covers says whether the words are one of the list's, or several of them, with nothing else but ordinary words.
func (a *analysis) covers(list phrases, words []word) bool {
	hits := list.in(words, 0, len(words))
	hits = slices.DeleteFunc(hits, func(h hit) bool { return len(a.city) > 1 && every(words[h.start:h.end], a.isCity) }) // Den Bosch is no Bosch
	if len(hits) == 0 {
		return false
	}
	covered := make([]bool, len(words))
	for _, h := range hits {
		for i := h.start; i < h.end; i++ {
			covered[i] = true
		}
	}
	for i, w := range words {
		if !covered[i] && !a.isOrdinary(w) && !a.isCity(w) && !a.connector.whole(words[i:i+1]) && !and(w) && !a.town.whole(words[i:i+1]) && !(i > 0 && !w.capital) {
			return false
		}
	}
	return true
}

func (a *analysis) isCity(w word) bool {
	for _, c := range a.city {
		if c.key == w.key || w.key == c.key+"s" || w.key == c.key+"er" {
			return true
		}
	}
	return false
}

// publicBody says whether a name has a word that chambers, associations, authorities and their like have, and businesses hardly ever.
func (a *analysis) publicBody(words []word) bool {
	return !a.runsTrade(words) && a.public.any(words) || a.body.any(words) || a.lang == "de" && slices.ContainsFunc(words, func(w word) bool { return germanBody.MatchString(w.key) })
}

// runsTrade says whether words are those of a business that a body runs: "ANWB Rijopleiding".
func (a *analysis) runsTrade(words []word) bool {
	return len(words) > 1 && words[0].acronym && a.hasCategory(words[1:2]) && !a.public.any(words[1:]) && !a.body.any(words)
}

// German writes what kind of body it is at the end of a word: Mieterverein, Handwerkskammer.
var germanBody = regexp.MustCompile(`.{3}(verein|verband|kammer|innung|zentrale|behorde|genossenschaft|ministerium)$|` +
	`^(landes|bundes|kreis|bezirks|stadt)\pL{3,}(rat|amt|bund|anstalt|stelle|agentur)$`)

// isPlace says whether words are a town, a part of one, a street or a landmark.
func (a *analysis) isPlace(words []word) bool {
	if len(words) == 0 {
		return false
	}
	if every(words, func(w word) bool {
		one := []word{w}
		return a.isCity(w) || a.town.whole(one) || a.place.whole(one) || !w.capital && w.script == latin && (a.joiner.whole(one) || and(w))
	}) || a.town.whole(words) || a.place.whole(words) {
		return true
	}
	if _, ok := a.streetBefore.at(words, 0); ok && len(words) > 1 && !a.hasCategory(words) || len(words) > 1 && mall[words[0].key] {
		return true
	}
	start, ok := a.streetBehind.ending(words)
	within := func(w word) bool { return !w.capital && w.script == latin && a.locative.whole([]word{w}) }
	if ok && !streetsFirst[a.lang] && !a.hasCategory(words) && !slices.ContainsFunc(words[:start], within) { // "Smoke on Sydney Road" is none
		return true
	}
	last := words[len(words)-1].key
	return a.lang == "de" && len(words) == 1 && len(last) > 8 && (strings.HasSuffix(last, "strasse") || strings.HasSuffix(last, "platz") ||
		strings.HasSuffix(last, "gasse") || strings.HasSuffix(last, "allee") || strings.HasSuffix(last, "viertel")) ||
		a.lang == "nl" && len(last) > 7 && (strings.HasSuffix(last, "straat") || strings.HasSuffix(last, "gracht") || strings.HasSuffix(last, "plein"))
}

// Languages that write the word for a street before its name.
var streetsFirst = set("fr", "es", "it", "pt", "ar")

// German writes a name and its trade in one word.
var germanTrade = regexp.MustCompile(`^.{3,}(keller|stube|stuben|stuberl|stubn|brau|brauhaus|brauerei|backerei|konditorei|metzgerei|` +
	`wirt|wirtshaus|beisl|schenke|klause|gasthof|backstube|manufaktur|apotheke|kanzlei|praxis)s?$`)

// hasCategory says whether a word of the trade is among the words.
func (a *analysis) hasCategory(words []word) bool {
	if len(a.category.in(words, 0, len(words))) > 0 {
		return true
	}
	return a.lang == "de" && slices.ContainsFunc(words, func(w word) bool { return w.capital && germanTrade.MatchString(w.key) })
}

// host says whether a text is the bare name of a host.
func (a *analysis) host(text string) bool {
	return strings.Contains(text, ".") && hostEnd(text, 0) == len(text)
}

// title drops what stands around a name: numbering, quotation marks, emoji, rating, price, colon.
func trimName(s string) string {
	s = strings.TrimSpace(numberFirst.ReplaceAllString(s, ""))
	s = strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || pictogram(r) || strings.ContainsRune(`:：,;،、–—-·•*_"“”„«»「」『』‹›|/`, r)
	})
	return s
}
