package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// addRDFa reads the RDFa Lite 1.1 items of a document into the graph: vocab, typeof, property, resource and prefix, and about, which content management
// systems write beside them. Of RDFa Core, it takes what
// Google's guides show: rel with a prefix round the items that it leads to, and the href or src of its element as an item's identifier. Properties outside an item, such as Open Graph's, are none of it.
// base resolves addresses; nil leaves them as written.
func (g *Graph) addRDFa(pulse *pulse, doc *html.Node, base *weburl.Base) {
	r := rdfaReader{markupReader{pulse: pulse, g: g, base: base, format: "rdfa"}}
	// RDFa's initial context declares the prefix schema (https://www.w3.org/2011/rdfa-context/rdfa-1.1).
	r.children(doc, rdfaScope{prefixes: []string{"schema"}})
}

type rdfaReader struct{ markupReader }

// rdfaScope is what an element hands down to its children.
type rdfaScope struct {
	schema   bool     // names without prefix are schema.org's
	prefixes []string // stand for schema.org; at most 16
	item     int      // 1-based index of the item; 0 outside of any
	subject  string   // where item is 0: the identifier of what is spoken of, an item once something is said of it
	open     string   // names of a rel around: what the items inside are to this one
	depth    int      // of items in items
}

func (r *rdfaReader) children(n *html.Node, s rdfaScope) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && r.spend() {
			r.element(c, s)
		}
	}
}

func (r *rdfaReader) element(n *html.Node, s rdfaScope) {
	var types, props, about, resource, address, rel string
	for i := range n.Attr {
		switch v := n.Attr[i].Val; n.Attr[i].Key {
		case "vocab":
			name, ok := schemaName(strings.TrimSpace(v))
			s.schema = ok && name == ""
		case "prefix":
			s.declare(v)
		case "typeof":
			types = v
		case "property":
			props = v
		case "about":
			about = v
		case "resource":
			resource = v
		case "href", "src":
			address = v
		case "rel":
			rel = v
		}
	}
	links := s.links(rel)
	if props == "" {
		props = links
	}
	switch {
	case strings.TrimSpace(types) != "":
		if props == "" {
			props = s.open
		}
		nested := props != "" && s.item > 0
		if at := r.item(types, cmp.Or(about, resource, address), s, !nested); at > 0 {
			if nested {
				r.set(s.item, s.names(props), Value{Node: at})
			}
			s.item, s.subject, s.open = at, "", ""
			s.depth++
		}
	case links != "" && about == "" && resource == "" && address == "":
		s.open = links
	case props != "":
		if links != "" {
			resource = cmp.Or(resource, address)
		}
		r.property(n, s, props, about, resource)
	case about != "":
		s.item, s.subject, s.open = 0, about, ""
	case resource != "" && rel == "":
		s.item, s.subject, s.open = 0, resource, ""
	}
	r.children(n, s)
}

// property reads an element that gives an item a property.
func (r *rdfaReader) property(n *html.Node, s rdfaScope, props, about, resource string) {
	if about != "" {
		s.item, s.subject = 0, about
	}
	if s.item == 0 && s.subject != "" && s.speaks(props) {
		s.item = r.place(s.subject, nil, true, false)
	}
	switch {
	case s.item == 0:
	case resource != "":
		if at := r.place(resource, nil, false, false); at > 0 {
			r.set(s.item, s.names(props), Value{Node: at})
		}
	default:
		r.set(s.item, s.names(props), Value{Text: r.content(n)})
	}
}

// links gives the names of schema.org in a rel attribute. Words without a prefix are HTML's (nofollow, license).
func (s *rdfaScope) links(rel string) string {
	var names []string
	for word := range strings.FieldsSeq(rel) {
		if name, ok := s.name(word); ok && strings.ContainsRune(word, ':') {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// speaks says whether one of the names of a property attribute is schema.org's: other vocabularies make no item.
func (s *rdfaScope) speaks(props string) bool {
	for word := range strings.FieldsSeq(props) {
		if _, ok := s.name(word); ok {
			return true
		}
	}
	return false
}

// item makes the node of an element with typeof and gives its 1-based index, 0 where a bound is met.
func (r *rdfaReader) item(types, id string, s rdfaScope, root bool) int {
	if s.depth >= maxGraphDepth {
		r.overflow("too_deep", fmt.Sprintf("more than %d items inside each other", maxGraphDepth))
		return 0
	}
	var names []string
	schema := false
	for typ := range strings.FieldsSeq(types) {
		name, ok := s.name(typ)
		names, schema = append(names, cut(name, maxValueBytes)), schema || ok
		if len(names) == maxNodeTypes {
			break
		}
	}
	return r.place(id, names, schema, root)
}

// declare reads a prefix attribute: pairs of "name:" and address.
func (s *rdfaScope) declare(v string) {
	prefix := ""
	for word := range strings.FieldsSeq(v) {
		if strings.HasSuffix(word, ":") {
			prefix = word[:len(word)-1]
		} else if name, ok := schemaName(word); ok && name == "" && len(s.prefixes) < 16 {
			s.prefixes = append(slices.Clip(s.prefixes), prefix)
		}
	}
}

// name gives the schema.org name of a type or property; ok is false, and the name as written, where it isn't schema.org's.
func (s *rdfaScope) name(written string) (name string, ok bool) {
	return vocabulary{schema: s.schema, prefixes: s.prefixes}.name(written)
}

// names gives the names of a property attribute.
func (s *rdfaScope) names(props string) string {
	if !strings.ContainsRune(props, ':') {
		return props
	}
	words := strings.Fields(props)
	for i := range words {
		words[i], _ = s.name(words[i])
	}
	return strings.Join(words, " ")
}
