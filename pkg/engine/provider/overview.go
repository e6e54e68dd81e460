package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/auditctl/auditctl/pkg/engine"
)

// The services that show an AI mode scrape it, and its form changes under them: they agree on no names, leave fields out, give numbers as text, and nest
// blocks that nobody documents. What is read here is therefore read by what a field is called, wherever it stands, and a field of another type is none.

// maxDepth is how deep blocks may lie within blocks.
const maxDepth = 12

type object = map[string]any

// readObject reads a JSON object. Numbers keep their digits: some are identifiers.
func readObject(body []byte) (object, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var whole object
	if err := decoder.Decode(&whole); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("there is more behind the JSON object")
	}
	return whole, nil
}

// readOverview reads an answer as SerpApi and SearchApi give it.
func readOverview(whole object) engine.Overview {
	return engine.Overview{
		Blocks:  readBlocks(whole["text_blocks"], maxDepth),
		Text:    firstText(whole, "reconstructed_markdown", "markdown", "text"),
		Sources: readSources(append(list(whole["references"]), list(whole["reference_links"])...)),
		Cards:   readCards(whole),
	}
}

// isBlank says that nothing was shown. Sources alone answer nothing.
func isBlank(o engine.Overview) bool {
	return strings.TrimSpace(o.Text) == "" && len(o.Blocks) == 0 && len(o.Cards) == 0
}

var unavailable = regexp.MustCompile(`(?i)(not|n't) (yet )?(be )?(available|supported|offered)|unavailable in|unsupported (country|region|market)`)

// nothingShown is the error of an answer that shows nothing, with what the service said about it.
func nothingShown(said string) *engine.Error {
	if unavailable.MatchString(said) {
		return fault(engine.Unknown, said)
	}
	return fault(engine.Empty, said)
}

