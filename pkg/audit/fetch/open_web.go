package fetch

import (
	"context"
	"net"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
)

// OnOpenWeb reports whether others can reach a site too: all addresses of its name are public, and cfg doesn't send it elsewhere.
func OnOpenWeb(ctx context.Context, t audit.Target, cfg Config) bool {
	hostport, err := dialled(t)
	if _, elsewhere := cfg.Resolve[hostport]; err != nil || elsewhere {
		return false
	}
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		return false
	}
	cfg.AllowPrivate, cfg.AllowAddrs = false, nil
	session := NewSession(cfg)
	defer session.Close()
	found, err := session.addresses(ctx, host, port)
	return err == nil && len(found) > 0
}

// dialled is where a browser connects to for t.
func dialled(t audit.Target) (string, error) {
	u, err := weburl.Parse(t.URL)
	if err != nil {
		return "", err
	}
	return net.JoinHostPort(strings.Trim(u.Host, "[]"), u.DialPort()), nil
}
