package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/auditctl/auditctl/internal/weburl"
)

// MaxLinks is how many links of a page are kept.
const MaxLinks = 2000

// The bounds of other lists, as the comments of Page say them.
const (
	maxMetas     = 100
	maxHeadings  = 1000
	maxImages    = 1000
	maxForms     = 100
	maxScripts   = 200
	maxStyles    = 100
	maxResources = 200
	maxHidden    = 50
	maxBlocks    = 1000
	maxRefs      = 500 // references of each kind in the head

	// How many addresses are resolved of what has no list of its own, or a list of part of it: link elements, and sub-resources with
	// scripts.
	maxLinkElements = 2000
	maxSources      = 2000

	maxKeptText  = 1 << 20 // bytes of main content, and of all text outside of it
	maxLinkBytes = 2 << 20 // of addresses and texts of links
)

// place is the landmark that a link stands in.
type place uint8

const (
	inBody place = iota
	inNav
	inHeader
	inMain
	inFooter
	inAside
)

var placeNames = [...]string{"body", "nav", "header", "main", "footer", "aside"}

// inherited is what an element hands down to its children.
type inherited struct {
	kind       BlockKind // of text that stands here; empty is a paragraph
	how        string    // why text here is hidden; empty where it is visible
	paint      *paint    // what decides whether text can be seen; shared with other elements, so never changed
	form       int       // index into Page.Forms, or -1
	item, list int       // running number of the list item and of the list or table
	place      place
	level      uint8 // of the heading, or of list nesting
	ordered    bool
	revocable  bool // an element inside can show its text again
	part       bool // in a hidden part
	faded      bool // in what an animation is said to reveal
	cite       bool // in a blockquote
	head       bool
	widget     bool // part of an interactive part
	sectioned  bool // in main, article, section, aside or nav: a header here is no page header
	boiler     bool // navigation and the like: never main content
	joined     bool // one block, whatever elements are inside: a heading, a table row
	pre        bool
	muted      bool // aria-hidden: gives no accessible name
	link       bool
	label      bool
	search     bool
}

func (c *inherited) visible() bool { return c.how == "" }

// walker gathers the facts of one page.
type walker struct {
	pulse   pulse
	page    *Page
	base    *weburl.Base
	domain  string // registrable domain of the page
	self    string // the page's address without fragment
	hosts   map[string]bool
	based   bool // a base element was seen
	anchors int  // links to be expected

	classes  map[string]classHint
	styles   sheet
	controls map[string]bool // ids that a button or tab opens

	text   textBuffer // all visible text, lines divided by line feeds, table cells by tabs
	dark   textBuffer // all hidden text
	alt    []byte     // texts of images, for links without text of their own
	named  int        // how many things gave an accessible name
	linked int        // visible characters in links

	blocks   []block
	open     block // the block being gathered
	scopes   []scope
	regions  []region
	comments []region // what visitors wrote
	markdown []byte
	keep     bool

	items, lists int // running numbers
	lastItem     int
	term         span // of the last dt
	heads, cells int  // th and td of the current row
	cites        int
	externals    int
	linkBytes    int
	linkElements int
	sources      int // addresses of sub-resources and scripts
	widgets      int // interactive parts met

	headingAt []spot // where Page.Headings and Page.Images stand
	imageAt   []spot
	hiddenIDs []string // ids of the elements of Page.Hidden
	labels    map[string]bool
	fields    []field // fields that wait for a label of their id
	inside    []int   // forms of the fields in the open label elements

	times     []timeElement
	addresses []string
	item, rdf bool // microdata, RDFa were seen
}

// spot is a place in the document, for what is judged once the main content is known.
type spot struct {
	element int // running number of the element
	boiler  bool
}

// attributes are those that every element is asked for.
type attributes struct {
	id, class, role, style, label string
	hidden, muted, labelled       bool
	modal                         bool
	hint                          classHint
	title                         string
}

func (w *walker) attributes(n *html.Node) (a attributes) {
	for i := range n.Attr {
		v := n.Attr[i].Val
		switch n.Attr[i].Key {
		case "id":
			a.id = v
		case "class":
			a.class = v
		case "role":
			a.role = firstToken(v)
		case "style":
			a.style = v
		case "hidden":
			a.hidden = true
		case "aria-hidden":
			a.muted = v == "true"
		case "aria-label":
			a.label = v
			w.suspectAttribute(v)
		case "aria-modal":
			a.modal = v == "true"
		case "aria-labelledby":
			a.labelled = v != ""
		case "title":
			a.title = v
			w.suspectAttribute(v)
		case "itemscope":
			w.item = true
		case "typeof":
			w.rdf = true
		case "tabindex":
			if v = strings.TrimPrefix(strings.TrimSpace(v), "+"); v != "" && v[0] >= '1' && v[0] <= '9' {
				w.page.Widgets.PositiveTab++
			}
		case "aria-controls", "data-target", "data-bs-target":
			w.control(v)
		default:
			if len(v) >= 16 {
				w.attributeSecret(n.Attr[i].Key, v)
			}
		}
	}
	a.hint = w.hint(a.class, a.id)
	return a
}

