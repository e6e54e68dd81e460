package page

import "github.com/auditctl/auditctl/internal/weburl"

// addJSONLD reads one JSON-LD script into the graph.
func (g *Graph) addJSONLD(src string, base *weburl.Base) { g.Blocks++ }
