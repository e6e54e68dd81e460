package page

import (
	"errors"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
)

// addJSONLD reads one JSON-LD script into the graph (JSON-LD 1.1, the part of it that pages with schema.org use): @context by name, list, prefix or
// @vocab, terms of its own, @graph, @included, @reverse, nested items, lists, @type lists, @value, @list and @set. Items with the same @id are one node, in whatever script they stand; a node
// that is mentioned but described nowhere has an ID only. Language maps and scoped contexts are left out. HTML escapes in texts are undone: templates
// leave them there, and a reader would show them.
// base resolves @id; nil leaves it as written.
func (g *Graph) addJSONLD(src string, base *weburl.Base) {
	g.Blocks++
	r := jsonldReader{g: g, base: base, src: src}
	switch {
	case g.Blocks == maxScriptBlocks+1:
		r.report("too_large", -1, fmt.Sprintf("more than %d scripts; the rest was not read", maxScriptBlocks))
		return
	case g.Blocks > maxScriptBlocks:
		return
	case len(src) > maxBlockBytes:
		r.report("too_large", -1, "the script is larger than 1 MiB and was not read")
		return
	}
	begin, end := jsonBody(src)
	if begin == end {
		r.report("empty", -1, "the script is empty")
		return
	}
	r.values = max(0, g.valueCount()-maxPageValues+maxBlockValues)
	parser := jsonReader{src: src[:end], pos: begin, copies: len(src) > largeScript}
	v, err := parser.read()
	var fault *jsonFault
	if errors.As(err, &fault) {
		r.report(fault.problem, fault.at, fault.text)
		return
	}
	for i := range parser.repeated[:min(len(parser.repeated), 3)] {
		r.report("duplicate_key", parser.repeated[i].at, fmt.Sprintf("%q stands twice in one object; the last one counts", cut(parser.repeated[i].text, 40)))
	}
	r.roots(&v, vocabulary{})
	r.judge()
}

// valueCount is how many values the nodes have.
func (g *Graph) valueCount() (n int) {
	for i := range g.Nodes {
		for _, values := range g.Nodes[i].Props {
			n += len(values)
		}
	}
	return n
}

// jsonBody gives the bounds of the JSON in a script. HTML comments, CDATA marks and a semicolon round it are tolerated: XHTML-era templates write them,
// and the readers of search engines strip them.
func jsonBody(src string) (begin, end int) {
	begin, end = 0, len(src)
	for trimmed := true; trimmed; {
		before := end - begin
		for _, mark := range [...]string{"\ufeff", "<!--", "//<![CDATA[", "/*<![CDATA[*/", "// <![CDATA[", "<![CDATA["} {
			begin = end - len(strings.TrimPrefix(strings.TrimLeft(src[begin:end], " \t\r\n"), mark))
		}
		for _, mark := range [...]string{"-->", "//]]>", "/*]]>*/", "// ]]>", "]]>", ";"} {
			end = begin + len(strings.TrimSuffix(strings.TrimRight(src[begin:end], " \t\r\n"), mark))
		}
		trimmed = end-begin < before
	}
	return begin, end
}

// jsonldReader puts the items of one script into the graph.
type jsonldReader struct {
	g        *Graph
	base     *weburl.Base
	src      string
	blank    map[string]int // nodes by blank node identifier, which means nothing outside its script
	tops     []rootItem
	values   int
	full     bool // a bound was met
	reported int  // errors
}

// rootItem is an item that isn't nested.
type rootItem struct {
	node, at int
	context  string // the @context as written where it isn't schema.org
}

// vocabulary is what an @context makes of names.
type vocabulary struct {
	schema   bool     // names without prefix are schema.org's
	prefixes []string // stand for schema.org; at most 16
	foreign  string   // the context that isn't schema.org

	terms map[string]string // names of the context's own, with what they stand for: a name, an address, @id, @type; at most 200
}

// with reads an @context.
func (voc vocabulary) with(v *jsonValue) vocabulary {
	switch v.kind {
	case jsonNull:
		return vocabulary{}
	case jsonText:
		voc.add(v.text)
	case jsonList:
		for i := range v.items {
			voc = voc.with(&v.items[i])
		}
	case jsonObject:
		voc.define(v)
	}
	return voc
}

