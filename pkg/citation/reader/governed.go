package reader

// governed says whether the words around a run in prose show what it is, and that it is no business that the sentence offers.
func (a *analysis) governed(l *line, begin, end int, r run) bool {
	if r.from > begin && l.adjacent(r.from) && a.quantity.whole(l.words[r.from-1:r.from]) {
		return true
	}
	return a.belongsBehind(l, r, end) || a.isArea(l, r) || a.suppliesHere(l, begin, r) || a.listedKind(l, begin, r) || a.ofNoun(l, begin, r) || a.isMarketHall(l, r)
}

// governedHere is governed for a run in its sentence.
func (a *analysis) governedHere(l *line, r run) bool {
	begin, end := l.sentenceOf(r.from)
	return a.governed(l, begin, end, r)
}

// belongsBehind says whether German says of a run that something belongs to it: "die zu X gehört".
func (a *analysis) belongsBehind(l *line, r run, end int) bool {
	if a.lang != "de" || r.from == 0 || r.to >= end {
		return false
	}
	switch l.words[r.from-1].key {
	case "zu", "zum", "zur":
	default:
		return false
	}
	switch l.words[r.to].key {
	case "gehort", "gehoren", "gehorte", "zahlt", "gehorend":
		return true
	}
	return false
}

// What stands before what something is made or done with, and between that and where it comes from.
var (
	withWord = set("with", "using", "avec", "mit", "con", "com", "met", "aus")
	fromWord = set("from", "by", "vom", "der", "uit") // and the prepositions of the genitive
)

// suppliesHere says whether a run is where something comes from that a business works with: "with cloth from X".
func (a *analysis) suppliesHere(l *line, begin int, r run) bool {
	i := r.from - 1
	if i <= begin || !l.adjacent(r.from) {
		return false
	}
	if key := l.words[i].key; !fromWord[key] && !ofWord[key] {
		return false
	}
	for n := 1; n <= 3 && i-n > begin; n++ {
		w := l.words[i-n]
		if w.capital && a.lang != "de" || w.apart || !l.adjacent(i-n+1) || a.category.whole([]word{w}) || a.verb[w.key] {
			return false
		}
		if n > 1 && withWord[w.key] {
			return true
		}
	}
	return false
}

// ofNoun says whether a run depends on a noun that is no word of the trade: "the helpline of the **X**".
func (a *analysis) ofNoun(l *line, begin int, r run) bool {
	i := r.from - 1
	for i > begin && l.adjacent(i+1) && a.article.whole(l.words[i:i+1]) && !ofWord[l.words[i].key] {
		i--
	}
	if i <= begin || i+1 >= len(l.words) || !l.adjacent(i+1) || !ofWord[l.words[i].key] || !l.adjacent(i) {
		return false
	}
	noun := l.words[i-1]
	one := []word{noun}
	if thatOf[noun.key] && !noun.first && !r.marked {
		return true
	}
	if noun.capital || a.verb[noun.key] || a.category.whole(one) || a.at.whole(one) || a.near.whole(one) || a.offer.whole(one) || a.praise.whole(one) {
		return false
	}
	return i-2 >= begin && l.adjacent(i-1) && a.article.whole(l.words[i-2:i-1])
}

// Pronouns that stand for a noun said before: "il numero è quello di X".
var thatOf = set("that", "those", "celui", "celle", "ceux", "celles", "quello", "quella", "quelli", "quelle", "aquel", "aquela", "aquele", "diejenige", "derjenige", "dasjenige")

// Prepositions of the genitive.
var ofWord = set("of", "de", "du", "des", "d", "del", "di", "della", "dell", "dello", "do", "da", "dos", "das", "van", "von")

// withNoun says whether a run stands behind "with" and a noun: "stands of growers with **X**".
func (a *analysis) withNoun(l *line, r run) bool {
	i := r.from - 1
	if i < 2 || !l.adjacent(r.from) || !l.adjacent(i) || !withWord[l.words[i].key] {
		return false
	}
	noun := l.words[i-1]
	return !noun.capital && !a.verb[noun.key] && ofWord[l.words[i-2].key]
}
