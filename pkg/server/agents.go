package server

import (
	"context"
	"net/http"
	"net/url"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/server/mcp"
)

const agentsPath = "/mcp"

// newAgents makes the door for AI agents.
func newAgents(c Config) *mcp.Door {
	door := mcp.Config{Version: c.Version, Log: c.Log, Origins: c.CORSOrigins}
	if base, err := url.Parse(c.BaseURL); err == nil && base.Host != "" {
		door.Hosts = []string{base.Hostname()}
	}
	return mcp.New(door)
}

// agents answers an agent as its key's account. Its faults are the protocol's.
func (s *Server) agents(x *exchange, r *http.Request) error {
	s.mcp.Serve(x, r, &counted{x.service, s.metrics})
	return nil
}

// counted is a service whose submissions are counted as REST's are.
type counted struct {
	audit.Service
	metrics *metrics
}

// Submit is the service's own.
func (c *counted) Submit(ctx context.Context, sub audit.Submission) (audit.Receipt, error) {
	receipt, err := c.Service.Submit(ctx, sub)
	if err == nil {
		c.metrics.submitted(receipt)
	}
	return receipt, err
}
