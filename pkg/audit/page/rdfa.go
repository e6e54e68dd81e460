package page

import (
	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// addRDFa reads the RDFa Lite items of a document into the graph.
func (g *Graph) addRDFa(doc *html.Node, base *weburl.Base) {}
