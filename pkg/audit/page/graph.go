package page

// Graph is the structured data of a page: JSON-LD, microdata and RDFa as one typed graph.
type Graph struct {
	Nodes  []Node       `json:"nodes,omitempty"`  // at most 500
	Blocks int          `json:"blocks"`           // JSON-LD scripts
	Errors []GraphError `json:"errors,omitempty"` // blocks that don't parse, and what is wrong with those that do
}

// Node is one item of the graph.
type Node struct {
	ID     string             `json:"id,omitempty"`    // @id, itemid, resource: resolved
	Types  []string           `json:"types"`           // schema.org names without the prefix; others as written
	Format string             `json:"format"`          // jsonld, microdata, rdfa
	Block  int                `json:"block"`           // 1-based number of the script, 0 outside JSON-LD
	Root   bool               `json:"root,omitempty"`  // not nested in another item
	Props  map[string][]Value `json:"props,omitempty"` // schema.org names without the prefix
	// Context: the @context names schema.org (always true for microdata and RDFa of its vocabulary).
	Context bool `json:"context"`
}

// Value is a property's value: text, or another node.
type Value struct {
	Text string `json:"text,omitempty"`
	Node int    `json:"node,omitempty"` // 1-based index into Graph.Nodes; 0 where the value is text
}

// GraphError is a fault in structured data.
type GraphError struct {
	Format  string `json:"format"`
	Block   int    `json:"block"`   // 1-based
	Problem string `json:"problem"` // syntax, duplicate_key, no_context, no_type, too_large, too_deep, empty
	Detail  string `json:"detail"`  // for a person, with the place: "line 3: …"
}
