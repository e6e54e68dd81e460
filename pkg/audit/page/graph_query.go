package page

import (
	"slices"
	"strings"
)

// OfType gives the nodes that are of one of the types, or of a type under one of them in schema.org's hierarchy, in order.
func (g *Graph) OfType(types ...string) []*Node {
	var found []*Node
	for i := range g.Nodes {
		if g.Nodes[i].Is(types...) {
			found = append(found, &g.Nodes[i])
		}
	}
	return found
}

// Is says whether the node is of one of the types, or of a type under one of them.
func (n *Node) Is(types ...string) bool {
	for _, have := range n.Types {
		for _, want := range types {
			if have == want || IsA(have, want) {
				return true
			}
		}
	}
	return false
}

// Texts gives a property's values as text; a node stands by its name, else its @id.
func (g *Graph) Texts(n *Node, prop string) []string {
	var out []string
	for _, v := range n.Props[prop] {
		t := v.Text
		if v.Node > 0 {
			sub := &g.Nodes[v.Node-1]
			if t = g.Text(sub, "name"); t == "" {
				t = sub.ID
			}
		}
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// Text gives a property's first value as text, or nothing.
func (g *Graph) Text(n *Node, prop string) string {
	for _, v := range n.Props[prop] {
		if v.Node == 0 {
			if t := strings.TrimSpace(v.Text); t != "" {
				return t
			}
			continue
		}
		sub := &g.Nodes[v.Node-1]
		for _, name := range sub.Props["name"] {
			if t := strings.TrimSpace(name.Text); t != "" {
				return t
			}
		}
		if sub.ID != "" {
			return sub.ID
		}
	}
	return ""
}

// Subs gives a property's values that are nodes.
func (g *Graph) Subs(n *Node, prop string) []*Node {
	var out []*Node
	for _, v := range n.Props[prop] {
		if v.Node > 0 {
			out = append(out, &g.Nodes[v.Node-1])
		}
	}
	return out
}

// Has says whether the node has every one of the properties with a value.
func (n *Node) Has(props ...string) bool {
	return !slices.ContainsFunc(props, func(p string) bool { return len(n.Props[p]) == 0 })
}
