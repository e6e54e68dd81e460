package reader

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a line is.
type kind uint8

const (
	paragraph kind = iota
	heading
	item // of a list
	cell // of a table
	card // of a business, beside an AI mode's text
)

// line is a piece of an answer that stands for itself: a paragraph, a heading, an item, a cell.
type line struct {
	kind    kind
	level   int // 1 to 6 of a heading, 7 of a line that is bold as a whole; depth of an item, from 0
	text    string
	marks   []mark
	words   []word
	list    int // number of the list it belongs to, from 1; items of one depth under one parent are a list
	under   int // index of the item or heading that it stands under, -1 for none
	table   int // number of the table, from 1
	row     int // of a cell, from 0
	col     int
	cut     bool // the answer breaks off within it
	sign    rune // the emoji that marks an item, 0 where none does
	crossed bool // marked by a cross, as what is no option
}

// document is an answer as lines in reading order.
type document struct {
	lines  []line
	tables int
	lists  int
}

var (
	fence     = regexp.MustCompile("^\\s*(```|~~~)")
	rule      = regexp.MustCompile(`^\s*([-*_=]\s*){3,}$`)
	underline = regexp.MustCompile(`^\s*(=+|-{2,})\s*$`)
	hashes    = regexp.MustCompile(`^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$`)
	tableRule = regexp.MustCompile(`^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{1,}:?\s*)*\|?\s*$`)
	bullet    = regexp.MustCompile(`^([ \t]*)(?:[-*+•◦‣▪▫●○■□▸►➤➜→⁃∙·–—・]\s+|[•●▪◦・]|\(?(?:\d{1,3}|[٠-٩]{1,3}|[０-９]{1,3}|[ivx]{1,4}|[a-hA-H])[.)．）、]\s+|` +
		`\(?[\d]{1,3}\)\s*|\d{1,2}\s+[-–—]\s+|[①-⑳❶-❿]\s*|(?:\d\x{20E3}|🔟)\s*|#\d{1,3}[:.)]?\s+|№?\s?\d{1,2}[.:]?[ºªo°]\.?\s+)`)
	ordinal = regexp.MustCompile(`(?i)^((?:第\s*\d{1,3}\s*位|\d{1,3}\s*位|` +
		`(?:no|nr|nº|n°|num|top|platz|place|puesto|posto|lugar|rang|plaats|plek|number|número|rank)\.?\s*#?\d{1,3}|` +
		`\d{1,3}(?:st|nd|rd|th|er|ère|e|ème|º|ª|°|ste|de|\.º|\.ª|\.)?\s*(?:lugar|place|posto|puesto|platz|plaats|plek)|` +
		`المركز\s+\S{1,12}|\d{1,2}(?:st|nd|rd|th|er|ème|º|ª|\.º))\s*[:：–—\-.)]\s*)`)
	boldNumber  = regexp.MustCompile(`^\*\*\(?\d{1,3}[.)]\s+([^*\n]+\*\*\s*[^\s*:].*)$`)
	numberFirst = regexp.MustCompile(`^\s*(?:\(?(?:\d{1,3}|[٠-٩]{1,3}|[０-９]{1,3})(?:[.)．）、:]\s*|[.:]?[ºª]\s*)|` +
		`[①-⑳❶-❿]\s*|\d\x{20E3}\s*|#\d{1,3}[:.)]?\s*)`)
)

// parse divides a cleaned answer into lines.
func parse(answer string) document {
	p := parser{}
	raw := bullets(strings.Split(answer, "\n"))
	for i, s := range raw {
		next := ""
		if i+1 < len(raw) {
			next = raw[i+1]
		}
		p.line(s, next, i == len(raw)-1)
	}
	return p.document
}

// A line such as "Name: what it does" or "Name – what it does".
var described = regexp.MustCompile(`^\p{L}[^:：–—|*\[\]]{1,50}?(?:\s?[:：]|\s[–—-])\s+\S`)

// minBullets is how many lines of one form, one right behind the other, make a list.
const minBullets = 3

// bullets gives lines that are a list without its marks their marks.
func bullets(lines []string) []string {
	all := slices.Clone(lines)
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && described.MatchString(lines[to]) && !bullet.MatchString(lines[to]) {
			to++
		}
		alone := to >= len(lines) || strings.TrimSpace(lines[to]) == ""
		if alone && to-from >= minBullets {
			for i := from; i < to; i++ {
				all[i] = "- " + lines[i]
			}
		}
		from = max(to, from+1)
	}
	return all
}

