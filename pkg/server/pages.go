package server

import (
	"net/http"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// pagesPath is where Config.Dashboard is.
const pagesPath = "/dashboard"

// pages hands a request to the dashboard, and is told by it which page it was.
func (s *Server) pages(w http.ResponseWriter, r *http.Request) {
	x := w.(*exchange)
	x.route = pagesPath
	defer func() {
		if _, path, ok := strings.Cut(r.Pattern, " "); ok {
			x.route = path
		}
		if s.config.TracerProvider != nil {
			routed(r, x.route)
		}
	}()
	r.RemoteAddr = limitedAs(s.clientAddress(r)).String()
	s.config.Dashboard.ServeHTTP(x, r)
}

// front leads a browser that was given the service's bare address to the dashboard. To programs there is nothing here.
func (s *Server) front(x *exchange, r *http.Request) error {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	http.Redirect(x, r, pagesPath, http.StatusFound)
	return nil
}

// Submitted counts what a submission was answered with that didn't come over REST or MCP.
func (s *Server) Submitted(r audit.Receipt) { s.metrics.submitted(r) }
