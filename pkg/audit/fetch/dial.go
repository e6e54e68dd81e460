package fetch

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// conn is a connection to a site, what it carries, and how long its making took.
type conn struct {
	net.Conn
	meter             *meter
	waste             atomic.Int64
	dns, connect, tls time.Duration
	turn              turn
	closed            func(*conn)
	once              sync.Once
}

// Close closes the connection and tells its session.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.turn.end()
	c.once.Do(func() { c.closed(c) })
	return err
}

// open is openFor a handshake: the connection carries no request before a certificate for its host was shown.
func (s *Session) open(ctx context.Context, hostport string) (*conn, error) {
	return s.openFor(ctx, hostport, false)
}

// openFor is the one way to a site: it judges port and addresses, and connects to an address that it has judged. A connection that carries
// requests unproven, without a valid certificate, needs its addresses admitted too.
func (s *Session) openFor(ctx context.Context, hostport string, unproven bool) (*conn, error) {
	if !s.enter() {
		return nil, closed()
	}
	defer s.work.Done()
	host, port, err := net.SplitHostPort(hostport)
	if err != nil || !s.cfg.mayUsePort(port) {
		return nil, portNotAllowed(port)
	}
	if err := s.meter.spent(); err != nil {
		return nil, err
	}
	// Go's HTTP/2 client connects anew for as long as a server answers GOAWAY or REFUSED_STREAM (golang/go#52459); this ends it.
	if s.dials.Add(1) > int64(s.cfg.MaxDials) {
		return nil, audit.Errorf(audit.CodeConnectFailed,
			"the site needs more than %d connections to be read; check that its server keeps connections open", s.cfg.MaxDials)
	}
	ctx, cancel := s.until(ctx)
	defer cancel()
	c := &conn{meter: s.meter, closed: s.forget}
	c.turn.ours()
	start := time.Now()
	addrs, err := s.addresses(ctx, host, port)
	if err != nil {
		return nil, err
	}
	c.dns = time.Since(start)
	if unproven {
		for _, to := range addrs {
			if err := s.admission.address(ctx, host, to); err != nil {
				return nil, err
			}
		}
	}
	start = time.Now()
	if c.Conn, err = s.connect(ctx, addrs); err != nil {
		return nil, err
	}
	c.connect = time.Since(start)
	if !s.remember(c) {
		_ = c.Conn.Close()
		return nil, closed()
	}
	return c, nil
}

// addresses returns the addresses of a host. The first answer for its name holds for the whole session. One address that may not be visited
// refuses the whole name: a name that mixes them is an attack, or would work on some days only.
func (s *Session) addresses(ctx context.Context, host, port string) ([]netip.AddrPort, error) {
	if to, ok := s.cfg.Resolve[net.JoinHostPort(host, port)]; ok {
		return []netip.AddrPort{to}, s.judge([]netip.Addr{to.Addr()})
	}
	found := s.pinned(host)
	if found == nil {
		answer, err := s.lookup(ctx, host)
		if err != nil {
			return nil, err
		}
		found = s.pin(host, answer)
	}
	number, err := net.DefaultResolver.LookupPort(ctx, "tcp", port)
	if err != nil {
		return nil, portNotAllowed(port)
	}
	var own []netip.Addr
	for _, a := range found {
		if !translates(a, found) {
			own = append(own, a)
		}
	}
	if err := s.judge(own); err != nil {
		return nil, err
	}
	var to []netip.AddrPort
	for _, a := range own {
		to = append(to, netip.AddrPortFrom(a.Unmap(), uint16(number)))
	}
	return to, nil
}

// translates says whether a only repeats an IPv4 address of the same answer, as every answer of a DNS64 resolver does. Such an address is left
// out: refusing the name for it would close the whole web to those networks.
func translates(a netip.Addr, among []netip.Addr) bool {
	if !translated.Contains(a) {
		return false
	}
	b := a.As16()
	return slices.ContainsFunc(among, func(other netip.Addr) bool { return other.Unmap() == netip.AddrFrom4([4]byte(b[12:])) })
}

func (s *Session) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, ok := literal(host); ok {
		// Many development servers listen on one of localhost's two addresses only.
		if six := netip.IPv6Loopback(); strings.Contains(host, "localhost") && s.cfg.mayVisit(six) {
			return []netip.Addr{a, six}, nil
		}
		return []netip.Addr{a}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.DNSTimeout)
	defer cancel()
	found, err := s.cfg.Resolver.LookupNetIP(ctx, "ip", host)
	var dns *net.DNSError
	switch {
	case err == nil && len(found) > 0:
		return found, nil
	case err == nil || errors.As(err, &dns) && dns.IsNotFound:
		return nil, because(audit.CodeDNSNotFound, err, "the host name has no address in DNS; check its spelling")
	case exhausted(err):
		return nil, nothingLeft(err)
	case errors.As(err, &dns) && dns.IsTimeout || errors.Is(err, context.DeadlineExceeded):
		return nil, because(audit.CodeDNSTimeout, err, "the name servers did not answer in time; try again later")
	}
	return nil, because(audit.CodeDNSError, err, "the name servers could not answer for the host; check its DNS zone, or try again later")
}

// connect tries the addresses in order until one accepts.
func (s *Session) connect(ctx context.Context, addrs []netip.AddrPort) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.ConnectTimeout)
	defer cancel()
	dialer := net.Dialer{Timeout: s.cfg.AddressTimeout}
	var last error
	slow := true
	for _, to := range addrs {
		// Not DialTCP: without an address of ours to bind to, it still binds, and a port that is bound serves one connection in the whole world.
		c, err := dialer.DialContext(ctx, "tcp", to.String())
		if err == nil {
			return c, nil
		}
		var wait net.Error
		slow = slow && errors.As(err, &wait) && wait.Timeout()
		last = err
		if ctx.Err() != nil {
			break
		}
	}
	return nil, unconnected(last, slow)
}

// unconnected says why there is no connection; slow is a server that answered nothing at all.
func unconnected(last error, slow bool) *audit.Error {
	switch {
	case exhausted(last):
		return nothingLeft(last)
	case slow:
		return because(audit.CodeConnectTimeout, last,
			"the site's server did not accept a connection in time; check that it is up and no firewall drops us")
	}
	return because(audit.CodeConnectFailed, last, "the site's server refuses connections; check that it is up and listens on this port")
}

// exhausted says that what is used up is ours: open files, and memory for connections. Go's resolver gives the system's words without the error.
func exhausted(err error) bool {
	var dns *net.DNSError
	resolving := errors.As(err, &dns)
	return slices.ContainsFunc([]error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM}, func(e error) bool {
		return errors.Is(err, e) || resolving && strings.HasSuffix(dns.Err, e.Error())
	})
}

func nothingLeft(err error) *audit.Error {
	return because(audit.CodeInternal, err,
		"this machine has no connection left to give: allow auditctl more open files (ulimit -n), or let fewer audits run at once; the site is not at fault")
}

// system is the machine's resolver, asked by Go's own client so that every build answers alike: the C library also takes 127.1 or 0x7f000001 for
// a name. A name with a dot is asked as it stands, without the search domains of the machine's network.
type system struct{ net.Resolver }

// LookupNetIP looks up a name.
func (r *system) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	if strings.Contains(host, ".") && !strings.HasSuffix(host, ".") {
		host += "."
	}
	return r.Resolver.LookupNetIP(ctx, network, host)
}