// define reads a context that defines its names itself.
func (voc *vocabulary) define(v *jsonValue) {
	terms := maps.Clone(voc.terms)
	for i, key := range v.keys {
		item := &v.items[i]
		if item.kind == jsonObject { // an expanded definition
			if item = item.get("@id"); item == nil {
				continue
			}
		}
		if item.kind != jsonText || item.text == "" {
			continue
		}
		name, ok := schemaName(item.text)
		switch {
		case key == "@vocab":
			voc.add(item.text)
		case strings.HasPrefix(key, "@"):
		case ok && name == "":
			if len(voc.prefixes) < 16 {
				voc.prefixes = append(slices.Clip(voc.prefixes), key)
			}
		case len(terms) < 200 && item.text != key:
			if terms == nil {
				terms = make(map[string]string)
			}
			terms[key] = item.text
		}
	}
	voc.terms = terms
}

// keyword gives an object's @id or @type, under that name or one that the context gives it.
func (voc vocabulary) keyword(v *jsonValue, keyword string) *jsonValue {
	if found := v.get(keyword); found != nil || len(voc.terms) == 0 {
		return found
	}
	for i, key := range v.keys {
		if voc.terms[key] == keyword {
			return &v.items[i]
		}
	}
	return nil
}

func (voc *vocabulary) add(iri string) {
	iri = strings.TrimSpace(iri)
	name, ok := schemaName(iri)
	if !ok && strings.HasPrefix(iri, "//") {
		name, ok = schemaName("https:" + iri)
	}
	if ok && (name == "" || strings.HasPrefix(name, "docs/jsonldcontext.json")) {
		voc.schema = true
	} else {
		voc.foreign = iri
	}
}

// name gives the schema.org name of a type or property; ok is false, and the name as written, where it isn't schema.org's.
func (voc vocabulary) name(written string) (name string, ok bool) {
	if meant, defined := voc.terms[written]; defined {
		written = meant
	}
	if name, ok = schemaName(written); ok {
		return name, true
	}
	prefix, rest, ok := strings.Cut(written, ":")
	if !ok {
		return written, voc.schema
	}
	if slices.Contains(voc.prefixes, prefix) || prefix == "schema" && voc.schema { // schema.org's own context declares it
		return rest, true
	}
	return written, false
}

// roots reads what stands at the top of a script, or in @graph.
func (r *jsonldReader) roots(v *jsonValue, voc vocabulary) {
	switch v.kind {
	case jsonList:
		for i := range v.items {
			r.roots(&v.items[i], voc)
		}
	case jsonObject:
		if c := v.get("@context"); c != nil {
			voc = voc.with(c)
		}
		if node := r.node(v, voc, true); node > 0 {
			r.tops = append(r.tops, rootItem{node: node, at: v.at, context: voc.foreign})
		}
		if graph := v.get("@graph"); graph != nil {
			r.roots(graph, voc)
		}
	case jsonText:
		r.report("syntax", v.at, "a text stands where an item in { } should")
	}
}

// node reads an object and gives its 1-based index, 0 where it describes nothing or a bound is met.
func (r *jsonldReader) node(v *jsonValue, voc vocabulary, root bool) int {
	id, typ := voc.keyword(v, "@id"), voc.keyword(v, "@type")
	if voc.schema { // schema.org's own context gives @id and @type these names; a bare number or word as id is a shop's own key, though
		if alias := v.get("id"); id == nil && alias != nil && strings.ContainsAny(alias.text, ":#/") {
			id = alias
		}
		if typ == nil {
			typ = v.get("type")
		}
	}
	isProp := func(i int) bool { return !strings.HasPrefix(v.keys[i], "@") && &v.items[i] != id && &v.items[i] != typ }
	described := typ != nil
	for i := range v.keys {
		described = described || isProp(i)
	}
	if !described && (id == nil || root) {
		return 0
	}
	types, context := r.types(nil, typ, voc)
	at := r.place(id, types)
	if at == 0 || !described {
		return at
	}
	n := &r.g.Nodes[at-1]
	if len(n.Types)+len(n.Props) == 0 { // mentioned before, described here
		n.Format, n.Block = "jsonld", r.g.Blocks
	}
	n.Root = n.Root || root
	n.Context = n.Context || context || voc.schema
	for _, t := range types {
		if !slices.Contains(n.Types, t) {
			n.Types = append(n.Types, t)
		}
	}
	for i, key := range v.keys {
		if !isProp(i) {
			continue
		}
		name, known := voc.name(key)
		if known {
			name = propertyName(name)
		}
		if values := r.value(nil, &v.items[i], voc); len(values) > 0 {
			r.g.Nodes[at-1].add(name, values...) // the graph may have moved meanwhile
		}
	}
	if included := v.get("@included"); included != nil {
		r.roots(included, voc)
	}
	if reverse := v.get("@reverse"); reverse != nil {
		for i, key := range reverse.keys {
			name, _ := voc.name(key)
			for _, value := range r.value(nil, &reverse.items[i], voc) {
				if value.Node > 0 {
					r.g.Nodes[value.Node-1].add(name, Value{Node: at})
				}
			}
		}
	}
	return at
}