// parser builds a document line by line.
type parser struct {
	document
	table  bool  // the line before was a row
	stack  []int // items that a deeper one would stand under
	indent []int // of the items on the stack
	head   int   // index of the heading above, plus one
	lists  []int // number of the open list, by depth
	blank  bool
}

func (p *parser) line(raw, next string, last bool) {
	raw = strings.TrimLeft(unquoteBlock(raw), "\uFEFF")
	isRow := strings.Count(raw, "|") >= 1 && (p.table || tableRule.MatchString(next) && strings.Contains(next, "-") ||
		strings.HasPrefix(strings.TrimSpace(raw), "|") && strings.Count(raw, "|") >= 2)
	if p.table && !isRow {
		p.table = false
	}
	switch {
	case fence.MatchString(raw):
		return
	case strings.TrimSpace(raw) == "":
		p.blank = true
		return
	case tableRule.MatchString(raw) && (p.table || strings.Contains(raw, "|")):
		return
	case rule.MatchString(raw), underline.MatchString(raw):
		return
	case isRow:
		p.row(raw, last)
	case hashes.MatchString(raw):
		m := hashes.FindStringSubmatch(raw)
		p.heading(m[2], len(m[1]))
	case underline.MatchString(next) && !rule.MatchString(raw) && strings.TrimSpace(raw) != "" && !bullet.MatchString(raw):
		p.heading(raw, 2)
	default:
		p.text(raw, last)
	}
	p.blank = false
}

func unquoteBlock(s string) string {
	for {
		t := strings.TrimLeft(s, " ")
		if !strings.HasPrefix(t, ">") || len(s)-len(t) > 3 {
			return s
		}
		s = strings.TrimPrefix(t[1:], " ")
	}
}

func (p *parser) heading(raw string, level int) {
	raw = strings.TrimSpace(raw)
	if m := bullet.FindString(raw); m != "" && strings.TrimSpace(m) != "" {
		raw = raw[len(m):]
	}
	p.stack, p.indent, p.lists = nil, nil, nil
	p.head = 0
	p.add(line{kind: heading, level: level, under: -1}, raw, false)
	p.head = len(p.lines)
}

// row reads a row of a table, a cell a line.
func (p *parser) row(raw string, last bool) {
	if !p.table {
		p.tables++
		p.table = true
		p.stack, p.indent, p.lists = nil, nil, nil
	}
	row := 0
	if n := len(p.lines); n > 0 && p.lines[n-1].kind == cell && p.lines[n-1].table == p.tables {
		row = p.lines[n-1].row + 1
	}
	raw = strings.TrimSpace(raw)
	raw = strings.TrimPrefix(raw, "|")
	raw = strings.TrimSuffix(raw, "|")
	for col, c := range strings.Split(strings.ReplaceAll(raw, `\|`, "/"), "|") {
		c = strings.TrimSpace(c)
		p.add(line{kind: cell, table: p.tables, row: row, col: col, under: p.head - 1}, c, last)
	}
}

// text reads an item of a list or a paragraph.
func (p *parser) text(raw string, last bool) {
	crossed := strings.ContainsAny(clip(raw, maxCross), "❌🚫⛔👎✗✘")
	indent, rest, listed := marker(raw)
	if !listed {
		p.paragraph(raw, last)
		return
	}
	for len(p.stack) > 0 && indent <= p.indent[len(p.indent)-1] && !(indent == p.indent[len(p.indent)-1]) {
		p.pop()
	}
	if len(p.stack) > 0 && indent == p.indent[len(p.indent)-1] {
		p.pop()
	}
	depth := len(p.stack)
	under := p.head - 1
	if depth > 0 {
		under = p.stack[depth-1]
	}
	if len(p.lists) > depth+1 {
		p.lists = p.lists[:depth+1]
	}
	if len(p.lists) <= depth {
		p.document.lists++
		p.lists = append(p.lists, p.document.lists)
	}
	sign, _ := utf8.DecodeRuneInString(strings.TrimLeft(raw, " \t"))
	if !pictogram(sign) {
		sign = 0
	}
	p.add(line{kind: item, level: depth, list: p.lists[depth], under: under, sign: sign, crossed: crossed}, rest, last)
	p.stack, p.indent = append(p.stack, len(p.lines)-1), append(p.indent, indent)
}

// maxCross is how far into an item a cross may stand that marks it, in bytes.
const maxCross = 12

func (p *parser) pop() {
	p.stack, p.indent = p.stack[:len(p.stack)-1], p.indent[:len(p.indent)-1]
}

