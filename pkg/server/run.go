package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Run serves both addresses until ctx ends or one of them fails, and closes the listeners; an address whose listener is nil isn't served. When it is to
// stop, /readyz says so, new requests are refused, and those that run have Config.Grace to end before they are cut off. It returns nil where it was
// stopped.
func (s *Server) Run(ctx context.Context, public, operator net.Listener) error {
	// Requests outlive ctx by the grace, and no longer.
	requests, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	door := s.httpServer(requests, s.public, 60*time.Second)
	// A profile takes as long as it was asked to.
	back := s.httpServer(requests, s.operator, 5*time.Minute)

	ended := make(chan error, 2)
	running := 0
	if public != nil {
		running++
		limited := &limitedListener{Listener: public, most: s.config.MaxConnectionsPerAddress, exempt: s.trusted, open: map[netip.Addr]int{}}
		go func() {
			if s.config.CertFile == "" {
				ended <- door.Serve(limited)
				return
			}
			ended <- door.ServeTLS(limited, s.config.CertFile, s.config.KeyFile)
		}()
	}
	if operator != nil {
		running++
		go func() { ended <- back.Serve(operator) }()
	}

	var failed error
	select {
	case <-ctx.Done():
	case failed = <-ended:
		running--
	}
	s.stopping.Store(true)
	s.mcp.Close()
	grace, cancel := context.WithTimeout(requests, s.config.Grace)
	defer cancel()
	if err := door.Shutdown(grace); err != nil {
		s.log.LogAttrs(requests, slog.LevelWarn, "requests cut off at the end of the grace", slog.Duration("grace", s.config.Grace))
		cut()
		door.Close() //nolint:errcheck // it is over either way
	}
	back.Close() //nolint:errcheck // nothing that asks for health or metrics must be waited for
	for range running {
		if err := <-ended; failed == nil && !errors.Is(err, http.ErrServerClosed) {
			failed = err
		}
	}
	if failed != nil {
		return fmt.Errorf("serving: %w", failed)
	}
	return nil
}

func (s *Server) httpServer(requests context.Context, h http.Handler, write time.Duration) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      write,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
		TLSConfig:         &tls.Config{MinVersion: tls.VersionTLS12},
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: 100},
		BaseContext:       func(net.Listener) context.Context { return requests },
		// Handshakes and requests that strangers send wrong are no events of ours.
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
}

// limitedListener bounds the open connections of one address.
type limitedListener struct {
	net.Listener
	most   int // 0 is no bound
	exempt func(netip.Addr) bool

	mu   sync.Mutex
	open map[netip.Addr]int
}

// Accept gives the next connection that is within the bound; one past it is closed at once.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil || l.most <= 0 {
			return c, err
		}
		peer := addressOf(c.RemoteAddr().String())
		if l.exempt(peer) {
			return c, nil
		}
		from := limitedAs(peer)
		if l.enter(from) {
			return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { l.leave(from) })}, nil
		}
		c.Close()
	}
}

func (l *limitedListener) enter(from netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[from] >= l.most {
		return false
	}
	l.open[from]++
	return true
}

func (l *limitedListener) leave(from netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[from]--; l.open[from] <= 0 {
		delete(l.open, from)
	}
}

// limitedConn is counted until it is closed.
type limitedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection and makes room for another.
func (c *limitedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
