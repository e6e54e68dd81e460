package reader

import "strings"

// isPlaceHere says whether a run tells where something is: behind a preposition of place, without a word of the trade.
func (a *analysis) isPlaceHere(l *line, r run) bool {
	words := l.words[r.from:r.to]
	if a.isPlace(words) || a.smallTown.whole(words) && r.from > 0 && !r.marked {
		return true
	}
	if r.from > 1 && l.adjacent(r.from) && l.adjacent(r.from-1) && a.located.whole(l.words[r.from-2:r.from-1]) && a.at.whole(l.words[r.from-1:r.from]) {
		return true
	}
	if r.from == 0 {
		return false
	}
	if before := l.words[r.from-1 : r.from]; before[0].apart && !before[0].first && !r.marked && a.locative.whole(before) && r.to < len(l.words) && strings.HasPrefix(l.between(r.to), ",") {
		return true // between commas, whatever its words are: "X, em Casa Forte, é"
	}
	if l.adjacent(r.from) && (a.near.whole(l.words[r.from-1:r.from]) || r.from > 1 && l.adjacent(r.from-1) && a.article.whole(l.words[r.from-1:r.from]) && a.near.whole(l.words[r.from-2:r.from-1])) {
		return true
	}
	if before := l.words[r.from-1 : r.from]; a.lang == "it" && before[0].apart && !before[0].first && !before[0].capital && before[0].end-before[0].start <= 2 && len(words) == 1 && !r.marked &&
		a.at.whole(before) && r.to < len(l.words) && strings.HasPrefix(l.between(r.to), ",") {
		return true // "X, a Silea,"
	}
	if a.hasCategory(words) {
		return false
	}
	if _, ok := a.contrast.ending(l.words[max(0, r.from-2):r.from]); ok { // "quant à X"
		return false
	}
	if before := l.words[r.from-1 : r.from]; before[0].apart && !before[0].first && a.locative.whole(before) {
		return true // set off by commas: "X, en Huétor,"
	}
	if r.strength == strong && a.behindAt(l, r) {
		return false
	}
	for i := r.from - 1; i >= max(0, r.from-3); i-- {
		if !l.adjacent(i + 1) {
			return false
		}
		one := l.words[i : i+1]
		switch {
		case a.near.whole(one), a.street.whole(one):
			return true
		case a.locative.whole(one) && i == r.from-1, a.locative.whole(one) && a.article.whole(l.words[i+1:i+2]):
			return true
		case !a.article.whole(one) && !a.connector.whole(one):
			return false
		}
	}
	return false
}

// maxBracket is how long what stands in brackets behind a name may be, in bytes.
const maxBracket = 240

// bracketBehind gives a second form that stands in brackets right behind a name.
func bracketBehind(l *line, at int) []string {
	rest := clip(strings.TrimLeft(l.text[at:], " *_”\"»」"), maxBracket)
	if m := brackets.FindStringSubmatchIndex(rest); m != nil && m[0] == 0 {
		return []string{rest[m[2]:m[3]]}
	}
	return nil
}

// What markets are called, which sellers have their stands at.
var marketHall = set("mercado", "mercato", "mercat", "marche", "marches", "mercati", "mercados", "halles", "halle")

// isMarketHall says whether a run is the name of a market: "Mercado de la Ribera".
func (a *analysis) isMarketHall(l *line, r run) bool {
	words := l.words[r.from:r.to]
	if len(words) > 1 && a.article.whole(words[:1]) {
		words = words[1:]
	}
	return len(words) > 2 && marketHall[words[0].key] && ofWord[words[1].key]
}

// Words for parts of towns, which their names stand before.
var areaNoun = set("area", "areas", "district", "neighbourhood", "neighborhood", "quarter", "region", "suburb", "precinct", "corridor", "buurt", "wijk")

// isArea says whether a run is the name of a part of the town: "the Far East Plaza area".
func (a *analysis) isArea(l *line, r run) bool {
	return r.to < len(l.words) && l.adjacent(r.to) && areaNoun[l.words[r.to].key] && !l.words[r.to].capital
}
