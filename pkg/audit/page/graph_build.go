package page

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
)

// The bounds of structured data. What lies past them is left out and reported as too_large or too_deep.
const (
	maxScriptBlocks = 64      // JSON-LD scripts of a page
	maxBlockBytes   = 1 << 20 // of one script
	maxGraphDepth   = 32      // objects and lists inside each other
	maxGraphNodes   = 500     // of a page
	maxBlockValues  = 5000    // of one script, or of a page's microdata or RDFa
	maxValueBytes   = 5000    // of one text
	maxNodeTypes    = 16
	maxPageValues   = 20_000   // of all scripts of a page
	maxJSONValues   = 100_000  // of one script, read or not
	largeScript     = 64 << 10 // bytes from which on texts are copied, so that what is kept doesn't hold the script
	maxBlockErrors  = 20       // reported of one script; one is enough to mend the next
	maxPropValues   = 200      // gathered for one property from several descriptions of one node
)

// resolveID resolves the identifier of a node; what is no address stays as written.
func resolveID(id string, base *weburl.Base) string {
	id = strings.TrimSpace(id)
	if base != nil {
		if u, ok := base.Resolve(id); ok {
			return u.Href
		}
	}
	return cut(id, weburl.MaxLength)
}

// find gives the 1-based index of the node with an ID that can be of the types, 0 where there is none: a node can where it shares a type, or where one of
// both has none. The graph is small enough to look through.
func (g *Graph) find(id string, types []string) int {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.ID != id || id == "" {
			continue
		}
		if len(types) == 0 || len(n.Types) == 0 || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(n.Types, t) }) {
			return i + 1
		}
	}
	return 0
}

// room adds a node and gives its 1-based index, 0 where the graph is full.
func (g *Graph) room(n Node) int {
	if len(g.Nodes) >= maxGraphNodes {
		return 0
	}
	g.Nodes = append(g.Nodes, n)
	return len(g.Nodes)
}

// add gives a property values. Like a graph's, they are a set: what was said already is not said twice.
func (n *Node) add(prop string, values ...Value) {
	if n.Props == nil {
		n.Props = make(map[string][]Value)
	}
	have := n.Props[prop]
	if len(have) == 0 && (len(values) == 1 || len(values) > maxPropValues) {
		n.Props[prop] = values
		return
	}
	for _, v := range values {
		if len(have) < maxPropValues && !slices.Contains(have, v) {
			have = append(have, v)
		}
	}
	n.Props[prop] = have
}
