package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// loopback lets a test read 127.0.0.1 and nothing else of this machine.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

// served is a session in which http://example.test and https://example.test are the server at addr.
func served(t *testing.T, addr string, cfg Config) *Session {
	t.Helper()
	at := netip.MustParseAddrPort(addr)
	if cfg.AllowAddrs == nil {
		cfg.AllowAddrs = loopback
	}
	if cfg.Resolve == nil {
		cfg.Resolve = map[string]netip.AddrPort{}
	}
	for _, name := range []string{"example.test:80", "www.example.test:80", "other.test:80", "example.test:443", "www.example.test:443", "other.test:443"} {
		if _, ok := cfg.Resolve[name]; !ok {
			cfg.Resolve[name] = at
		}
	}
	s := NewSession(cfg)
	t.Cleanup(s.Close)
	return s
}

func serve(t *testing.T, h http.HandlerFunc, cfg Config) *Session {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return served(t, server.Listener.Addr().String(), cfg)
}

// raw listens on loopback and lets talk say what it likes on each connection. Both end with the test.
func raw(t *testing.T, talk func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	var mu sync.Mutex
	conns := map[net.Conn]bool{}
	open.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns[c] = true
			mu.Unlock()
			open.Go(func() {
				defer c.Close()
				talk(c)
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		mu.Lock()
		for c := range conns {
			_ = c.Close()
		}
		mu.Unlock()
		open.Wait()
	})
	return l.Addr().String()
}

// heard reads a request's header.
func heard(c net.Conn) string {
	var b strings.Builder
	one := make([]byte, 1)
	for !strings.HasSuffix(b.String(), "\r\n\r\n") {
		if _, err := c.Read(one); err != nil {
			return b.String()
		}
		b.Write(one)
	}
	return b.String()
}

// says answers every connection with the same bytes and then hangs up.
func says(answer string) func(net.Conn) {
	return func(c net.Conn) {
		heard(c)
		_, _ = io.WriteString(c, answer)
	}
}

func get(t *testing.T, s *Session, url string) *Answer {
	t.Helper()
	a, err := s.Get(t.Context(), Request{URL: url})
	if err != nil {
		t.Fatalf("GET %s: %v", url, err)
	}
	return a
}

// refuses expects an error with a code, and that its words give away nothing of the other side.
func refuses(t *testing.T, s *Session, url string, want audit.Code) *audit.Error {
	t.Helper()
	a, err := s.Get(t.Context(), Request{URL: url})
	if err == nil {
		t.Fatalf("GET %s answered %d; want %s", url, a.Response.Status, want)
	}
	var e *audit.Error
	if !errors.As(err, &e) {
		t.Fatalf("GET %s: error is a %T", url, err)
	}
	if e.Code != want {
		t.Fatalf("GET %s: code %s (%s, cause %v), want %s", url, e.Code, e.Message, e.Err, want)
	}
	for _, leak := range []string{"127.0.0", "::1", "EOF", "tcp", "net/http", "x509", "SECRET-BANNER", "malformed"} {
		if strings.Contains(e.Message, leak) {
			t.Errorf("GET %s: the message gives away %q: %s", url, leak, e.Message)
		}
	}
	return e
}

func TestGetReadsAPage(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cf-Ray", "8a")
		fmt.Fprintf(w, "<p>%s %s %s", r.Host, r.UserAgent(), r.Header.Get("Accept"))
	}, Config{})
	a := get(t, s, "http://example.test/a#part")
	want := "<p>example.test " + DefaultUserAgent + " " + acceptPage
	if string(a.Body) != want {
		t.Errorf("body %q, want %q", a.Body, want)
	}
	if a.URL != "http://example.test/a" || !a.HTML || a.Wall != "" || a.TLS != nil {
		t.Errorf("answer %+v", a)
	}
	r := a.Response
	if r.Status != 200 || r.Proto != "HTTP/1.1" || r.Edge != "Cloudflare" || r.Bytes != int64(len(want)) || r.WireBytes != r.Bytes || r.Truncated != "" {
		t.Errorf("response %+v", r)
	}
}

