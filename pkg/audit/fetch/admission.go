package fetch

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
)

// admission asks the service before a session turns to another site, or to an address that nothing ties to the name that led there. So
// neither redirects nor names in DNS lead more requests to a host than its limits allow. A nil admission allows everything.
type admission struct {
	ask audit.Admit

	mu      sync.Mutex // held while asking, so that each place is asked for once
	known   map[string]error
	proven  map[string]bool // "host address" where a certificate for the host was shown
	settled bool            // the submitted page has answered: what else is refused is left out
	refusal error           // of a required place
}

func newAdmission(ctx context.Context, t audit.Target) *admission {
	return &admission{ask: audit.AdmissionOf(ctx), known: map[string]error{t.Place().Key: nil}, proven: map[string]bool{}}
}

// site asks for the site of a host.
func (a *admission) site(ctx context.Context, u weburl.URL) error {
	return a.place(ctx, audit.Place{Key: audit.PlaceKey(u.Host, u.Port)})
}

// address asks for an address that a host led to over plain http, or without a valid certificate: any name can point to any address.
func (a *admission) address(ctx context.Context, host string, to netip.AddrPort) error {
	if a.isProven(host, to.Addr()) {
		return nil
	}
	return a.place(ctx, audit.Place{Key: audit.AddressKey(to.Addr()), Address: true})
}

func (a *admission) place(ctx context.Context, p audit.Place) error {
	if a == nil || a.ask == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refusal != nil {
		return a.refusal
	}
	if err, asked := a.known[p.Key]; asked {
		return err
	}
	p.Required = !a.settled
	err := a.ask(ctx, p)
	a.known[p.Key] = err
	if p.Required {
		a.refusal = err
	}
	return err
}

// settle notes that the submitted page has answered.
func (a *admission) settle() {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.settled = true
}

// refused returns why a required place may not be visited now, or nil.
func (a *admission) refused() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.refusal
}

// prove notes that the server at the other end of a connection has shown a valid certificate for a host.
func (a *admission) prove(host string, c net.Conn) {
	to, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if a == nil || a.ask == nil || err != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.proven[proof(host, to.Addr())] = true
}

func (a *admission) isProven(host string, to netip.Addr) bool {
	if a == nil || a.ask == nil {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.proven[proof(host, to)]
}

func proof(host string, a netip.Addr) string {
	return strings.Trim(host, "[]") + " " + a.Unmap().String()
}
