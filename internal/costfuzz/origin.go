package costfuzz

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Host is the name that every site is served under.
const Host = "site.example"

// Origin serves a genome's site on loopback until Close.
type Origin struct {
	// Address is the site's front page. Authority is the PEM certificate of an HTTP/2 site; nil otherwise.
	Address   string
	Authority []byte

	genome   Genome
	base     string // scheme, host and port
	listener net.Listener
	tls      *tls.Config
	ctx      context.Context
	end      context.CancelFunc
	work     sync.WaitGroup
	requests atomic.Int64
	wire     atomic.Int64

	mu     sync.Mutex
	conns  map[net.Conn]struct{}
	bodies map[string][]byte // by path
}

// Serve starts an origin.
func Serve(ctx context.Context, g Genome) (*Origin, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening on loopback: %w", err)
	}
	o := &Origin{genome: g, listener: l, conns: map[net.Conn]struct{}{}, bodies: map[string][]byte{}}
	scheme := "http"
	if g.HTTP2 {
		scheme = "https"
		certificate, err := newCertificate(time.Now())
		if err != nil {
			l.Close()
			return nil, err
		}
		o.Authority = certificate.pem
		o.tls = &tls.Config{Certificates: []tls.Certificate{certificate.pair}, NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12}
	}
	o.base = fmt.Sprintf("%s://%s:%d", scheme, Host, l.Addr().(*net.TCPAddr).Port)
	o.Address = o.base + "/"
	o.ctx, o.end = context.WithCancel(ctx)
	o.work.Go(o.accept)
	return o, nil
}

// Close ends every connection and waits for their goroutines.
func (o *Origin) Close() {
	o.end()
	o.listener.Close()
	o.mu.Lock()
	for c := range o.conns {
		c.Close()
	}
	o.mu.Unlock()
	o.work.Wait()
}

// Requests returns how many requests were read. Wire returns the bytes written to connections; some may not have been read by the client.
func (o *Origin) Requests() int { return int(o.requests.Load()) }

// Wire returns the bytes written to connections; the client may have read fewer.
func (o *Origin) Wire() int64 { return o.wire.Load() }

func (o *Origin) accept() {
	for {
		c, err := o.listener.Accept()
		if err != nil {
			return
		}
		if !o.keep(c) {
			c.Close()
			return
		}
		o.work.Go(func() {
			defer o.forget(c)
			o.serve(&countedConn{Conn: c, wire: &o.wire})
		})
	}
}

func (o *Origin) keep(c net.Conn) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.conns[c] = struct{}{}
	return o.ctx.Err() == nil
}

func (o *Origin) forget(c net.Conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.conns, c)
	c.Close()
}

// countedConn adds what is written to wire, and ends where the client reads nothing for a minute.
type countedConn struct {
	net.Conn
	wire *atomic.Int64
}

const writeTimeout = time.Minute

func (c *countedConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	c.wire.Add(int64(len(b))) // before: who has read an answer finds all of it counted
	n, err := c.Conn.Write(b)
	c.wire.Add(int64(n - len(b)))
	return n, err
}

func (o *Origin) serve(c net.Conn) {
	if o.tls == nil {
		o.serveHTTP1(c)
		return
	}
	secured := tls.Server(c, o.tls)
	if err := secured.HandshakeContext(o.ctx); err != nil || secured.ConnectionState().NegotiatedProtocol != "h2" {
		return
	}
	o.serveHTTP2(secured)
}

// answer is what a request gets.
type answer struct {
	status int
	header [][2]string
	body   []byte
	frames Frames
}

func (o *Origin) answer(path string) (answer, error) {
	o.requests.Add(1)
	r, ok := o.genome.route(path)
	if !ok {
		return answer{status: http.StatusNotFound, body: []byte("not found")}, nil
	}
	content, err := o.body(r, path)
	if err != nil {
		return answer{}, err
	}
	a := answer{status: r.Status, header: fields(r, path, o.base), body: content, frames: r.Frames}
	if a.status < 200 || a.status > 599 {
		a.status = http.StatusOK
	}
	return a, nil
}

func (o *Origin) body(r Route, path string) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if b, ok := o.bodies[path]; ok {
		return b, nil
	}
	b, err := body(r, path, o.base)
	if err == nil {
		o.bodies[path] = b
	}
	return b, err
}

// bodyless reports whether an answer ends with its header.
func bodyless(method string, status int) bool {
	return method == http.MethodHead || status == http.StatusNoContent || status == http.StatusNotModified
}

func (o *Origin) serveHTTP1(c net.Conn) {
	reader := bufio.NewReader(c)
	for {
		r, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		r.Body.Close()
		a, err := o.answer(r.URL.RequestURI())
		if err != nil {
			return
		}
		if err := o.writeHTTP1(c, r.Method, a); err != nil {
			return
		}
	}
}

func (o *Origin) writeHTTP1(c net.Conn, method string, a answer) error {
	w := bufio.NewWriterSize(c, 64<<10)
	for range a.frames.Informational {
		if _, err := w.WriteString("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "HTTP/1.1 %d %s\r\n", a.status, http.StatusText(a.status))
	for _, f := range a.header {
		fmt.Fprintf(w, "%s: %s\r\n", f[0], f[1])
	}
	if bodyless(method, a.status) {
		fmt.Fprint(w, "\r\n")
		return w.Flush()
	}
	if a.frames == (Frames{}) {
		fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(a.body))
		_, _ = w.Write(a.body)
		return w.Flush()
	}
	fmt.Fprint(w, "Transfer-Encoding: chunked\r\n\r\n")
	if err := o.writeChunks(w, a); err != nil {
		return err
	}
	fmt.Fprint(w, "0\r\n")
	for i := range a.frames.Trailers {
		if _, err := fmt.Fprintf(w, "X-Trailer-%d: 1\r\n", i); err != nil {
			return err
		}
	}
	fmt.Fprint(w, "\r\n")
	return w.Flush()
}

func (o *Origin) writeChunks(w *bufio.Writer, a answer) error {
	extension := ""
	if a.frames.Extension > 0 {
		extension = ";x=" + strings.Repeat("a", a.frames.Extension)
	}
	return frames(a, func(piece []byte) error {
		_, _ = w.WriteString(strconv.FormatInt(int64(len(piece)), 16))
		_, _ = w.WriteString(extension)
		_, _ = w.WriteString("\r\n")
		_, _ = w.Write(piece)
		if _, err := w.WriteString("\r\n"); err != nil {
			return err
		}
		if a.frames.Pause > 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		return o.pause(a.frames.Pause)
	})
}

// frames calls write for every piece of the body, without end if the body is endless.
func frames(a answer, write func([]byte) error) error {
	size := a.frames.Size
	if size <= 0 {
		size = 16 << 10
	}
	for {
		for rest := a.body; len(rest) > 0; {
			n := min(size, len(rest))
			if err := write(rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
		if !a.frames.Endless || len(a.body) == 0 {
			return nil
		}
	}
}

// pause waits for so many milliseconds, at most a second.
func (o *Origin) pause(millis int) error {
	if millis <= 0 {
		return nil
	}
	select {
	case <-time.After(time.Duration(min(millis, 1000)) * time.Millisecond):
		return nil
	case <-o.ctx.Done():
		return o.ctx.Err()
	}
}

// Roots returns the pool of certificates that a client of the origin trusts.
func Roots(authority []byte) (*x509.CertPool, error) {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(bytes.TrimSpace(authority)) {
		return nil, errors.New("the origin's certificate can't be read")
	}
	return pool, nil
}
