package reader

import (
	"cmp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/citation"
)

// maxOptions bounds how many businesses one answer can name.
const maxOptions = 200

// span is a part of a line: bytes of its text.
type span struct{ line, start, end int }

// option is a business that the answer offers, or speaks of without offering it.
type option struct {
	span
	name string // as written
	own  bool
	out  bool // spoken of, not offered
	by   bool // spoken of only in what is said of another: no doubt about the business itself
	head bool // stands where names stand: at the head of an item, as a heading, in a cell
	also []string
}

// analysis is the reading of one answer.
type analysis struct {
	*lexicon
	document
	own           []form
	domain        string // registrable, of the business
	city          []word
	asked         map[string]bool // words of the question that are written small there
	echoed        map[string]bool // words of the question
	sellsSoftware bool            // the customer asked for software
	buying        bool            // the customer asked where to buy
	personal      bool            // a person is the business in this trade
	cited         []source
	skip          []bool            // lines that list sources
	inner         map[string]bool   // words with a capital within a sentence
	small         map[string]bool   // words that the answer writes small
	found         map[*line][]match // of the business's name
	heads         map[int]head      // read before, by line
	begins        map[int]int       // the first line of each list
	named         map[int][]span    // names that stand where names stand, by line
	tips          map[int]bool      // items of lists that tips introduce
	question      string            // its words without spaces
	series        map[string]bool   // what begins lines and ends in a number, such as "option 1"
	repeats       map[string]int    // in how many lists under items a head stands, once it was counted
	refuses       bool              // one of the first sentences refuses
	withheld      bool              // it refuses or asks back to begin with: a name needs to be offered in so many words
	ownGroups     map[group]bool    // under bare labels, those that have the business itself, once they were looked for
	longer        map[string]bool   // forms of the name that stood in a longer one, another's
	family        bool              // the business's name goes on with "and Sons" or the like
	forgiving     bool              // the right name stands nowhere: one with a slip may be it
	options       []option
	offered       bool // something of the text's structure is a name: prose needs to say more
}

// analyse reads a cleaned answer, parsed.
func analyse(lx *lexicon, doc document, c Case, cited []source) *analysis {
	b, question := c.Business, c.Question
	a := &analysis{
		lexicon: lx, document: doc, domain: registrable(b.Domain), city: split(b.City), cited: cited,
		asked: map[string]bool{}, echoed: map[string]bool{}, inner: map[string]bool{}, small: map[string]bool{},
		found: map[*line][]match{}, heads: map[int]head{}, begins: map[int]int{}, named: map[int][]span{}, tips: map[int]bool{}, series: map[string]bool{}, longer: map[string]bool{},
	}
	a.question = joined(split(question))
	for _, w := range split(question) {
		a.echoed[w.key] = true
		if !w.capital {
			a.asked[w.key] = true
		}
	}
	trade := split(cmp.Or(b.Industry, b.Trade) + " " + b.Trade + " " + question)
	a.personal, a.sellsSoftware, a.buying = a.role.any(trade), a.software.any(trade), a.buy.any(split(question)) || b.City == "" && a.echoed["online"]
	a.skip = a.sourceLines()
	for i, l := range a.lines {
		if _, ok := a.begins[l.list]; !ok {
			a.begins[l.list] = i
		}
		for _, w := range l.words {
			if w.capital && !w.first {
				a.inner[w.key] = true
			}
			if !w.capital && w.script == latin {
				a.small[w.key] = true
			}
		}
	}
	a.own = a.identity(b)
	if a.forgiving = !a.spelled(); a.forgiving {
		clear(a.found)
	}
	a.read()
	return a
}

