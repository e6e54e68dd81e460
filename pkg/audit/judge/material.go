package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	maxSent    = 48 << 10 // bytes of a site's text that a model reads
	leastFront = 16 << 10 // of these, for the submitted page
	leastQuote = 8        // characters; a shorter quote is in every page
)

// material is what a model is given of a site. The text is the site's, all else ours.
type material struct {
	text string // cleaned and bounded
	// quotable is the text alone, without our labels, in the form that quotes are looked for in.
	quotable  string
	facts     map[fact]audit.Outcome
	factLines string
	counts    []count // of things on the submitted page, which are among the facts
	// picture is the screenshot; nil where there is none, or where it isn't shown. seen are the things on it, counted.
	picture   []byte
	seen      map[string]int
	seenLines string
	// addressed: visible text, a title or a description ordered language models about. It was taken out; there may be more that wasn't recognised.
	addressed bool
}

// count is how many of something the submitted page has.
type count struct {
	name, of string // among the facts; in words
	n        int
}

// fact is a measured fact that can be evidence for a metric: a check that counts to it, or, for design, a count.
type fact struct {
	metric audit.Metric
	name   string
}

func gather(f *page.Facts, assessed []check.Assessed) material {
	m := material{facts: map[fact]audit.Outcome{}}
	c := cleaner{m: &m}
	for i, p := range f.Pages {
		if p.Unstyled { // text that nobody sees may be among it
			continue
		}
		c.shown = ""
		if i == 0 && f.Look != nil {
			c.shown = squeezed(f.Look.Text)
		}
		limit := (maxSent - c.text.Len()) / (len(f.Pages) - i)
		if i == 0 {
			limit = max(limit, leastFront)
		}
		c.page(i+1, p, c.text.Len()+limit)
	}
	m.text, m.quotable = c.text.String(), normalised(c.quotable.String())
	lines := new(strings.Builder)
	for _, a := range assessed {
		told := false
		for metric := range judged {
			if a.Check.WeightIn(metric) > 0 {
				m.facts[fact{metric, a.Check.ID}] = a.Finding.Status
				told = true
			}
		}
		if told {
			fmt.Fprintf(lines, "%s: %s (%s)\n", a.Check.ID, a.Finding.Status, a.Check.Title.EN)
		}
	}
	main := f.Main()
	m.counts = []count{
		{"page.words", "words", main.Text.Words},
		{"page.headings", "headings", len(main.Headings)},
		{"page.links", "links", main.LinksTotal},
		{"page.forms", "forms", len(main.Forms)},
		{"page.buttons", "buttons", main.Widgets.Buttons},
		{"page.navigations", "navigation menus", main.Widgets.Navs},
		{"page.dialogs", "dialogs", main.Widgets.Dialogs},
		{"page.prices", "prices", len(main.Prices)},
	}
	for _, c := range m.counts {
		m.facts[fact{audit.Design, c.name}] = audit.Pass
		fmt.Fprintf(lines, "%s: %d\n", c.name, c.n)
	}
	m.factLines = lines.String()
	m.look(f.Look)
	return m
}

// look takes the screenshot, unless the page orders models about: such text can be taken out of text, and not out of a picture. What scripts wrote is
// read for orders here alone.
func (m *material) look(l *page.Look) {
	if l == nil {
		return
	}
	lines := strings.Split(l.Text, "\n")
	for _, text := range append(lines, strings.Join(lines, " ")) {
		order, found := page.FindOrder(strings.Join(strings.Fields(strings.Map(shaped, text)), " "))
		m.addressed = m.addressed || found && !order.Quoted
	}
	if m.addressed {
		return
	}
	m.picture, m.seen = l.Picture, l.Seen
	for _, thing := range slices.Sorted(maps.Keys(l.Seen)) {
		m.seenLines += fmt.Sprintf("%s%s: %d\n", seenBy, thing, l.Seen[thing])
	}
}

// marks show the kind of a block.
var marks = map[page.BlockKind]string{page.ListItem: "- ", page.TableRow: "| ", page.Quote: "> ", page.Definition: ": ", page.Summary: "? "}

// cleaner writes pages, without what addresses models and what has no shape.
type cleaner struct {
	m              *material
	text, quotable strings.Builder
	shown          string // what a browser shows of the page, squeezed; empty without a browser
}

// page writes one page, up to so many bytes in all.
func (c *cleaner) page(number int, p *page.Page, limit int) {
	c.label(fmt.Sprintf("[page %d: %s]\n", number, p.Kind), limit)
	c.line("title: ", p.Title(), limit)
	c.line("description: ", p.Description(), limit)
	for _, b := range p.Text.Blocks {
		mark := marks[b.Kind]
		if b.Kind == page.HeadingRow {
			mark = strings.Repeat("#", max(1, b.Level)) + " "
		}
		text := b.Text
		if b.Term != "" {
			text = b.Term + ": " + text
		}
		if c.shows(b.Text) {
			c.line(mark, text, limit)
		}
	}
	for line := range strings.SplitSeq(p.Text.Outside, "\n") {
		if c.shows(line) {
			c.line("header or footer: ", line, limit)
		}
	}
}

// shows reports whether a browser showed the text, as far as one looked.
func (c *cleaner) shows(text string) bool {
	return c.shown == "" || strings.Contains(c.shown, squeezed(text))
}

// squeezed writes text without white space and case, which styles change.
func squeezed(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Map(shaped, text)), ""))
}

func (c *cleaner) label(text string, limit int) {
	if c.text.Len()+len(text) <= limit {
		c.text.WriteString(text)
	}
}

// line writes a passage, or what fits of it; one that orders models about is left out whole.
func (c *cleaner) line(mark, text string, limit int) {
	text = strings.Join(strings.Fields(strings.Map(shaped, text)), " ")
	if order, found := page.FindOrder(text); found {
		c.m.addressed = c.m.addressed || !order.Quoted
		return
	}
	room := limit - c.text.Len() - len(mark) - 1
	if text == "" || room < utf8.UTFMax {
		return
	}
	if len(text) > room {
		for room > 0 && !utf8.RuneStart(text[room]) {
			room--
		}
		text = text[:room]
	}
	c.text.WriteString(mark + text + "\n")
	c.quotable.WriteString(text + "\n")
}

// shaped drops control and format characters: zero-width, tag and bidirectional ones.
func shaped(r rune) rune {
	if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) {
		return -1
	}
	return r
}

var typography = strings.NewReplacer("’", "'", "‘", "'", "‚", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "–", "-", "—", "-", "‑", "-", "−", "-", "…", "...")

// normalised writes white space, quotation marks, dashes and ellipses in one way.
func normalised(s string) string {
	return typography.Replace(strings.Join(strings.Fields(strings.Map(shaped, s)), " "))
}

// has reports whether a quote stands word for word in the text.
func (m *material) has(quote string) bool {
	quote = strings.Trim(normalised(quote), `"'. `)
	return utf8.RuneCountInString(quote) >= leastQuote && strings.Contains(m.quotable, quote)
}