// children walks what is inside an element.
func (w *walker) children(n *html.Node, c inherited, depth int) {
	count := 0
	for child := n.FirstChild; child != nil && !w.pulse.stop(); child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			w.addText(child.Data, &c)
		case html.ElementNode:
			count++
			w.element(child, c, depth+1)
		case html.CommentNode:
			w.comment(child.Data)
		case html.DoctypeNode:
			w.doctype(child)
		}
	}
	w.page.DOM.MaxChildren = max(w.page.DOM.MaxChildren, count)
}

func (w *walker) element(n *html.Node, c inherited, depth int) {
	w.page.DOM.Elements++
	w.page.DOM.Depth = max(w.page.DOM.Depth, depth)
	if n.Namespace != "" {
		w.foreign(n, c, depth)
		return
	}
	a := w.attributes(n)
	if a.id != "" || n.DataAtom == 0 {
		w.shell(n.Data, a.id)
		w.consent("", a.id)
	}
	c.muted = c.muted || a.muted
	faded := w.conceal(n, &a, &c)
	w.interactive(n, &a, &c)
	switch {
	case !c.part && c.how != "":
		c.part = true
		start := w.startHidden()
		w.dispatch(n, &a, c, depth)
		w.endHidden(start, &c, a.id)
	case faded:
		start, first := len(w.text.b), len(w.blocks)
		w.dispatch(n, &a, c, depth)
		w.endFaded(start, first)
	default:
		w.dispatch(n, &a, c, depth)
	}
}

// dispatch hands an element to the function of its kind, which walks the children.
func (w *walker) dispatch(n *html.Node, a *attributes, c inherited, depth int) {
	switch n.DataAtom {
	case atom.Span, atom.Strong, atom.B, atom.Em, atom.I, atom.Code, atom.Cite, atom.Time, atom.Small, atom.U, atom.Sup, atom.Sub:
		w.inline(n, c, depth)
	case atom.A, atom.Area:
		w.anchor(n, a, c, depth)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n, a, c, depth)
	case atom.Script, atom.Style, atom.Link, atom.Meta, atom.Base, atom.Title, atom.Noscript:
		w.metadata(n, &c)
	case atom.Img, atom.Iframe, atom.Video, atom.Audio, atom.Source, atom.Embed, atom.Object, atom.Track:
		w.embedded(n, a, c, depth)
	case atom.Form, atom.Input, atom.Select, atom.Textarea, atom.Button, atom.Label, atom.Fieldset, atom.Search:
		w.formPart(n, a, c, depth)
	case atom.Html, atom.Head, atom.Body, atom.Main, atom.Article, atom.Section, atom.Nav, atom.Aside, atom.Header, atom.Footer, atom.Div:
		w.container(n, a, c, depth)
	case atom.Ul, atom.Ol, atom.Menu, atom.Li, atom.Dl, atom.Dt, atom.Dd:
		w.listing(n, a, c, depth)
	case atom.Table, atom.Caption, atom.Tr, atom.Td, atom.Th:
		w.tabular(n, c, depth)
	case atom.P, atom.Blockquote, atom.Pre, atom.Details, atom.Summary, atom.Address, atom.Figure, atom.Figcaption, atom.Dialog, atom.Br, atom.Hr,
		atom.Center, atom.Hgroup, atom.Legend, atom.Thead, atom.Tbody, atom.Tfoot, atom.Canvas, atom.Template:
		w.flow(n, a, c, depth)
	default:
		w.children(n, c, depth)
	}
}

// foreign walks SVG and MathML: a title names what it stands in, HTML inside is read as such, formulas are text.
func (w *walker) foreign(n *html.Node, c inherited, depth int) {
	if n.Namespace == "svg" {
		if n.Data == "title" {
			if textOf(n) != "" && !c.muted {
				w.named++
				w.addAlt(textOf(n))
			}
			return
		}
		if n.Data != "foreignObject" && n.Data != "a" && n.Data != "g" && n.Data != "svg" {
			c.how = "display" // labels inside drawings are no running text
		}
		for i := range n.Attr {
			switch n.Attr[i].Key {
			case "aria-hidden":
				c.muted = c.muted || n.Attr[i].Val == "true"
			case "aria-label":
				if n.Attr[i].Val != "" && !c.muted {
					w.named++
					w.addAlt(n.Attr[i].Val)
				}
			}
		}
	}
	w.children(n, c, depth)
}