// identity gives every way to write the business's name.
func (a *analysis) identity(b citation.Business) []form {
	var all []form
	for _, name := range append([]string{b.Name}, b.Aliases...) {
		words := split(name)
		a.family = a.family || slices.ContainsFunc(words, func(w word) bool { return relatives[w.key] && !w.first })
		for _, f := range a.forms(name, a.ordinary) {
			if f.short && every(f.words, func(w word) bool { return a.echoed[w.key] || a.ordinary(w) }) {
				continue // what the question says too tells nobody apart
			}
			at := slices.IndexFunc(all, func(o form) bool {
				return slices.EqualFunc(o.words, f.words, func(x, y word) bool { return x.key == y.key && x.alt == y.alt })
			})
			if at < 0 {
				all = append(all, f)
			} else {
				all[at].short = all[at].short && f.short
			}
		}
	}
	all = append(all, a.withoutTrade(all, b)...)
	// The longest first: a match of the whole name is none of its part.
	slices.SortStableFunc(all, func(x, y form) int { return y.letters() - x.letters() })
	return all
}

// withoutTrade gives the forms that end in a word of the business's own trade without it: "D'Arcy O'Shea" of a violin maker's "D'Arcy O'Shea
// Violins".
func (a *analysis) withoutTrade(all []form, b citation.Business) []form {
	trade := map[string]bool{}
	for _, w := range split(b.Industry + " " + b.Trade) {
		if len(w.key) > 3 {
			trade[strings.TrimSuffix(w.key, "s")] = true
		}
	}
	var shorter []form
	for _, f := range all {
		last := len(f.words) - 1
		if last < 1 || f.generic || !trade[strings.TrimSuffix(f.words[last].key, "s")] || !a.distinct(f.words[:last], a.ordinary) {
			continue
		}
		words := f.words[:last]
		known := slices.ContainsFunc(all, func(o form) bool { return joinKeys(o.words) == joinKeys(words) })
		if !known && !every(words, func(w word) bool { return a.echoed[w.key] || a.ordinary(w) }) {
			shorter = append(shorter, form{words: words, short: true})
		}
	}
	return shorter
}

// spelled says whether the right name stands anywhere.
func (a *analysis) spelled() bool {
	for i := range a.lines {
		l := &a.lines[i]
		for _, m := range a.matches(l) {
			if from, to, name := a.bounds(l, m); a.stands(l, m, from, to, name) {
				return true
			}
		}
	}
	return false
}

// ordinary says whether a word of a name is one that answers use without meaning the business.
func (a *analysis) ordinary(w word) bool {
	return a.common[w.key] || a.label[w.key] || a.opener[w.key] || a.asked[w.key] || a.small[w.key] && w.capital || a.category.whole([]word{w}) || a.article.whole([]word{w}) ||
		a.connector.whole([]word{w}) || slices.ContainsFunc(a.city, func(c word) bool { return c.key == w.key })
}

// sourceLines finds what is no answer but a list of its sources: all that stands under such a heading.
func (a *analysis) sourceLines() []bool {
	skip := make([]bool, len(a.lines))
	for i := 0; i < len(a.lines); i++ {
		l := &a.lines[i]
		if !a.sources.whole(l.words) || l.kind == cell {
			continue
		}
		skip[i] = true
		for i+1 < len(a.lines) && a.lines[i+1].kind != heading {
			i++
			skip[i] = true
		}
	}
	return skip
}

// read collects the options of all lines, in reading order, each once.
func (a *analysis) read() {
	if a.failed() {
		return
	}
	a.refuses = a.refusesFirst()
	a.withheld = a.refuses || a.asksBack()
	a.countSeries()
	a.structure()
	a.offered = len(a.named) > 0
	for i := range a.lines {
		if !a.skip[i] {
			a.collect(i, a.named[i])
		}
	}
	a.settle()
}

// collect adds the options of one line, in their order.
func (a *analysis) collect(i int, heads []span) {
	var found []option
	for _, h := range heads {
		if o, ok := a.option(h); ok {
			o.head = true
			found = append(found, o)
		}
	}
	found = append(found, a.ownMentions(i, found)...)
	found = append(found, a.prose(i, found)...)
	slices.SortStableFunc(found, func(x, y option) int { return x.start - y.start })
	for _, o := range found {
		if len(a.options) < maxOptions {
			a.options = append(a.options, o)
		}
	}
}

