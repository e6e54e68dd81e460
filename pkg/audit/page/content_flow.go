package page

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// container walks landmarks, sections and boxes: each may turn out to be the main content.
func (w *walker) container(n *html.Node, a *attributes, c inherited, depth int) {
	outer := c
	kind := boxScope
	wd := &w.page.Widgets
	hint := a.hint
	switch n.DataAtom {
	case atom.Html:
		lang, _ := attribute(n, "lang")
		w.page.Lang = collapse(lang)
		w.children(n, c, depth)
		return
	case atom.Head:
		c.head = true
		w.children(n, c, depth)
		return
	case atom.Body:
		kind = bodyScope
	case atom.Main:
		wd.Mains++
		kind = mainScope
	case atom.Article:
		wd.Articles++
		kind = articleScope
	case atom.Section:
		wd.Sections++
	case atom.Nav:
		wd.Navs++
	case atom.Aside:
		wd.Asides++
	case atom.Header:
		wd.Headers++
	case atom.Footer:
		wd.Footers++
	}
	if a.role == "main" && kind != mainScope {
		wd.Mains++
		kind = mainScope
	} else if a.role == "navigation" && n.DataAtom != atom.Nav {
		wd.Navs++
	}
	w.landmark(n.DataAtom, a, hint, &c)
	w.boundary(&outer)
	if !c.visible() {
		w.children(n, c, depth)
		w.boundary(&c)
		return
	}
	at, first := len(w.scopes), len(w.blocks)
	w.scopes = append(w.scopes, scope{kind: kind, boiler: c.boiler, first: first, firstElement: w.page.DOM.Elements})
	w.children(n, c, depth)
	w.boundary(&c)
	w.scopes[at].end, w.scopes[at].endElement = len(w.blocks), w.page.DOM.Elements+1
	if kind == boxScope && !c.boiler {
		w.region(hint, first, c.sectioned)
	}
}

// landmark sets what a landmark element, or a box of such a role or id, means for what is inside.
func (w *walker) landmark(tag atom.Atom, a *attributes, hint classHint, c *inherited) {
	to := inBody
	switch tag {
	case atom.Nav:
		to = inNav
	case atom.Main:
		to = inMain
	case atom.Aside:
		to = inAside
	case atom.Header:
		to = inHeader
	case atom.Footer:
		to = inFooter
	case atom.Div, atom.Section:
		to = hint.place
	}
	switch a.role {
	case "navigation":
		to = inNav
	case "main":
		to = inMain
	case "complementary":
		to = inAside
	case "banner":
		to = inHeader
	case "contentinfo":
		to = inFooter
	}
	if (to == inHeader || to == inFooter) && c.sectioned {
		to = inBody // of its article or section only
	}
	switch to {
	case inNav, inAside:
		c.boiler, c.sectioned, c.place = true, true, to
	case inHeader, inFooter:
		c.boiler, c.place = true, to
	case inMain:
		c.sectioned, c.place = true, to
	}
	if tag == atom.Article || tag == atom.Section {
		c.sectioned = true
	}
}

// region notes blocks whose container's class or id says that they are no content.
func (w *walker) region(hint classHint, first int, sectioned bool) {
	if first == len(w.blocks) {
		return
	}
	if hint.others {
		w.comments = append(w.comments, region{first: first, end: len(w.blocks)})
	}
	if !hint.boiler && !hint.soft {
		return
	}
	if hint.soft && !hint.boiler && sectioned && hint.place != inBody {
		return
	}
	w.regions = append(w.regions, region{first, len(w.blocks), !hint.boiler})
}

