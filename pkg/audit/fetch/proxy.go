package fetch

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	proxyDials      = 96 // connections of one page: those of its own site, fonts, pictures, scripts of others
	proxyHeaderTime = 5 * time.Second
)

// Proxy is the guard for a program that makes its own connections: a browser. It listens on loopback, takes HTTP and CONNECT from whoever has its
// password, and connects as a Session does: names are resolved once and here, the address that was judged is the one that is dialled. Where the first
// site is on the open web, private addresses stay closed afterwards, whatever Config allows: its page has no business inside the operator's network.
type Proxy struct {
	addr     string
	password string
	server   *http.Server
	forward  *http.Transport

	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup // the listener and the requests under way

	open, inside *Session // without private addresses, and as Config has it
	fromWeb      atomic.Bool
	first        chan struct{} // one token: who holds it dials before all others
	most         int64
	passed       atomic.Int64
	stopped      atomic.Bool
}

// errSpent ends what a page loads beyond the bound.
var errSpent = errors.New("the page loads more than may be read")

// NewProxy begins to listen, for a page at t. most bounds the bytes of all connections together, both ways. Close must be called.
func NewProxy(ctx context.Context, t audit.Target, cfg Config, most int64) (*Proxy, error) {
	var l net.ListenConfig
	listener, err := l.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the browser: %w", err)
	}
	set(&cfg.MaxDials, proxyDials)
	set(&cfg.MaxTraffic, 2*most) // most ends it first, unless it comes in small pieces
	cfg = cfg.submittedPort(t)
	closed := cfg
	closed.AllowPrivate = false
	if fenceOf(ctx).outside() {
		cfg = closed
	}
	p := &Proxy{
		addr: listener.Addr().String(), password: rand.Text(), most: most,
		open: NewSession(closed), inside: NewSession(cfg), first: make(chan struct{}, 1),
	}
	p.inside.meter = p.open.meter
	p.inside.fence = nil // the first connection that comes about decides, not the first name: a browser asks for things on its own account
	p.first <- struct{}{}
	p.forward = &http.Transport{
		DialContext: p.dial, DisableCompression: true, MaxConnsPerHost: p.open.cfg.MaxPerHost, ResponseHeaderTimeout: p.open.cfg.HeaderTimeout,
		MaxResponseHeaderBytes: p.open.cfg.MaxHeader,
	}
	p.server = &http.Server{
		Handler: p, ReadHeaderTimeout: proxyHeaderTime, MaxHeaderBytes: int(p.open.cfg.MaxHeader), ErrorLog: log.New(io.Discard, "", 0),
	}
	p.work.Go(func() { _ = p.server.Serve(listener) })
	return p, nil
}

// Addr is where it listens, "127.0.0.1:port".
func (p *Proxy) Addr() string { return p.addr }

// Credential is what it asks for, as Basic authentication.
func (p *Proxy) Credential() (user, password string) { return "browser", p.password }

// Bytes is what went through, both ways; more than the bound by what was under way at most.
func (p *Proxy) Bytes() int64 { return p.passed.Load() }

// Spent says that the bound on bytes was reached, or Stop called.
func (p *Proxy) Spent() bool { return p.stopped.Load() || p.passed.Load() >= p.most }

// Stop lets nothing more through.
func (p *Proxy) Stop() { p.stopped.Store(true) }

// Close ends every connection and waits.
func (p *Proxy) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	_ = p.server.Close()
	p.open.Close()
	p.inside.Close()
	p.work.Wait()
	p.forward.CloseIdleConnections()
}

// enter counts a request; where it answers true, p.work.Done must follow.
func (p *Proxy) enter() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.work.Add(1)
	}
	return !p.closed
}

// ServeHTTP forwards one request. What can't be forwarded is broken off: an answer of ours would look like the site's.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !p.enter() {
		panic(http.ErrAbortHandler)
	}
	defer p.work.Done()
	user, password := p.Credential()
	given := &http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}
	gotUser, gotPassword, _ := given.BasicAuth()
	switch {
	case subtle.ConstantTimeCompare([]byte(gotUser+":"+gotPassword), []byte(user+":"+password)) != 1:
		w.Header().Set("Proxy-Authenticate", `Basic realm="auditctl"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
	case r.Method == http.MethodConnect:
		p.tunnel(w, r)
	case r.URL.Scheme != "http" || r.URL.User != nil:
		panic(http.ErrAbortHandler)
	default:
		(&httputil.ReverseProxy{
			Rewrite: func(*httputil.ProxyRequest) {}, Transport: p.forward, ErrorLog: p.server.ErrorLog,
			ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		}).ServeHTTP(w, r)
	}
}

// tunnel connects, and carries bytes both ways until one side ends.
func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	site, err := p.dial(r.Context(), "tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer site.Close()
	browser, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer browser.Close()
	if _, err := io.WriteString(browser, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var up sync.WaitGroup
	up.Go(func() {
		_, _ = io.Copy(site, buffered)
		_ = site.Close()
	})
	_, _ = io.Copy(browser, site)
	_ = browser.Close()
	_ = site.Close()
	up.Wait()
}

// dial connects for the browser. The first connection is the page's own site's; the others wait for it.
func (p *Proxy) dial(ctx context.Context, _, hostport string) (net.Conn, error) {
	if p.Spent() {
		return nil, errSpent
	}
	select {
	case _, begins := <-p.first:
		if begins {
			return p.dialFirst(ctx, hostport)
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	session := p.inside
	if p.fromWeb.Load() {
		session = p.open
	}
	c, err := session.open(ctx, hostport)
	if err != nil {
		return nil, err
	}
	return &metered{conn: c, proxy: p}, nil
}

// dialFirst settles where the page is; where it can't be reached, the next one does.
func (p *Proxy) dialFirst(ctx context.Context, hostport string) (net.Conn, error) {
	c, err := p.inside.open(ctx, hostport)
	if err != nil {
		p.first <- struct{}{}
		return nil, err
	}
	at, ok := c.RemoteAddr().(*net.TCPAddr)
	p.fromWeb.Store(!ok || p.open.cfg.mayVisit(at.AddrPort().Addr()))
	close(p.first)
	return &metered{conn: c, proxy: p}, nil
}

// metered counts what goes over a connection, and ends it where all of them went beyond the bound.
type metered struct {
	*conn
	proxy *Proxy
}

func (m *metered) Read(b []byte) (int, error) {
	b = b[:max(0, min(int64(len(b)), m.proxy.most-m.proxy.passed.Load()))]
	n, err := m.conn.Read(b)
	return m.count(n, err)
}

func (m *metered) Write(b []byte) (int, error) {
	n, err := m.conn.Write(b)
	return m.count(n, err)
}

func (m *metered) count(n int, err error) (int, error) {
	m.used(int64(n)) // what a browser has use for can't be told; that it comes in pieces of a few bytes can
	if m.proxy.passed.Add(int64(n)); err == nil && m.proxy.Spent() {
		err = errSpent
	}
	return n, err
}

// submittedPort opens the port of the submitted address, where the operator allows that.
func (c Config) submittedPort(t audit.Target) Config {
	if port, err := strconv.ParseUint(t.Port, 10, 16); err == nil && c.AllowSubmittedPort {
		c.AllowPorts = append(slices.Clone(c.AllowPorts), uint16(port))
	}
	return c
}