// place finds or makes the node of an @id; without one, it makes a new node. It gives 0 where the graph is full. Pages give one @id, often their own
// address, to things of quite different types: these stay apart.
func (r *jsonldReader) place(id *jsonValue, types []string) int {
	if id == nil || id.kind != jsonText || id.text == "" {
		return r.room(Node{})
	}
	if strings.HasPrefix(id.text, "_:") {
		at := r.blank[id.text]
		if at == 0 {
			if at = r.room(Node{}); r.blank == nil {
				r.blank = make(map[string]int)
			}
			r.blank[id.text] = at
		}
		return at
	}
	resolved := resolveID(id.text, r.base)
	if at := r.g.find(resolved, types); at > 0 {
		return at
	}
	return r.room(Node{ID: resolved})
}

// room adds a node and gives its 1-based index, 0 where the graph is full.
func (r *jsonldReader) room(n Node) int {
	n.Format, n.Block = "jsonld", r.g.Blocks
	if at := r.g.room(n); at > 0 {
		return at
	}
	r.overflow(fmt.Sprintf("the page describes more than %d items; the rest was not read", maxGraphNodes))
	return 0
}

// types appends the names of an @type; schema says that one of them is written as schema.org's.
func (r *jsonldReader) types(to []string, v *jsonValue, voc vocabulary) (types []string, schema bool) {
	switch {
	case v == nil:
	case v.kind == jsonText:
		name, ok := voc.name(strings.TrimSpace(v.text))
		if name != "" && !slices.Contains(to, name) && len(to) < maxNodeTypes {
			to = append(to, cut(name, maxValueBytes))
		}
		return to, ok
	case v.kind == jsonList:
		for i := range v.items {
			var ok bool
			to, ok = r.types(to, &v.items[i], voc)
			schema = schema || ok
		}
	}
	return to, schema
}

// value appends what a property says. Nothing and blank text are no value.
func (r *jsonldReader) value(to []Value, v *jsonValue, voc vocabulary) []Value {
	if r.values++; r.values > maxBlockValues {
		r.overflow(fmt.Sprintf("more than %d values; the rest was not read", maxBlockValues))
		return to
	}
	switch v.kind {
	case jsonText:
		if text := unescaped(v.text); strings.TrimSpace(text) != "" {
			to = append(to, Value{Text: cut(text, maxValueBytes)})
		}
	case jsonList:
		for i := range v.items {
			to = r.value(to, &v.items[i], voc)
		}
	case jsonObject:
		if inner := v.get("@value", "@list", "@set"); inner != nil {
			return r.value(to, inner, voc)
		}
		if c := v.get("@context"); c != nil {
			voc = voc.with(c)
		}
		if node := r.node(v, voc, false); node > 0 {
			to = append(to, Value{Node: node})
		}
	}
	return to
}

// escape is an HTML escape that is closed: "&copy=1" in an address is none.
var escape = regexp.MustCompile(`&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

// unescaped undoes the HTML escapes of a text.
func unescaped(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return escape.ReplaceAllStringFunc(text, html.UnescapeString)
}

// judge reports what is wrong with a script that could be read: nothing in it, items without schema.org's context, items without a type. Only items at
// the top are held to it, since readers infer the type of a nested one from its property.
func (r *jsonldReader) judge() {
	if len(r.tops) == 0 && r.reported == 0 {
		r.report("empty", -1, "the script describes nothing")
	}
	var context, typ bool
	for _, root := range r.tops {
		n := &r.g.Nodes[root.node-1]
		if !n.Context && !context {
			context = true
			detail := "no @context; schema.org's is \"https://schema.org\""
			if root.context != "" {
				detail = fmt.Sprintf("the @context %q is not \"https://schema.org\"", cut(root.context, 80))
			}
			r.report("no_context", root.at, detail)
		}
		if len(n.Types) == 0 && !typ {
			typ = true
			r.report("no_type", root.at, "an item without @type")
		}
	}
}

func (r *jsonldReader) overflow(detail string) {
	if !r.full {
		r.full = true
		r.report("too_large", -1, detail)
	}
}

// report adds an error; at is the offset in the script, negative where the script as a whole is meant.
func (r *jsonldReader) report(problem string, at int, detail string) {
	if r.reported++; r.reported > maxBlockErrors {
		return
	}
	if at >= 0 {
		line := 1 + strings.Count(r.src[:min(at, len(r.src))], "\n")
		detail = fmt.Sprintf("line %d: %s", line, detail)
	}
	r.g.Errors = append(r.g.Errors, GraphError{Format: "jsonld", Block: r.g.Blocks, Problem: problem, Detail: detail})
}
