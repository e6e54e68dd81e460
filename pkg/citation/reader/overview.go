package reader

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

// Bounds on an overview: how deep its blocks lie and how many lines they make.
const (
	maxNesting = 12
	maxLines   = 4000
)

// overviewText is an overview as lines: its text in reading order, then the cards that the text doesn't name.
type overviewText struct {
	document
	sources  []source
	head     int           // index of the heading above, plus one
	shown    []engine.Card // with a name
	nameless int
}

// writeOverview makes lines of an overview; nil is an empty one.
func writeOverview(o *engine.Overview) *overviewText {
	w := &overviewText{}
	if o == nil {
		return w
	}
	if len(o.Blocks) > 0 {
		w.blocks(o.Blocks, -1, 0)
	} else {
		w.document = parse(clean(o.Text))
	}
	w.cards(o.Cards)
	w.sources = withCards(gather(o.Sources), w.shown)
	return w
}

// complete adds to a reading what only an overview has.
func (w *overviewText) complete(r *Reading, a *analysis, c Case) {
	if c.Overview == nil {
		return
	}
	if r.Unreadable = w.nameless > 0 && len(w.shown) == 0 && len(r.Rivals) == 0 && !r.Named; r.Unreadable {
		r.Answered, r.MentionedNotRecommended = false, false
	}
	r.Picks = a.picks(w.shown, c.Question)
	r.Directories = directories(c.Overview.Sources, a, w.shown)
	r.Listing = a.listing(w.shown)
}

// withCards adds named cards to the sources: a card is a source for the name on it.
func withCards(sources []source, cards []engine.Card) []source {
	for _, c := range cards {
		sources = append(sources, source{texts: [][]word{split(c.Name)}})
	}
	return sources
}

func (w *overviewText) put(l line, raw string) {
	raw = clean(clip(raw, maxAnswer))
	for part := range strings.SplitSeq(raw, "\n") {
		if len(w.lines) < maxLines && strings.TrimSpace(part) != "" {
			w.add(l, strings.TrimSpace(part), false)
		}
	}
}

// blocks writes blocks that stand under an item or heading.
func (w *overviewText) blocks(blocks []engine.Block, under, depth int) {
	if depth > maxNesting {
		return
	}
	for _, b := range blocks {
		above := under
		if above < 0 {
			above = w.head - 1
		}
		switch b.Kind {
		case engine.Heading:
			w.put(line{kind: heading, level: 3, under: -1}, b.Text)
			w.head = len(w.lines)
		default:
			w.markdown(b.Text, above)
		}
		w.items(b.Items, above, depth)
		w.rows(b.Rows, above)
		w.cards(b.Cards)
		w.blocks(b.Blocks, under, depth+1)
	}
}

// markdown writes the text of a block, which may have lists and tables of its own.
func (w *overviewText) markdown(text string, under int) {
	if strings.TrimSpace(text) == "" {
		return
	}
	inner := parse(clean(text))
	offset := len(w.lines)
	for _, l := range inner.lines {
		if len(w.lines) >= maxLines {
			return
		}
		if l.under >= 0 {
			l.under += offset
		} else if l.kind != heading {
			l.under = under
		}
		if l.list > 0 {
			l.list += w.document.lists
		}
		if l.table > 0 {
			l.table += w.tables
		}
		w.lines = append(w.lines, l)
	}
	w.document.lists += inner.lists
	w.tables += inner.tables
}

func (w *overviewText) items(items []engine.Item, under, depth int) {
	if len(items) == 0 {
		return
	}
	w.document.lists++
	list := w.document.lists
	for _, it := range items {
		text := strings.TrimSpace(it.Text)
		if title := strings.TrimRight(strings.TrimSpace(it.Title), ":： *"); title != "" {
			text = "**" + strings.TrimLeft(title, "* ") + "** – " + text
		}
		at := len(w.lines)
		w.put(line{kind: item, level: depth, list: list, under: under}, strings.ReplaceAll(text, "\n", " "))
		if len(w.lines) == at {
			at = under
		}
		w.blocks(it.Blocks, at, depth+1)
	}
}

func (w *overviewText) rows(rows [][]string, under int) {
	if len(rows) == 0 {
		return
	}
	w.tables++
	for r, row := range rows {
		for col, text := range row {
			if strings.TrimSpace(text) == "" {
				text = "–"
			}
			w.put(line{kind: cell, table: w.tables, row: r, col: col, under: under}, strings.ReplaceAll(text, "\n", " "))
		}
	}
}

