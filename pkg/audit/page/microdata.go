package page

import (
	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// addMicrodata reads the microdata items of a document into the graph.
func (g *Graph) addMicrodata(doc *html.Node, base *weburl.Base) {}
