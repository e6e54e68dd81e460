package page

import (
	"bytes"
	"strings"
)

// span is a range of bytes of a buffer.
type span struct{ start, end int32 }

// block is a run of visible text between two block boundaries. There are thousands of them on a page, so that their size tells.
type block struct {
	kind          BlockKind
	text, md      span
	term          span
	list          int32
	halves, chars int32
	commas        int32
	linked        int32 // characters in links
	links         int32 // external links
	level         uint8
	ordered       bool
	header        bool
	cited         bool
	boiler        bool
	defines       bool // a dt
}

// scope is a container that may be the main content.
type scope struct {
	kind                     scopeKind
	boiler                   bool
	first, end               int // blocks
	firstElement, endElement int
}

type scopeKind uint8

const (
	boxScope scopeKind = iota // div, section, td
	bodyScope
	articleScope
	mainScope
)

// region is a stretch of blocks that is left out of the main content unless it turns out to be most of the page.
type region struct {
	first, end int
	// linked: left out only where most of it is links; its class says no more than "menu" or "social".
	linked bool
}

// addText takes a text node.
func (w *walker) addText(s string, c *inherited) {
	if !c.visible() {
		unseen := w.dark.unseen
		w.dark.add(s)
		if w.dark.unseen != unseen {
			w.smuggled(s)
		}
		if (c.how == "offscreen" || c.how == "opacity") && !c.muted && strings.TrimSpace(s) != "" {
			w.named++ // read out by a screen reader
		}
		return
	}
	before, unseen := w.text.chars, w.text.unseen
	if c.pre {
		w.text.addLines(s)
	} else {
		w.text.add(s)
	}
	if added := w.text.chars - before; added > 0 {
		if c.link {
			w.linked += added
		}
		if !c.muted {
			w.named++
		}
	}
	if w.text.unseen != unseen {
		w.smuggled(s)
	}
	if w.keep {
		w.mdText(s, c)
	}
}

// boundary ends the block that is being gathered: an element outside the line begins or ends here. c is what the text so far inherited.
func (w *walker) boundary(c *inherited) {
	switch {
	case !c.visible():
		w.dark.divide()
	case c.joined:
		w.text.space()
		w.mdSpace()
	default:
		w.flush(c)
	}
}

func (w *walker) flush(c *inherited) {
	b, length := w.open, int32(len(w.text.b))
	b.text.end = length
	for b.text.end > b.text.start && w.text.b[b.text.end-1] <= ' ' {
		b.text.end--
	}
	if length > b.text.start {
		w.text.divide()
	}
	next := block{
		text: span{start: int32(len(w.text.b))}, md: span{start: int32(len(w.markdown))}, halves: int32(w.text.halves),
		chars: int32(w.text.chars), commas: int32(w.text.commas), linked: int32(w.linked), links: w.open.links,
	}
	if b.text.end > b.text.start {
		b.md.end = next.md.start
		b.halves, b.chars, b.commas = next.halves-b.halves, next.chars-b.chars, next.commas-b.commas
		b.linked, b.links = next.linked-b.linked, int32(w.externals)-b.links
		next.links = int32(w.externals)
		w.classify(&b, c)
		w.blocks = append(w.blocks, b)
	}
	w.open = next
}

// classify says what a block is, by where it stands.
func (w *walker) classify(b *block, c *inherited) {
	b.kind, b.boiler = c.kind, c.boiler || b.boiler
	switch {
	case c.kind == ListItem && (c.item == 0 || c.item != w.lastItem):
		w.lastItem = c.item
	case c.kind == Definition:
		b.term = w.term
	case c.kind == TableRow:
		b.header = w.heads > 0 && w.cells == 0
	case c.kind == "" && c.cite:
		b.kind = Quote
		return
	case c.kind == "", c.kind == ListItem: // or a further paragraph of an item
		b.kind = Paragraph
		return
	}
	b.level, b.ordered, b.list = c.level, c.ordered, int32(c.list)
}

// mass is what a block weighs when the main content is sought: running text, sentences above all, not links. The commas and the halved weight of
// short lines are what readability heuristics have in common.
func (b *block) mass() int {
	if b.boiler {
		return 0
	}
	m := int(b.chars - b.linked + 20*b.commas)
	if b.chars < 60 && b.kind != TableRow {
		m /= 2
	}
	return max(m, 0)
}

// chosen is the main content: a range of blocks and of elements.
type chosen struct {
	scope
	method string
}

func (m *chosen) has(s spot) bool {
	return !s.boiler && s.element >= m.firstElement && s.element < m.endElement
}

