package page

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// maxVisits is how many nodes of a document are looked at for the texts of its properties and along its itemrefs: both can lead over the same part
// of the document again and again.
const maxVisits = 300_000

// markupReader is what microdata and RDFa have in common.
type markupReader struct {
	pulse  *pulse
	g      *Graph
	base   *weburl.Base
	format string
	values int
	visits int
	full   bool // a bound was met and reported
}

// place finds or makes a node and gives its 1-based index, 0 where the graph is full.
func (r *markupReader) place(id string, types []string, schema, root bool) int {
	if id != "" {
		id = resolveID(id, r.base)
	}
	at := r.g.find(id, types)
	if at == 0 {
		if at = r.g.room(Node{ID: id, Format: r.format}); at == 0 {
			r.overflow("too_large", fmt.Sprintf("the page describes more than %d items; the rest was not read", maxGraphNodes))
			return 0
		}
	}
	n := &r.g.Nodes[at-1]
	if len(n.Types)+len(n.Props) == 0 {
		n.Format, n.Block = r.format, 0
	}
	if len(n.Types) == 0 {
		n.Types = types
	}
	n.Root, n.Context = n.Root || root, n.Context || schema
	return at
}

// set gives an item's properties, named in a list divided by spaces, a value. Blank text is no value.
func (r *markupReader) set(item int, props string, v Value) {
	if v.Node == 0 && v.Text == "" {
		return
	}
	for prop := range strings.FieldsSeq(props) {
		if r.values++; r.values > maxBlockValues {
			r.overflow("too_large", fmt.Sprintf("more than %d values; the rest was not read", maxBlockValues))
			return
		}
		name, _ := schemaName(prop)
		if r.g.Nodes[item-1].Context {
			name = propertyName(name)
		}
		r.g.Nodes[item-1].add(cut(name, maxValueBytes), v)
	}
}

// content is the value that an element gives its property: its content attribute, else what the element is for (an address, a time, a quantity), else
// its text.
func (r *markupReader) content(n *html.Node) string {
	if v, ok := attribute(n, "content"); ok {
		return cut(collapse(v), maxValueBytes)
	}
	v, ok := "", false
	switch n.Data {
	case "a", "area", "link":
		if v, ok = attribute(n, "href"); ok {
			return r.address(v)
		}
	case "img", "audio", "embed", "iframe", "source", "track", "video":
		if v, ok = attribute(n, "src"); ok {
			return r.address(v)
		}
	case "object":
		if v, ok = attribute(n, "data"); ok {
			return r.address(v)
		}
	case "time":
		v, ok = attribute(n, "datetime")
	case "data", "meter":
		v, ok = attribute(n, "value")
	}
	if ok && v != "" {
		return cut(collapse(v), maxValueBytes)
	}
	return r.text(n)
}

func (r *markupReader) address(ref string) string {
	if ref == "" {
		return ""
	}
	return cut(resolveID(ref, r.base), maxValueBytes)
}

// text is the text inside an element, white space collapsed.
func (r *markupReader) text(n *html.Node) string {
	var b strings.Builder
	r.gather(&b, n)
	return cut(collapse(b.String()), maxValueBytes)
}

func (r *markupReader) gather(b *strings.Builder, n *html.Node) {
	for c := n.FirstChild; c != nil && b.Len() <= maxValueBytes && r.spend(); c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(cut(c.Data, 2*maxValueBytes))
		case c.Type == html.ElementNode && c.Data != "script" && c.Data != "style":
			if c.Data == "br" {
				b.WriteByte(' ')
			}
			r.gather(b, c)
		}
	}
}

// spend counts a visit and reports whether one was left, and time for it.
func (r *markupReader) spend() bool {
	if r.pulse.stop() {
		return false
	}
	if r.visits++; r.visits > maxVisits {
		r.overflow("too_large", "the properties overlap so much that the rest was not read")
		return false
	}
	return true
}

func (r *markupReader) overflow(problem, detail string) {
	if !r.full {
		r.full = true
		r.g.Errors = append(r.g.Errors, GraphError{Format: r.format, Problem: problem, Detail: detail})
	}
}
