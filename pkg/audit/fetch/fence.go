package fetch

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
)

// fence keeps what a site of the open web names out of the operator's network: it closes private addresses to an audit as soon as the first
// name that the audit resolves, which is the submitted host's, has public addresses. The addresses that Config.AllowAddrs lists count as
// public.
type fence struct{ site atomic.Int32 }

// Where the audited site is.
const (
	siteUnknown int32 = iota
	siteInside        // at a private address: the operator's own, which may name others of its network
	siteOutside       // on the open web
)

type fenceKey struct{}

// WithFence returns a context for everything that one audit reads. Once Gather found its site on the open web, no Session, Proxy or Cited
// under that context connects to a private address, whatever Config.AllowPrivate says.
func WithFence(ctx context.Context) context.Context {
	return context.WithValue(ctx, fenceKey{}, new(fence))
}

// fenceOf returns the fence of ctx, and a new one where ctx has none.
func fenceOf(ctx context.Context) *fence {
	if f, ok := ctx.Value(fenceKey{}).(*fence); ok {
		return f
	}
	return new(fence)
}

// admits reports whether addresses of one kind may be visited. The first call decides where the site is.
func (f *fence) admits(public bool) bool {
	if f == nil {
		return true
	}
	where := siteInside
	if public {
		where = siteOutside
	}
	f.site.CompareAndSwap(siteUnknown, where)
	return public || f.site.Load() != siteOutside
}

// outside reports whether private addresses are closed.
func (f *fence) outside() bool { return f != nil && f.site.Load() == siteOutside }

// isPublic reports whether an address may be visited without Config.AllowPrivate.
func (c *Config) isPublic(a netip.Addr) bool {
	open := *c
	open.AllowPrivate = false
	return open.mayVisit(a)
}

// judge refuses addresses of one name: any that may not be visited, private ones behind the fence, and a mixture of private and public
// ones, which would lead inside on some days only.
func (s *Session) judge(addrs []netip.Addr) error {
	public := 0
	for _, a := range addrs {
		if !s.cfg.mayVisit(a) {
			return addressNotPublic()
		}
		if s.cfg.isPublic(a) {
			public++
		}
	}
	if public > 0 && public < len(addrs) {
		s.fence.admits(true)
		return audit.Errorf(audit.CodeAddressNotPublic,
			"the host's name has public and private addresses at once; give it addresses of one kind, or audit an address of it")
	}
	if !s.fence.admits(public > 0) {
		return audit.Errorf(audit.CodeAddressNotPublic,
			"the host is not on the public internet, and the audited site is; private addresses are closed to what such a site names")
	}
	return nil
}

// mayFollow judges the host of a request before a connection that is open already serves it. strict also resolves a name that no connection
// was made to: a redirect from the open web leads nowhere inside, wherever the audited site is.
func (s *Session) mayFollow(ctx context.Context, u weburl.URL, strict bool) error {
	if !s.cfg.AllowPrivate || !strict && !s.fence.outside() {
		return nil
	}
	host, port := strings.Trim(u.Host, "[]"), u.DialPort()
	if !strict && s.pinned(host) == nil {
		return nil
	}
	to, err := s.addresses(ctx, host, port)
	if err == nil && strict && slices.ContainsFunc(to, func(a netip.AddrPort) bool { return !s.cfg.isPublic(a.Addr()) }) {
		return addressNotPublic()
	}
	return err
}

// isOpenWeb reports whether a host that was connected to has public addresses.
func (s *Session) isOpenWeb(u weburl.URL) bool {
	host := strings.Trim(u.Host, "[]")
	if to, ok := s.cfg.Resolve[net.JoinHostPort(host, u.DialPort())]; ok {
		return s.cfg.isPublic(to.Addr())
	}
	addrs := s.pinned(host)
	return len(addrs) > 0 && s.cfg.isPublic(addrs[0])
}

// settle notes where the submitted page was found: a private site that redirects to the open web is a site of the open web.
func (s *Session) settle(u weburl.URL) {
	if s.isOpenWeb(u) && s.fence != nil {
		s.fence.site.Store(siteOutside)
	}
}

// pinned returns the addresses that a name has for this session; nil where it wasn't resolved yet.
func (s *Session) pinned(host string) []netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pins[host]
}

// pin keeps the first answer for a name: a name that changes its addresses while it is audited is an attack or chance, and neither may
// change what is judged.
func (s *Session) pin(host string, addrs []netip.Addr) []netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	if first, ok := s.pins[host]; ok {
		return first
	}
	s.pins[host] = addrs
	return addrs
}