// paragraph reads a line without a marker. An indented one goes on with the item above; one that is bold as a whole is a heading.
func (p *parser) paragraph(raw string, last bool) {
	indented := len(raw) - len(strings.TrimLeft(raw, " \t"))
	if (indented >= 2 || p.goesOn(raw)) && len(p.stack) > 0 {
		p.add(line{kind: paragraph, under: p.stack[len(p.stack)-1]}, strings.TrimSpace(raw), last)
		return
	}
	p.stack, p.indent, p.lists = nil, nil, nil
	l := line{kind: paragraph, under: p.head - 1}
	p.add(l, strings.TrimSpace(raw), last)
	added := &p.lines[len(p.lines)-1]
	if wholeBold(added) && !added.cut {
		added.kind, added.level = heading, 7
		if p.head > 0 && p.lines[p.head-1].level == 7 {
			added.under = p.lines[p.head-1].under
		}
		p.head = len(p.lines)
	}
}

// goesOn says whether a line without indent belongs to the item right above it, or to its remarks: an item that is nothing but a name.
func (p *parser) goesOn(raw string) bool {
	n := len(p.lines)
	if p.blank || n == 0 || strings.HasPrefix(strings.TrimSpace(raw), "**") {
		return false
	}
	above := &p.lines[n-1]
	if above.kind == paragraph && above.under >= 0 && p.lines[above.under].kind == item {
		above = &p.lines[above.under]
	}
	return above.kind == item && len(above.words) <= maxBareItem && !strings.ContainsAny(above.text, ",;:.!?–—：、。（")
}

// maxBareItem is how many words an item has at most that only names what the lines behind it speak of. Every character is a word in Japanese.
const maxBareItem = 24

// wholeBold says whether a line is one bold run, perhaps with a colon behind.
func wholeBold(l *line) bool {
	m, ok := l.leading(bold)
	return ok && strings.Trim(l.text[m.end:], " :：.") == ""
}

// nearMarks is how many marks around a place are looked at on either side. A name has few, and a line may have thousands.
const nearMarks = 12

// around gives the marks that begin near a byte of the text.
func (l *line) around(at int) []mark {
	i, _ := slices.BinarySearchFunc(l.marks, at, func(m mark, at int) int { return m.start - at })
	return l.marks[max(0, i-nearMarks):min(len(l.marks), i+nearMarks)]
}

// leading is the mark that the line begins with, emoji aside.
func (l *line) leading(k markKind) (mark, bool) {
	start := len(l.text) - len(strings.TrimLeftFunc(l.text, func(r rune) bool { return !wordy(r) && !strings.ContainsRune("([（", r) }))
	for _, m := range l.marks {
		if m.kind == k && m.start <= start && m.end > start {
			return m, true
		}
	}
	return mark{}, false
}

// marker splits an item into how far it is indented and its text.
func marker(raw string) (indent int, rest string, ok bool) {
	trimmed := strings.TrimLeft(raw, " \t")
	if m := ordinal.FindString(trimmed); m != "" {
		return width(raw[:len(raw)-len(trimmed)]), trimmed[len(m):], true
	}
	if m := bullet.FindStringSubmatchIndex(raw); m != nil && !strings.HasPrefix(strings.TrimSpace(raw), "**") {
		return width(raw[m[2]:m[3]]), raw[m[1]:], true
	}
	if m := boldNumber.FindStringSubmatchIndex(trimmed); m != nil {
		return width(raw[:len(raw)-len(trimmed)]), "**" + trimmed[m[2]:], true
	}
	r, size := utf8.DecodeRuneInString(trimmed)
	if pictogram(r) {
		return width(raw[:len(raw)-len(trimmed)]), strings.TrimLeftFunc(trimmed[size:], func(r rune) bool { return pictogram(r) || unicode.IsSpace(r) }), true
	}
	return 0, "", false
}

func width(indent string) int {
	return strings.Count(indent, " ") + 4*strings.Count(indent, "\t")
}

// pictogram says whether a character is an emoji or a symbol of its kind, such as a tick.
func pictogram(r rune) bool {
	return r >= 0x2190 && r <= 0x21FF || r >= 0x2300 && r <= 0x23FF || r >= 0x25A0 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF
}

// add reads the marks of a line and appends it.
func (p *document) add(l line, raw string, last bool) {
	if m := ordinal.FindString(raw); m != "" {
		raw = raw[len(m):]
	}
	if inner, ok := strings.CutPrefix(raw, "**"); ok {
		if m := ordinal.FindString(inner); m != "" { // "**Platz 4: X**"
			raw = "**" + strings.TrimLeft(inner[len(m):], " ")
		}
	}
	l.text, l.marks = inline(raw)
	l.words = splitMarked(l.text, l.marks)
	if last {
		for _, m := range l.marks {
			l.cut = l.cut || m.open
		}
	}
	p.lines = append(p.lines, l)
}