// readBlocks reads blocks in their order. What holds nothing is left out, but for lists and cards: that they came empty says something.
func readBlocks(v any, depth int) []engine.Block {
	if depth == 0 {
		return nil
	}
	var blocks []engine.Block
	for _, entry := range list(v) {
		switch entry := entry.(type) {
		case string:
			if strings.TrimSpace(entry) != "" {
				blocks = append(blocks, engine.Block{Kind: engine.Paragraph, Text: strings.TrimSpace(entry)})
			}
		case object:
			if b := readBlock(entry, depth); b.Kind == engine.List || b.Kind == engine.Local || b.Text != "" || len(b.Items)+len(b.Rows)+len(b.Cards)+len(b.Blocks) > 0 {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}

func readBlock(m object, depth int) engine.Block {
	b := engine.Block{Kind: blockKind(text(m["type"])), Text: firstText(m, "snippet", "answer", "text", "code"), Rows: readRows(m)}
	if b.Kind == engine.Paragraph && len(b.Rows) > 0 {
		b.Kind = engine.Table
	}
	inner := readBlocks(firstList(m, "text_blocks", "blocks", "components"), depth-1)
	if title := text(m["title"]); title != "" {
		switch {
		case b.Text == "":
			b.Text = title
			if b.Kind == engine.Paragraph {
				b.Kind = engine.Heading // of what lies within
			}
		case b.Kind == engine.Paragraph:
			inner = append([]engine.Block{{Kind: engine.Paragraph, Text: b.Text}}, inner...)
			b.Kind, b.Text = engine.Heading, title
		default:
			b.Text = title + "\n" + b.Text
		}
	}
	if b.Text == "" && len(b.Rows) == 0 {
		b.Text = text(m["markdown"])
	}
	entries := firstList(m, "list", "items")
	if b.Kind == engine.Local {
		if b.Cards = readCards(m); b.Cards == nil {
			b.Cards = cards(firstList(m, "list", "items", "results", "cards"))
		}
	} else {
		b.Cards = readCards(m)
		if b.Kind == engine.List || !areBlocks(entries) {
			b.Items = readItems(entries, depth-1)
		} else {
			inner = append(inner, readBlocks(entries, depth-1)...)
		}
	}
	b.Blocks = inner
	return b
}

// blockKind reads a block's type.
func blockKind(named string) engine.BlockKind {
	named = strings.ToLower(named)
	switch {
	case strings.Contains(named, "local"), named == "places", named == "map":
		return engine.Local
	case strings.HasSuffix(named, "list"):
		return engine.List
	case named == "heading", named == "header", named == "title":
		return engine.Heading
	case strings.Contains(named, "table"):
		return engine.Table
	case strings.HasPrefix(named, "code"):
		return engine.Code
	}
	return engine.Paragraph
}

// areBlocks says that entries are blocks rather than a list's items: they say of what type they are.
func areBlocks(entries []any) bool {
	for _, entry := range entries {
		if m, ok := entry.(object); ok && text(m["type"]) != "" {
			return true
		}
	}
	return false
}

// readItems reads a list's entries, those with nothing in them too.
func readItems(entries []any, depth int) []engine.Item {
	if depth <= 0 {
		return nil
	}
	var items []engine.Item
	for _, entry := range entries {
		m, ok := entry.(object)
		if !ok {
			items = append(items, engine.Item{Text: text(entry)})
			continue
		}
		item := engine.Item{Title: text(m["title"]), Text: firstText(m, "snippet", "answer", "text")}
		if item.Title == "" && item.Text == "" {
			item.Text = text(m["markdown"])
		}
		item.Blocks = readBlocks(firstList(m, "text_blocks", "blocks"), depth-1)
		if within := firstList(m, "list", "items"); len(within) > 0 {
			item.Blocks = append(item.Blocks, engine.Block{Kind: engine.List, Items: readItems(within, depth-1)})
		}
		if rows := readRows(m); len(rows) > 0 {
			item.Blocks = append(item.Blocks, engine.Block{Kind: engine.Table, Rows: rows})
		}
		if found := readCards(m); len(found) > 0 {
			item.Blocks = append(item.Blocks, engine.Block{Kind: engine.Local, Cards: found})
		}
		items = append(items, item)
	}
	return items
}

// readRows reads a table: rows of cells, or an object with header and rows apart.
func readRows(m object) [][]string {
	rows := list(m["table"])
	header := firstList(m, "headers", "header")
	if len(rows) == 0 {
		rows = list(m["rows"])
	}
	if parts, ok := m["table"].(object); ok {
		header, rows = firstList(parts, "table_header", "headers", "header"), firstList(parts, "table_content", "rows", "content")
	}
	if len(header) > 0 && len(rows) > 0 {
		rows = append([]any{header}, rows...)
	}
	var table [][]string
	for _, row := range rows {
		var cells []string
		for _, cell := range list(row) {
			cells = append(cells, text(cell))
		}
		if len(cells) > 0 {
			table = append(table, cells)
		}
	}
	return table
}

// readSources reads the pages that an answer refers to, each once.
func readSources(entries []any) []engine.Excerpt {
	var sources []engine.Excerpt
	at := map[string]int{}
	for _, entry := range entries {
		m, ok := entry.(object)
		if !ok {
			continue
		}
		page, ok := source(firstText(m, "link", "url"), firstText(m, "title", "label"))
		if !ok {
			continue
		}
		excerpt := engine.Excerpt{Source: page, Text: firstText(m, "snippet", "text", "description")}
		if i, twice := at[page.URL]; twice {
			if !strings.Contains(sources[i].Text, excerpt.Text) {
				sources[i].Text = strings.TrimSpace(sources[i].Text + "\n" + excerpt.Text)
			}
			continue
		}
		at[page.URL] = len(sources)
		sources = append(sources, excerpt)
	}
	return sources
}

// readCards reads the business cards that an object carries, in any of the known forms: the first that have names, else the first at all.
func readCards(m object) []engine.Card {
	var nameless []engine.Card
	for _, name := range []string{"local_results", "local_pack", "places", "map"} {
		entries := list(m[name])
		if wrapped, ok := m[name].(object); ok {
			entries = firstList(wrapped, "places", "local_results", "results", "items")
		}
		found := cards(entries)
		if slices.ContainsFunc(found, func(c engine.Card) bool { return c.Name != "" }) {
			return found
		}
		if nameless == nil {
			nameless = found
		}
	}
	return nameless
}

// cards reads business cards. One that came without anything keeps its place.
func cards(entries []any) []engine.Card {
	var found []engine.Card
	for _, entry := range entries {
		switch entry := entry.(type) {
		case object:
			found = append(found, readCard(entry))
		default:
			found = append(found, engine.Card{Name: text(entry)})
		}
	}
	return found
}

func readCard(m object) engine.Card {
	c := engine.Card{
		Name: firstText(m, "title", "name"), Category: firstText(m, "category", "type", "types"), Address: text(m["address"]),
		Phone: firstText(m, "phone", "phoneNumber", "phone_number"), Website: text(m["website"]), PlaceID: firstText(m, "place_id", "placeId"),
	}
	rating, reviews := m["rating"], first(m, "reviews", "reviews_original", "ratingCount", "reviews_count")
	if both, ok := rating.(object); ok {
		rating, reviews = both["value"], both["votes_count"]
	}
	if links, ok := m["links"].(object); ok && c.Website == "" {
		c.Website = text(links["website"])
	}
	// A price taken for a rating, a shortened count taken for a whole one: what can't be is left out.
	if r, ok := quantity(rating, false); ok && r >= 0 && r <= 5 {
		c.Rating = &r
	}
	if n, ok := quantity(reviews, true); ok && n >= 0 && n <= math.MaxInt32 && n == math.Trunc(n) {
		count := int(n)
		c.Reviews = &count
	}
	return c
}

var (
	numeral = regexp.MustCompile(`^\(?(\d+(?:[.,'’ ]\d+)*) ?(k|mil|tsd|thousand|m|mio|万)?(?:[^\pL\d]|$)`)
	grouped = regexp.MustCompile(`^\d{1,3}(?:[.,'’ ]\d{3})+$`)
	scale   = map[string]float64{"": 1, "k": 1e3, "mil": 1e3, "tsd": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "万": 1e4}
)

// quantity reads a number as services and their users write it: 4.7, "4,7", "1,2 k", "(187)", "1 234". A count's groups of three are thousands.
func quantity(v any, count bool) (float64, bool) {
	if n, ok := v.(json.Number); ok {
		f, err := n.Float64()
		return f, err == nil
	}
	said, ok := v.(string)
	if !ok {
		return 0, false
	}
	said = strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) { // no-break and narrow ones too
			return ' '
		}
		return r
	}, strings.TrimSpace(said)))
	parts := numeral.FindStringSubmatch(strings.ReplaceAll(said, "万", "万 "))
	if parts == nil {
		return 0, false
	}
	digits, unit := parts[1], scale[parts[2]]
	if count && unit == 1 && grouped.MatchString(digits) {
		digits = strings.NewReplacer(".", "", ",", "", "'", "", "’", "", " ", "").Replace(digits)
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", "."), 64)
	return math.Round(f*unit*100) / 100, err == nil
}

// text gives a string, a number as one, the first of a list, and what an object calls its text; "" for all else.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	case []any:
		if len(v) > 0 {
			if _, deeper := v[0].([]any); !deeper {
				return text(v[0])
			}
		}
	case object:
		for _, name := range []string{"text", "snippet", "value", "name", "title"} {
			if said, ok := v[name].(string); ok {
				return strings.TrimSpace(said)
			}
		}
	}
	return ""
}

// firstText is the text of the first of the fields that has one.
func firstText(m object, names ...string) string {
	for _, name := range names {
		if said := text(m[name]); said != "" {
			return said
		}
	}
	return ""
}

// first is the first of the fields that is there.
func first(m object, names ...string) any {
	for _, name := range names {
		if m[name] != nil {
			return m[name]
		}
	}
	return nil
}

func list(v any) []any {
	entries, _ := v.([]any)
	return entries
}

// firstList is the first of the fields that is a list with something in it.
func firstList(m object, names ...string) []any {
	for _, name := range names {
		if entries := list(m[name]); len(entries) > 0 {
			return entries
		}
	}
	return nil
}