// cards writes the names of cards.
func (w *overviewText) cards(cards []engine.Card) {
	for _, c := range cards {
		if strings.TrimSpace(clean(c.Name)) == "" {
			w.nameless++
			continue
		}
		w.shown = append(w.shown, c)
		if len(w.lines) < maxLines {
			name := strings.Join(strings.Fields(clean(c.Name)), " ")
			w.lines = append(w.lines, line{kind: card, text: name, words: split(name), under: -1})
		}
	}
}

// ratings as texts quote them: 4.7 from 310 reviews, 4,5 (820 avis).
var (
	quotedRating  = regexp.MustCompile(`\b([0-5][.,]\d)\b(?:\s*/\s*5)?`)
	quotedReviews = regexp.MustCompile(`(?i)(\d{1,3}(?:[.,\s]\d{3})+|\d{1,7})\s*\+?\s*(?:google\s*)?` +
		`(?:reviews?|ratings?|avis|bewertungen|rezensionen|rese[nñ]as|opiniones|valoraciones|recensioni|` +
		`avalia[cç][oõ]es|opini[oõ]es|beoordelingen|recensies|件|クチコミ|تقييم|مراجعة)`)
)

// picks are the businesses offered, with what a card or the text beside the name says of their rating.
func (a *analysis) picks(cards []engine.Card, question string) []citation.Pick {
	var all []citation.Pick
	for _, o := range a.options {
		if o.out || o.own && slices.ContainsFunc(all, func(p citation.Pick) bool { return a.isOurs(p.Name) }) {
			continue
		}
		name := o.name
		if o.own {
			name, _ = a.canonical(a.lines[o.line].text[o.start:o.end])
		}
		p := citation.Pick{Name: name, Question: question}
		if i := slices.IndexFunc(cards, func(c engine.Card) bool { return a.nameKey(c.Name) == a.nameKey(name) || o.own && a.isOurs(c.Name) }); i >= 0 {
			c := cards[i]
			p.Name, p.Rating, p.Reviews, p.Address, p.PlaceID = strings.TrimSpace(c.Name), c.Rating, c.Reviews, c.Address, c.PlaceID
		} else {
			p.Rating, p.Reviews = a.quoted(o.span)
		}
		all = append(all, p)
	}
	return all
}

// quoted reads a rating behind a name: in its line, or in the cells of its row.
func (a *analysis) quoted(s span) (rating *float64, reviews *int) {
	l := &a.lines[s.line]
	text := l.text[min(s.end, len(l.text)):]
	if l.kind == cell {
		for _, other := range a.lines[s.line+1:] {
			if other.table != l.table || other.row != l.row {
				break
			}
			text += " " + other.text
		}
	}
	if m := quotedRating.FindStringSubmatch(text); m != nil {
		if v, err := strconv.ParseFloat(strings.Replace(m[1], ",", ".", 1), 64); err == nil && v <= 5 {
			rating = &v
		}
	}
	if m := quotedReviews.FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(strings.Map(digit, m[1])); err == nil {
			reviews = &n
		}
	}
	return rating, reviews
}

func digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// isOurs says whether a name on a card is the business's.
func (a *analysis) isOurs(name string) bool {
	l := line{kind: card, text: name, words: split(name)}
	return a.isOwn(&l, span{end: len(name)})
}

// listing is the first card that is the business's, by its name or its website.
func (a *analysis) listing(cards []engine.Card) citation.Listing {
	for _, c := range cards {
		if a.isOurs(strings.TrimSpace(c.Name)) || a.domain != "" && registrable(c.Website) == a.domain {
			return citation.Listing{
				Found: true, Name: strings.TrimSpace(c.Name), Rating: c.Rating, Reviews: c.Reviews, Address: c.Address, Phone: c.Phone, PlaceID: c.PlaceID,
			}
		}
	}
	return citation.Listing{}
}

// directories are the cited pages that are neither the business's own nor those of one that is offered, each address once.
func directories(sources []engine.Excerpt, a *analysis, cards []engine.Card) []citation.Source {
	var all []citation.Source
	sites := map[string]bool{a.domain: true}
	for _, c := range cards {
		sites[registrable(c.Website)] = true
	}
	for _, s := range sources[:min(len(sources), maxSources)] {
		address := unwrap(s.URL)
		domain := registrable(address)
		if domain == "" || sites[domain] || slices.ContainsFunc(all, func(o citation.Source) bool { return o.URL == address }) {
			continue
		}
		all = append(all, citation.Source{URL: address, Title: s.Title})
	}
	return all
}
