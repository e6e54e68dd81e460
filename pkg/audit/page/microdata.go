package page

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// addMicrodata reads the microdata items of a document into the graph, as the HTML standard says (section 5, Microdata), but for two things that search
// engines read too: a content attribute counts on every element, and the value of a time element without datetime is its text.
// base resolves addresses; nil leaves them as written.
func (g *Graph) addMicrodata(pulse *pulse, doc *html.Node, base *weburl.Base) {
	r := microdataReader{
		markupReader: markupReader{pulse: pulse, g: g, base: base, format: "microdata"}, doc: doc, made: make(map[*html.Node]int),
	}
	r.children(doc, 0, 0)
}

type microdataReader struct {
	markupReader
	doc  *html.Node
	made map[*html.Node]int    // nodes by the element with their itemscope: an item has one node, however often itemref leads to it
	ids  map[string]*html.Node // elements by id, gathered when the first itemref is met
}

// children reads what is inside an element: properties belong to the item, a 1-based index that is 0 outside of any. depth counts items in items.
func (r *microdataReader) children(n *html.Node, item, depth int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			r.element(c, item, depth)
		}
	}
}

func (r *microdataReader) element(n *html.Node, item, depth int) {
	if !r.spend() {
		return
	}
	var scope, isProp bool
	var props, types, id, refs, href string
	for i := range n.Attr {
		switch v := n.Attr[i].Val; n.Attr[i].Key {
		case "itemscope":
			scope = true
		case "itemprop":
			isProp, props = true, v
		case "itemtype":
			types = v
		case "itemid":
			id = v
		case "itemref":
			refs = v
		case "href":
			href = v
		}
	}
	if id == "" && props == "item" { // a step of breadcrumbs, which search engines know by its link
		id = href
	}
	switch {
	case !scope:
		if isProp && item > 0 {
			r.set(item, props, Value{Text: r.content(n)})
		}
		r.children(n, item, depth)
	case isProp && item == 0:
		// Part of an item that this element doesn't stand in: it is read where itemref leads to it, and belongs to nothing otherwise.
		if r.made[n] == 0 {
			r.children(n, 0, depth)
		}
	default:
		at := r.item(n, types, id, refs, !isProp, depth+1)
		if isProp && at > 0 {
			r.set(item, props, Value{Node: at})
		}
	}
}

// item reads an element with itemscope and gives its node's 1-based index, 0 where a bound is met.
func (r *microdataReader) item(n *html.Node, types, id, refs string, root bool, depth int) int {
	if at := r.made[n]; at > 0 {
		return at
	}
	if depth > maxGraphDepth {
		r.overflow("too_deep", fmt.Sprintf("more than %d items inside each other", maxGraphDepth))
		return 0
	}
	var names []string
	schema := false
	for typ := range strings.FieldsSeq(types) {
		name, ok := schemaName(typ)
		names, schema = append(names, cut(name, maxValueBytes)), schema || ok
		if len(names) == maxNodeTypes {
			break
		}
	}
	at := r.place(id, names, schema, root)
	if at == 0 {
		return 0
	}
	r.made[n] = at
	r.children(n, at, depth)
	for ref := range strings.FieldsSeq(refs) {
		if target := r.byID(ref); target != nil {
			r.element(target, at, depth)
		}
	}
	return at
}

func (r *microdataReader) byID(id string) *html.Node {
	if r.ids == nil {
		r.ids = make(map[string]*html.Node)
		for n := range r.doc.Descendants() {
			if n.Type == html.ElementNode {
				if v := attr(n, "id"); v != "" && r.ids[v] == nil {
					r.ids[v] = n
				}
			}
		}
	}
	return r.ids[id]
}