// mainContent chooses the main content: <main> or role=main, else the only article, else the innermost container that holds most of the running text,
// else the whole body.
func (w *walker) mainContent() chosen {
	w.dropRegions()
	sums := make([]int, len(w.blocks)+1)
	for i := range w.blocks {
		sums[i+1] = sums[i] + w.blocks[i].mass()
	}
	total := sums[len(w.blocks)]
	weight := func(s *scope) int { return sums[s.end] - sums[s.first] }
	var main, article, dense *scope
	articles := 0
	for i := range w.scopes {
		s := &w.scopes[i]
		if s.boiler {
			continue
		}
		switch s.kind {
		case mainScope:
			if main == nil || weight(s) > weight(main) {
				main = s
			}
		case articleScope:
			if article == nil || s.first >= article.end {
				articles++
				article = s
			}
		}
		// Two containers with more than half of the text each lie in one another: the last in document order is the innermost.
		if s.kind != bodyScope && weight(s)*4 > total*3 {
			dense = s
		}
	}
	switch {
	case main != nil && weight(main) > 0 && weight(main)*10 >= total:
		return chosen{*main, "main"}
	case articles == 1 && weight(article)*5 >= total*2 && total > 0:
		return chosen{*article, "article"}
	case dense != nil && total > 0:
		return chosen{*dense, "density"}
	}
	return chosen{scope{end: len(w.blocks), endElement: w.page.DOM.Elements + 1}, "body"}
}

// dropRegions marks forms, cookie banners, breadcrumbs and their like as no content, save where one of them holds most of the page: some systems put
// the whole page in a form.
func (w *walker) dropRegions() {
	chars := 0
	for i := range w.blocks {
		chars += int(w.blocks[i].chars)
	}
	w.dropComments()
	for _, r := range w.regions {
		inside, linked := 0, 0
		for _, b := range w.blocks[r.first:r.end] {
			inside += int(b.chars)
			linked += int(b.linked)
		}
		if inside*5 > chars*2 || r.linked && linked*2 < inside {
			continue
		}
		for i := r.first; i < r.end; i++ {
			w.blocks[i].boiler = true
		}
	}
}

// articleMass is how much running text makes what isn't a comment an article, by block.mass: some 200 words. With less, the comments are what a page is
// about, as in a forum.
const articleMass = 1200

// dropComments marks comments as no content where an article stands beside them.
func (w *walker) dropComments() {
	if len(w.comments) == 0 {
		return
	}
	comments := make([]bool, len(w.blocks))
	for _, r := range w.comments {
		for i := r.first; i < r.end; i++ {
			comments[i] = true
		}
	}
	rest := 0
	for i := range w.blocks {
		if !comments[i] {
			rest += w.blocks[i].mass()
		}
	}
	for i := range w.blocks {
		w.blocks[i].boiler = w.blocks[i].boiler || comments[i] && rest >= articleMass
	}
}

// fillText writes Page.Text from the blocks.
func (w *walker) fillText(m chosen) {
	defer w.page.Text.clip(maxKeptText, maxKeptText)
	t := &w.page.Text
	t.Method, t.Visible, t.Chars = m.method, words(w.text.halves), w.text.chars
	kept := make([]*block, 0, m.end-m.first)
	halves, size := 0, 0
	for i := m.first; i < m.end; i++ {
		if b := &w.blocks[i]; !b.boiler {
			kept = append(kept, b)
			halves += int(b.halves)
			size += int(b.text.end-b.text.start) + 1
		}
	}
	var main strings.Builder
	main.Grow(size)
	at := make([]int, 0, len(kept))
	for _, b := range kept {
		if main.Len() > 0 {
			main.WriteByte('\n')
		}
		at = append(at, main.Len())
		w.writeBlock(&main, b)
	}
	t.Main = main.String()
	t.Words = words(halves)
	t.BoilerplateWords = max(t.Visible-t.Words, 0)
	t.Outside = w.outside(m)
	t.Hash, t.SimHash = fingerprint(t.Main, t.Words)
	n := min(len(kept), maxBlocks)
	if n > 0 {
		t.Blocks = make([]Block, 0, n)
	}
	for i, b := range kept[:n] {
		end := len(t.Main)
		if i+1 < len(at) {
			end = at[i+1] - 1
		}
		t.Blocks = append(t.Blocks, Block{
			Kind: b.kind, Level: int(b.level), Text: t.Main[at[i]:end], Words: words(int(b.halves)), Ordered: b.ordered, List: int(b.list),
			Header: b.header, Links: int(b.links), Cited: b.cited, Term: w.text.between(int(b.term.start), int(b.term.end)),
		})
	}
	if w.keep {
		t.Markdown = w.writeMarkdown(kept)
	}
}

const maxOutside = 8 << 10

// outside is the running text of header, footer and other blocks that are no main content; menus are left out.
func (w *walker) outside(m chosen) string {
	var out strings.Builder
	for i := range w.blocks {
		b := &w.blocks[i]
		size := int(b.text.end - b.text.start)
		if i >= m.first && i < m.end && !b.boiler || b.linked*2 > b.chars || out.Len()+size >= maxOutside {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		w.writeBlock(&out, b)
	}
	return out.String()
}

// writeBlock writes a block's text; a line break in it is a space, but for preformatted text.
func (w *walker) writeBlock(out *strings.Builder, b *block) {
	text := w.text.b[b.text.start:b.text.end]
	for b.kind != Preformatted {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		out.Write(text[:i])
		out.WriteByte(' ')
		text = text[i+1:]
	}
	out.Write(text)
}
