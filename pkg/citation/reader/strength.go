package reader

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// strength is how much a piece of text looks like the name of a business, by itself.
type strength uint8

const (
	none   strength = iota // it is something else
	weak                   // it could be one, among others that are
	likely                 // one word that is no ordinary one
	strong                 // written as names are
)

const maxNameWords = 9

// strength judges words that stand alone: as a head, in bold, as a run of capitals.
func (a *analysis) strength(l *line, from, to int) strength {
	words := l.words[from:to]
	if len(words) == 0 {
		return none
	}
	text := l.text[words[0].start:words[len(words)-1].end]
	switch {
	case slices.ContainsFunc(words, func(w word) bool { return w.script == han || w.script == kana || w.script == katana }):
		return a.strengthJapanese(text, words)
	case words[0].script == arabic:
		return a.strengthArabic(words)
	}
	whole := len(words)
	words = a.withoutLegal(words)
	incorporated := len(words) < whole
	last := words[len(words)-1]
	if len(words) > maxNameWords || !last.capital && a.connector.whole([]word{last}) || slices.ContainsFunc(words, a.isVerb) || a.excluded(l, from, to) {
		return none
	}
	if strings.ContainsAny(text, "?!;=%€$£<>") || strings.Contains(text, "…") {
		return none
	}
	if !strings.ContainsFunc(text, unicode.IsLower) && !strings.ContainsFunc(text, unicode.IsUpper) && words[0].script == numeral {
		return none // a number, a price
	}
	s := a.strengthLatin(l, words)
	if s == likely && incorporated {
		return strong
	}
	return s
}

// withoutLegal drops a legal form, however it is written.
func (a *analysis) withoutLegal(words []word) []word {
	start, ok := a.legal.ending(words)
	if !ok || start == 0 || a.connector.whole(words[start-1:start]) {
		return words
	}
	return words[:start]
}

func (a *analysis) isVerb(w word) bool {
	return a.verb[w.key] && !w.capital && !and(w) && !a.joiner.whole([]word{w})
}

// strengthLatin goes by capitals: a name has them throughout, a label at its beginning, a thing nowhere.
func (a *analysis) strengthLatin(l *line, words []word) strength {
	content, small, ordinary, labels, letters := 0, 0, 0, 0, 0
	for i, w := range words {
		single := words[i : i+1]
		joins := i > 0 && !w.capital && (a.connector.whole(single) || a.article.whole(single))
		if and(w) || w.key == "s" || joins || i == 0 && len(words) > 1 && a.article.whole(single) {
			continue
		}
		content++
		if w.script != numeral {
			letters = max(letters, utf8.RuneCountInString(w.key))
			hyphened := i > 0 && words[i-1].capital && l.text[words[i-1].end:w.start] == "-" && w.end-w.start <= 2 // Co-op
			if !w.capital && !hyphened && !unicode.IsDigit(runeAt(l.text, w.start)) && w.end-w.start > 1 {
				small++
			}
		}
		if a.isOrdinary(w) || w.script == numeral {
			ordinary++
		}
		if a.label[w.key] || w.script == numeral {
			labels++
		}
	}
	switch {
	case content == 0 || small == content:
		return none
	case labels == content, letters < 2:
		return none
	case small > 0 && a.described(words):
		return likely
	case small > 0 && (small > 1 || ordinary > 0):
		return none
	case small > 0:
		return weak
	case ordinary == content:
		return weak
	case content == 1 && words[len(words)-1].acronym && letters <= maxAcronym:
		return weak
	case content == 1:
		return likely
	}
	return strong
}

// maxAcronym is how long a word of capitals may be that is more likely some acronym than a name.
const maxAcronym = 5

// described says whether words are those of a trade with a name behind them: "Centre hospitalier vétérinaire Moselle".
func (a *analysis) described(words []word) bool {
	_, trade := a.category.at(words, 0)
	last := words[len(words)-1]
	return trade && words[0].capital && last.capital && !a.isOrdinary(last) && len(words) > 2
}

// isOrdinary says whether a word is one of the language's common ones or speaks of the trade; it may be part of a name all the same.
func (a *analysis) isOrdinary(w word) bool {
	return a.common[w.key] || a.label[w.key] || a.opener[w.key] || a.category.whole([]word{w}) || a.asked[w.key] || a.derived(w)
}

// German makes nouns by endings, and writes them all with capitals.
var germanEnding = regexp.MustCompile(`.{3}(ungen|ung|heiten|heit|keiten|keit|schaften|schaft|` +
	`tionen|tion|taten|tat|ismus|preise|preis|zeiten|zeit|kosten|termine|termin|dienst|dienste|beratung|leistung|` +
	`nahe|wert|qualitat|moglichkeit|angebot|angebote|vorschlag|kenntnisse|erfahrung|bewertungen|nummer|umgebung|lage|art|unterricht|kurs|kurse|reparatur|reparaturen|verleih|bedarf|arbeiten)$`)

func (a *analysis) derived(w word) bool { return a.lang == "de" && germanEnding.MatchString(w.key) }

var (
	japaneseSentence = regexp.MustCompile(`(です|ます|ません|ください|でしょう|ました|ましょう|する|した|して|される|` +
		`できる|たい|ない|こと|場合|など|から|まで|ため|たら|なら|れば|には|では|とは|にも|ており|おすすめ|いる|ある)$|[。、！？?!]`)
	japaneseArea = regexp.MustCompile(`^\p{Han}{1,5}(市|県|府|都|区|町|市内|県内|府内|都内|周辺|駅周辺|近郊|エリア)$`)
	katakanaOnly = regexp.MustCompile(`^[\p{Katakana}ー]+$`)
)

const maxJapaneseName = 24 // characters

func (a *analysis) strengthJapanese(text string, words []word) strength {
	n := utf8.RuneCountInString(text)
	switch {
	case n < 2 || n > maxJapaneseName || japaneseSentence.MatchString(text), a.saidByQuestion(words):
		return none
	case a.directory.any(words) || a.public.any(words) || a.brand.whole(words) || a.town.whole(words) || a.place.whole(words) || a.dish.whole(words):
		return none
	case a.labelled(text), a.town.any(words) && japaneseArea.MatchString(text):
		return none
	case a.category.any(words):
		if a.category.whole(words) {
			return none
		}
		return strong
	case katakanaOnly.MatchString(text) && n < 4:
		return weak
	}
	return likely
}

// labelled says whether a Japanese text is made of words that labels are made of.
func (a *analysis) labelled(text string) bool {
	for _, l := range japaneseLabels() {
		if text == l || strings.HasSuffix(text, l) && utf8.RuneCountInString(text) <= utf8.RuneCountInString(l)+4 {
			return true
		}
	}
	return false
}

func (a *analysis) strengthArabic(words []word) strength {
	switch {
	case len(words) > 6 || a.covers(a.directory, words) || a.public.any(words) || a.brand.whole(words) || a.isPlace(words):
		return none
	case slices.ContainsFunc(words, func(w word) bool { return a.verb[w.key] }):
		return none
	case a.category.whole(words):
		return none
	}
	ordinary := 0
	for _, w := range words {
		if a.label[w.key] || a.common[w.key] {
			ordinary++
		}
	}
	if _, ok := a.category.at(words, 0); ok && ordinary < len(words)-1 {
		return strong
	}
	switch {
	case ordinary == len(words) || ordinary > 0 && len(words) == 1:
		return none
	case ordinary > 0:
		return weak
	case len(words) == 1:
		return likely
	}
	return strong
}