// listing walks lists and definition lists.
func (w *walker) listing(n *html.Node, a *attributes, c inherited, depth int) {
	w.boundary(&c)
	first := len(w.blocks)
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Menu, atom.Dl:
		w.lists++
		c.list, c.ordered, c.kind, c.item = w.lists, n.DataAtom == atom.Ol, "", 0
		c.level++
		if n.DataAtom == atom.Dl {
			c.level = 0
		}
	case atom.Li:
		w.items++
		c.kind, c.item = ListItem, w.items
		if c.list == 0 { // an item without a list
			c.level = 1
		}
	case atom.Dt:
		c.kind, c.joined = Paragraph, true
	case atom.Dd:
		c.kind = Definition
	}
	start := len(w.text.b)
	w.children(n, c, depth)
	if n.DataAtom == atom.Dt && c.visible() {
		w.term = span{int32(start), int32(len(w.text.b))}
		w.open.defines = true
		c.joined = false
	}
	w.boundary(&c)
	if n.DataAtom != atom.Li && !c.boiler {
		w.region(a.hint, first, c.sectioned)
	}
}

// tabular walks tables. The rows of a data table are blocks; a table that only lays out the page is a box.
func (w *walker) tabular(n *html.Node, c inherited, depth int) {
	switch n.DataAtom {
	case atom.Table:
		w.boundary(&c)
		c.kind, c.level = "", 0
		if dataTable(n) {
			w.lists++
			c.list, c.kind = w.lists, TableRow
		}
		w.children(n, c, depth)
		w.boundary(&c)
	case atom.Caption:
		w.boundary(&c)
		c.kind = ""
		w.children(n, c, depth)
		w.boundary(&c)
	case atom.Tr:
		w.boundary(&c)
		w.heads, w.cells = 0, 0
		w.children(n, c, depth)
		w.boundary(&c)
	default:
		if c.kind != TableRow {
			w.box(n, c, depth)
			return
		}
		if n.DataAtom == atom.Th {
			w.heads++
		} else {
			w.cells++
		}
		if c.visible() && w.heads+w.cells > 1 {
			w.text.cell()
			w.mdCell()
		}
		c.joined = true
		w.children(n, c, depth)
	}
}

// box walks a cell of a layout table.
func (w *walker) box(n *html.Node, c inherited, depth int) {
	w.boundary(&c)
	at, first := len(w.scopes), w.page.DOM.Elements
	w.scopes = append(w.scopes, scope{boiler: c.boiler || !c.visible(), first: len(w.blocks), firstElement: first})
	w.children(n, c, depth)
	w.boundary(&c)
	w.scopes[at].end, w.scopes[at].endElement = len(w.blocks), w.page.DOM.Elements+1
}

// dataTable tells a table of data from one that lays out the page: it has header cells or a caption, or nothing but text in its cells. It looks at
// the table's first 200 elements.
func dataTable(table *html.Node) bool {
	seen, data := 0, true
	for n := range table.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Table, atom.Form, atom.H1, atom.H2, atom.H3, atom.Nav, atom.Article:
			return false
		case atom.Th, atom.Caption:
			return true
		case atom.Div, atom.Ul, atom.Ol, atom.Dl, atom.Section:
			data = false
		}
		if seen++; seen == 200 {
			break
		}
	}
	return data
}

// flow walks the other block-level elements.
func (w *walker) flow(n *html.Node, a *attributes, c inherited, depth int) {
	wd := &w.page.Widgets
	switch n.DataAtom {
	case atom.Br:
		w.lineBreak(n, &c)
		return
	case atom.Template:
		if attr(n, "shadowrootmode") != "" { // declarative shadow DOM: shown where the template stands
			break
		}
		c.how, c.widget = "display", true
		start := w.startHidden()
		w.inert(n, &c)
		w.endHidden(start, &c, a.id)
		return
	case atom.Canvas: // its text is for browsers without canvas
		return
	}
	w.boundary(&c)
	outer, first, start, cites := c, len(w.blocks), len(w.text.b), w.cites
	switch n.DataAtom {
	case atom.Details:
		wd.Details++
	case atom.Address:
		wd.Addresses++
	case atom.Figure:
		wd.Figures++
	case atom.Blockquote:
		c.cite, c.kind = true, ""
	case atom.Pre:
		c.pre, c.kind = true, Preformatted
	case atom.Summary:
		c.kind, c.joined, c.level = Summary, true, 0
	}
	w.children(n, c, depth)
	if n.DataAtom == atom.Summary {
		c.joined = false
	}
	w.boundary(&c)
	switch n.DataAtom {
	case atom.Blockquote:
		cited := w.cites > cites || attr(n, "cite") != ""
		for i := first; i < len(w.blocks) && !outer.cite; i++ {
			w.blocks[i].cited = cited
		}
	case atom.Address:
		if t := w.text.since(start); t != "" && len(w.addresses) < 50 {
			w.addresses = append(w.addresses, t)
		}
	}
}