// Paths and queries reach the server as the URL standard writes them, also those that net/url refuses or rewrites.
func TestGetSendsTheAddressByteForByte(t *testing.T) {
	addr := raw(t, func(c net.Conn) {
		_, line, _ := strings.Cut(heard(c), " ")
		target, _, _ := strings.Cut(line, " ")
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(target), target)
	})
	s := served(t, addr, Config{MaxDials: 20})
	for path, want := range map[string]string{
		"/":                     "/",
		"/?":                    "/",
		"/a%zz":                 "/a%zz",
		"/a%2Fb/%C3%A9?q=%":     "/a%2Fb/%C3%A9?q=%",
		"/a|b;c,d?x=\"y\"&&z=|": "/a|b;c,d?x=%22y%22&&z=|",
		"/é":                    "/%C3%A9",
		"/a//b":                 "/a//b",
		"//two/%zz?q":           "http://example.test//two/%zz?q", // the absolute form, lest two be taken for a host
	} {
		if a := get(t, s, "http://example.test"+path); string(a.Body) != want {
			t.Errorf("%s was asked for as %s", path, a.Body)
		}
	}
}

func TestGetUsesAConnectionAgain(t *testing.T) {
	var mu sync.Mutex
	from := map[string]bool{}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		from[r.RemoteAddr] = true
		mu.Unlock()
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/", http.StatusFound)
		}
	}, Config{})
	for range 5 {
		get(t, s, "http://example.test/moved")
	}
	if len(from) != 1 {
		t.Errorf("%d connections for requests in turn, want 1", len(from))
	}
}

func TestGetAsksAtMostFourThingsAtOnce(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	four := make(chan struct{})
	s := serve(t, func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		now++
		if most = max(most, now); most == 4 && now == 4 {
			select {
			case <-four:
			default:
				close(four)
			}
		}
		mu.Unlock()
		<-four
		mu.Lock()
		now--
		mu.Unlock()
	}, Config{})
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			if _, err := s.Get(t.Context(), Request{URL: "http://example.test/"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most != 4 {
		t.Errorf("%d requests at once, want 4", most)
	}
}

func TestCloseInterruptsAndWaits(t *testing.T) {
	asked := make(chan struct{})
	addr := raw(t, func(c net.Conn) {
		heard(c)
		close(asked)
		_, _ = io.Copy(io.Discard, c) // until the other end hangs up
	})
	s := served(t, addr, Config{})
	result := make(chan error)
	go func() {
		_, err := s.Get(context.Background(), Request{URL: "http://example.test/"})
		result <- err
	}()
	<-asked
	go s.Close()
	if err := <-result; audit.CodeOf(err) != audit.CodeInterrupted {
		t.Errorf("the request ended with %v", err)
	}
	s.Close()
	if n := len(s.conns); n != 0 {
		t.Errorf("%d connections left", n)
	}
	refuses(t, s, "http://example.test/", audit.CodeInterrupted)
}

func TestGetEndsWithTheAudit(t *testing.T) {
	addr := raw(t, func(c net.Conn) { _, _ = io.Copy(io.Discard, c) })
	s := served(t, addr, Config{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := s.Get(ctx, Request{URL: "http://example.test/"}); audit.CodeOf(err) != audit.CodeTimeout {
		t.Errorf("after the audit's time: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := s.Get(ctx, Request{URL: "http://example.test/"}); audit.CodeOf(err) != audit.CodeInterrupted {
		t.Errorf("after the audit was cancelled: %v", err)
	}
}

func TestGetRefusesWhatIsNoWebAddress(t *testing.T) {
	s := served(t, "127.0.0.1:1", Config{})
	refuses(t, s, "http://[::1", audit.CodeURLMalformed)
	refuses(t, s, "ftp://example.test/", audit.CodeSchemeNotAllowed)
	refuses(t, s, "http://user:word@example.test/", audit.CodeCredentialsInURL)
	refuses(t, s, "http://example.test:8080/", audit.CodePortNotAllowed)
}

func TestProxySettingsAreIgnored(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:9")
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:9")
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "direct") }, Config{})
	if a := get(t, s, "http://example.test/"); string(a.Body) != "direct" {
		t.Errorf("body %q", a.Body)
	}
}

func TestASwitchOfProtocolsIsNoAnswer(t *testing.T) {
	addr := raw(t, func(c net.Conn) {
		_, _ = c.Read(make([]byte, 4096))
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\nxx")
		_, _ = c.Read(make([]byte, 1)) // the connection stays open
	})
	s := served(t, addr, Config{RequestTimeout: time.Minute})
	if _, err := s.Get(t.Context(), Request{URL: "http://example.test/"}); audit.CodeOf(err) != audit.CodeMalformedResponse {
		t.Errorf("error %v", err)
	}
}