// option makes a rival of a span, unless what stands there is the business itself or nothing that could be named.
func (a *analysis) option(s span) (option, bool) {
	l := &a.lines[s.line]
	name, also := a.canonical(l.text[s.start:s.end])
	if name == "" || a.isOwn(l, s) {
		return option{}, false
	}
	return option{span: s, name: name, also: append(also, bracketBehind(l, s.end)...), out: a.ruledOut(s)}, true
}

// settle drops repetitions and decides what the mentions of the business come to.
func (a *analysis) settle() {
	doubted := false
	var kept []option
	seen := map[string]int{}
	for _, o := range a.options {
		if o.own {
			// Who says that a business is closed or unknown doesn't offer it by speaking on of it.
			o.out = o.out || doubted && !o.head
			doubted = doubted || o.out && !o.by
			kept = append(kept, o)
			continue
		}
		key := a.nameKey(o.name)
		if at, ok := a.repeated(key, seen); ok {
			kept[at].out = kept[at].out || o.out
			continue
		}
		seen[key] = len(kept)
		kept = append(kept, o)
	}
	a.options = kept
}

// repeated gives the place of a name that was written before: the same, or the first that this one is some of the first or last words of.
func (a *analysis) repeated(key string, seen map[string]int) (first int, ok bool) {
	if first, ok = seen[key]; ok {
		return first, true
	}
	for other, at := range seen {
		if ok && at > first {
			continue
		}
		if strings.HasPrefix(other, key+" ") || strings.HasSuffix(other, " "+key) || a.coreKey(other) == key || a.coreKey(key) == other {
			first, ok = at, true
		}
	}
	return first, ok
}

// nameKey is what two spellings of a rival's name have in common.
func (a *analysis) nameKey(name string) string {
	return joinKeys(a.bare(split(name)))
}

// coreKey is the key without category words, where something is left.
func (a *analysis) coreKey(key string) string {
	for _, rest := range a.withoutCategory(split(key)) {
		if a.distinct(rest, a.ordinary) {
			return joinKeys(rest)
		}
	}
	return key
}

func joinKeys(words []word) string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = w.key
		if and(w) {
			keys[i] = "&"
		}
	}
	return strings.Join(keys, " ")
}

// wordsIn gives the indices of the words within a span.
func (l *line) wordsIn(start, end int) (from, to int) {
	from, _ = slices.BinarySearchFunc(l.words, start, func(w word, at int) int { return w.start - at })
	to = from
	for to < len(l.words) && l.words[to].end <= end {
		to++
	}
	return from, to
}

// sentence gives the words of the sentence that the word is in.
func (l *line) sentenceOf(i int) (from, to int) {
	if len(l.words) == 0 {
		return 0, 0
	}
	i = min(i, len(l.words)-1)
	from, to = i, i+1
	for from > 0 && l.words[from-1].sentence == l.words[i].sentence {
		from--
	}
	for to < len(l.words) && l.words[to].sentence == l.words[i].sentence {
		to++
	}
	return from, to
}

// between is what stands between a word and the one before.
func (l *line) between(i int) string {
	if i == 0 {
		return l.text[:l.words[0].start]
	}
	if i >= len(l.words) {
		return l.text[l.words[len(l.words)-1].end:]
	}
	return l.text[l.words[i-1].end:l.words[i].start]
}

// adjacent says whether nothing but a space or hyphen stands before a word.
func (l *line) adjacent(i int) bool {
	switch strings.Trim(l.between(i), "*_`") {
	case "", " ", "-", "‑", "'", "’", "' ", "’ ":
		return true
	}
	return false
}

// within says whether one mark covers both ends, or the line is a head as a whole.
func (l *line) within(start, end int) bool {
	return slices.ContainsFunc(l.around(start), func(k mark) bool { return k.start <= start && k.end >= end }) || l.kind == heading || l.kind == cell || l.kind == card
}