// lineBreak ends a line; two in a row end a paragraph.
func (w *walker) lineBreak(n *html.Node, c *inherited) {
	if next := n.NextSibling; next != nil {
		if next.Type == html.TextNode && collapse(next.Data) == "" {
			next = next.NextSibling
		}
		if next != nil && next.DataAtom == atom.Br && !c.joined && !c.pre {
			w.boundary(c)
			return
		}
	}
	if c.visible() {
		if len(w.text.b) > int(w.open.text.start) && !c.joined {
			w.text.divide()
		} else {
			w.text.space()
		}
		w.mdBreak(c)
	} else {
		w.dark.divide()
	}
}

// inline walks elements within a line.
func (w *walker) inline(n *html.Node, c inherited, depth int) {
	switch n.DataAtom {
	case atom.Cite:
		w.cites++
	case atom.Time:
		w.page.Widgets.Times++
		start := len(w.text.b)
		w.children(n, c, depth)
		if len(w.times) < 100 {
			w.times = append(w.times, timeElement{datetime: attr(n, "datetime"), text: w.text.since(start)})
		}
		return
	case atom.Strong, atom.B, atom.Code:
		if w.keep && c.visible() && !c.pre && c.kind != HeadingRow {
			mark := "**"
			if n.DataAtom == atom.Code {
				mark = "`"
			}
			at := w.mdOpen(mark)
			w.children(n, c, depth)
			w.mdClose(at, mark, mark)
			return
		}
	}
	w.children(n, c, depth)
}

// heading walks h1 to h6.
func (w *walker) heading(n *html.Node, a *attributes, c inherited, depth int) {
	w.boundary(&c)
	c.level = n.Data[1] - '0'
	if level := attr(n, "aria-level"); len(level) == 1 && '1' <= level[0] && level[0] <= '6' {
		c.level = level[0] - '0'
	}
	if c.kind != Summary {
		c.kind = HeadingRow
	}
	outer := c.joined
	c.joined = true
	at := spot{w.page.DOM.Elements, c.boiler}
	text, dark, alt := len(w.text.b), len(w.dark.b), len(w.alt)
	w.children(n, c, depth)
	h := Heading{Level: int(c.level), ID: a.id, Hidden: !c.visible()}
	if h.Text = w.text.since(text); h.Text == "" {
		if h.Text = w.dark.since(dark); h.Text != "" {
			h.Hidden = true
		} else {
			h.Text = collapse(string(w.alt[alt:])) // a logo as the heading is named by its alt
		}
	}
	c.joined = outer
	w.boundary(&c)
	if len(w.page.Headings) < maxHeadings {
		w.page.Headings = append(w.page.Headings, h)
		w.headingAt = append(w.headingAt, at)
	}
}

// inert reads what is in a template: text that a script may show one day. Its elements are in no document, so that its titles, links and metas are
// nobody's.
func (w *walker) inert(n *html.Node, c *inherited) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch {
		case child.Type == html.TextNode:
			w.addText(child.Data, c)
		case child.Type == html.ElementNode && child.DataAtom != atom.Script && child.DataAtom != atom.Style:
			w.inert(child, c)
		}
	}
}
