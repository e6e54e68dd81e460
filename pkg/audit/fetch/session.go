package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
)

// Session is one audit's connections to a site: its cookies, its dial budget, its guard. It is safe for concurrent use.
type Session struct {
	cfg   Config
	jar   *cookiejar.Jar
	dials atomic.Int64
	meter *meter
	fence *fence // nil: private addresses are what Config says
	// record keeps what is asked and answered; nil where nothing is kept.
	record *evidence.Recorder
	// admission is asked before the session turns to another site; nil where every site may be visited.
	admission *admission

	// modern verifies certificates and may carry what is the operator's: headers, cookies. lenient takes any certificate and any cipher, so that
	// a broken site can still be read, and carries nothing.
	modern, lenient *http.Transport

	done context.Context // ends with Close
	end  context.CancelFunc
	work sync.WaitGroup // requests and dials under way

	mu     sync.Mutex
	closed bool
	conns  map[*conn]struct{}
	pins   map[string][]netip.Addr  // of each name that was resolved
	slots  map[string]chan struct{} // requests in flight, by host
	broken map[string]bool          // "host:port" that modern could not shake hands with
	wants  map[string]bool          // "host:port" that asked for a client certificate
}

// NewSession begins an audit's connections. Close must be called.
func NewSession(cfg Config) *Session {
	cfg = cfg.WithDefaults()
	if cfg.Resolver == nil {
		r := &system{}
		r.PreferGo = true
		cfg.Resolver = r
	}
	// New fails never: its error is for options to come.
	jar, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	s := &Session{
		cfg:    cfg,
		jar:    jar,
		meter:  newMeter(cfg.MaxTraffic),
		fence:  new(fence),
		pins:   make(map[string][]netip.Addr),
		conns:  make(map[*conn]struct{}),
		slots:  make(map[string]chan struct{}),
		broken: make(map[string]bool),
		wants:  make(map[string]bool),
	}
	s.done, s.end = context.WithCancel(context.Background())
	s.modern, s.lenient = s.transport(modernTLS), s.transport(lenientTLS)
	return s
}

// transport never asks a proxy: the guard would judge the proxy's address instead of the site's.
func (s *Session) transport(shake handshake) *http.Transport {
	return &http.Transport{
		DialContext:            s.dialPlain,
		DialTLSContext:         s.dialTLS(shake),
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // decoded here, within bounds
		MaxConnsPerHost:        s.cfg.MaxPerHost,
		MaxIdleConnsPerHost:    s.cfg.MaxPerHost,
		IdleConnTimeout:        30 * time.Second,
		ResponseHeaderTimeout:  s.cfg.HeaderTimeout,
		MaxResponseHeaderBytes: s.cfg.MaxHeader,
		HTTP2: &http.HTTP2Config{
			StrictMaxConcurrentRequests:   true,
			MaxReceiveBufferPerConnection: 4 << 20,   // Go's own is 1 GiB
			MaxReceiveBufferPerStream:     256 << 10, // what a server may send in vain when a body isn't read to its end
		},
	}
}

// Close ends every connection and waits for requests in flight, which it interrupts.
func (s *Session) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	s.work.Wait()
	s.modern.CloseIdleConnections()
	s.lenient.CloseIdleConnections()
	s.mu.Lock()
	var left []*conn
	for c := range s.conns {
		left = append(left, c)
	}
	s.mu.Unlock()
	for _, c := range left {
		_ = c.Close()
	}
}

// enter counts a piece of work; where it answers true, s.work.Done must follow.
func (s *Session) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.work.Add(1)
	}
	return !s.closed
}

// until is ctx, ended by Close too.
func (s *Session) until(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.done, cancel)
	return ctx, func() { stop(); cancel() }
}

func (s *Session) remember(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.conns[c] = struct{}{}
	}
	return !s.closed
}

func (s *Session) forget(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// acquire waits until the host has fewer requests in flight than it may have, and gives the way to end this one.
func (s *Session) acquire(ctx context.Context, host string) (release func(), err error) {
	s.mu.Lock()
	slot, ok := s.slots[host]
	if !ok {
		slot = make(chan struct{}, s.cfg.MaxPerHost)
		s.slots[host] = slot
	}
	s.mu.Unlock()
	select {
	case slot <- struct{}{}:
		return func() { <-slot }, nil
	case <-ctx.Done():
		return nil, ended(ctx)
	case <-s.done.Done():
		return nil, closed()
	}
}

func (s *Session) isBroken(hostport string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.broken[hostport]
}

func (s *Session) setBroken(hostport string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken[hostport] = true
}

func (s *Session) wantsCertificate(hostport string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wants[hostport]
}

func (s *Session) setWantsCertificate(hostport string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wants[hostport] = true
}

// because makes an error for the user that keeps its cause for the logs.
func because(code audit.Code, cause error, message string) *audit.Error {
	return &audit.Error{Code: code, Message: message, Err: cause}
}

func closed() *audit.Error {
	return audit.Errorf(audit.CodeInterrupted, "the audit was interrupted; submit it again")
}

// ended says why the caller's context is over.
func ended(ctx context.Context) *audit.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return because(audit.CodeTimeout, ctx.Err(), "the audit ran out of time while the site was being read; try again, or allow more time")
	}
	return because(audit.CodeInterrupted, ctx.Err(), "the audit was interrupted; submit it again")
}
