package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/http2"

	"github.com/auditctl/auditctl/pkg/audit"
)

// nameServer is a DNS server on loopback that answers A questions with what answer says, AAAA questions with nothing.
func nameServer(t *testing.T, answer func(name string) ([]netip.Addr, dnsmessage.RCode)) *net.Resolver {
	t.Helper()
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		buf := make([]byte, 1500)
		for {
			n, from, err := pc.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
			q := m.Questions[0]
			addrs, code := answer(q.Name.String())
			m.RCode = code
			for _, a := range addrs {
				if q.Type == dnsmessage.TypeA {
					m.Answers = append(m.Answers, dnsmessage.Resource{
						Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
						Body:   &dnsmessage.AResource{A: a.As4()},
					})
				}
			}
			if out, err := m.Pack(); err == nil && code != silent {
				_, _ = pc.WriteTo(out, from)
			}
		}
	}()
	t.Cleanup(func() { _ = pc.Close(); <-ended })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", pc.LocalAddr().String())
	}}
}

const silent = dnsmessage.RCode(0xff) // no answer at all

// listening starts servers at addr and port of loopback, the port chosen by the first; each answers with its own address.
func listening(t *testing.T, addrs ...string) (port uint16, asked map[string]*atomic.Int64) {
	t.Helper()
	asked = map[string]*atomic.Int64{}
	for i, l := range sharedPort(t, addrs) {
		a, count := addrs[i], &atomic.Int64{}
		asked[a] = count
		server := &httptest.Server{Listener: l, Config: &http.Server{
			Handler:   http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, a) }),
			ConnState: func(_ net.Conn, state http.ConnState) { count.Add(int64(max(0, 1-int(state)))) }, // StateNew is 0
		}}
		server.Start()
		t.Cleanup(server.Close)
		port = netip.MustParseAddrPort(l.Addr().String()).Port()
	}
	return port, asked
}

// sharedPort listens on one port of all addresses. A port that is free on one may be taken on another, so several are tried.
func sharedPort(t *testing.T, addrs []string) []net.Listener {
	t.Helper()
	var refused error
	for range 50 {
		var all []net.Listener
		port := "0"
		for _, a := range addrs {
			l, err := net.Listen("tcp", net.JoinHostPort(a, port))
			if err != nil {
				refused = err
				break
			}
			all = append(all, l)
			_, port, _ = net.SplitHostPort(l.Addr().String())
		}
		if len(all) == len(addrs) {
			return all
		}
		for _, l := range all {
			l.Close()
		}
	}
	t.Fatal(refused)
	return nil
}

// A name whose address changes between two looks is judged and dialled by one and the same answer.
func TestRebindingReachesNothing(t *testing.T) {
	port, asked := listening(t, "127.0.1.1", "127.0.0.1")
	var lookups atomic.Int64
	resolver := nameServer(t, func(string) ([]netip.Addr, dnsmessage.RCode) {
		if lookups.Add(1) <= 2 { // A and AAAA of the first look
			return []netip.Addr{netip.MustParseAddr("127.0.1.1")}, dnsmessage.RCodeSuccess
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, dnsmessage.RCodeSuccess
	})
	s := NewSession(Config{Resolver: resolver, AllowAddrs: []netip.Prefix{netip.MustParsePrefix("127.0.1.0/24")}, AllowPorts: []uint16{port}})
	defer s.Close()
	url := fmt.Sprintf("http://rebind.example.test:%d/", port)
	if a := get(t, s, url); string(a.Body) != "127.0.1.1" {
		t.Errorf("first answer from %q", a.Body)
	}
	s.modern.CloseIdleConnections()
	if a := get(t, s, url); string(a.Body) != "127.0.1.1" {
		t.Errorf("second answer from %q", a.Body)
	}
	if n := asked["127.0.0.1"].Load(); n != 0 {
		t.Errorf("%d connections to the address that may not be visited", n)
	}
	later := NewSession(s.cfg)
	defer later.Close()
	refuses(t, later, url, audit.CodeAddressNotPublic)
}

func TestOneForbiddenAddressRefusesTheName(t *testing.T) {
	port, asked := listening(t, "127.0.1.1", "127.0.0.1")
	resolver := nameServer(t, func(string) ([]netip.Addr, dnsmessage.RCode) {
		return []netip.Addr{netip.MustParseAddr("127.0.1.1"), netip.MustParseAddr("127.0.0.1")}, dnsmessage.RCodeSuccess
	})
	s := NewSession(Config{Resolver: resolver, AllowAddrs: []netip.Prefix{netip.MustParsePrefix("127.0.1.0/24")}, AllowPorts: []uint16{port}})
	defer s.Close()
	refuses(t, s, fmt.Sprintf("http://mixed.example.test:%d/", port), audit.CodeAddressNotPublic)
	if asked["127.0.1.1"].Load()+asked["127.0.0.1"].Load() != 0 {
		t.Error("a connection was made")
	}
}

func TestNamesThatDNSDoesNotGive(t *testing.T) {
	resolver := nameServer(t, func(name string) ([]netip.Addr, dnsmessage.RCode) {
		switch {
		case strings.HasPrefix(name, "nobody."):
			return nil, dnsmessage.RCodeNameError
		case strings.HasPrefix(name, "broken."):
			return nil, dnsmessage.RCodeServerFailure
		case strings.HasPrefix(name, "silent."):
			return nil, silent
		}
		return nil, dnsmessage.RCodeSuccess
	})
	s := NewSession(Config{Resolver: resolver, DNSTimeout: time.Minute})
	defer s.Close()
	refuses(t, s, "http://nobody.example.test/", audit.CodeDNSNotFound)
	refuses(t, s, "http://empty.example.test/", audit.CodeDNSNotFound)
	refuses(t, s, "http://broken.example.test/", audit.CodeDNSError)
	hasty := NewSession(Config{Resolver: resolver, DNSTimeout: 300 * time.Millisecond})
	defer hasty.Close()
	refuses(t, hasty, "http://silent.example.test/", audit.CodeDNSTimeout)
}

type fixed map[string][]netip.Addr

func (f fixed) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if addrs, ok := f[host]; ok {
		return addrs, nil
	}
	return nil, errors.New("no such name here")
}

// Networks with DNS64 get a translated form of each IPv4 address; it neither refuses the name nor is dialled. One that stands alone is refused.
func TestTranslatedAddressesBesideTheirOwn(t *testing.T) {
	port, _ := listening(t, "127.0.1.1")
	s := NewSession(Config{AllowAddrs: []netip.Prefix{netip.MustParsePrefix("127.0.1.0/24")}, AllowPorts: []uint16{port}, Resolver: fixed{
		"both.test":  {netip.MustParseAddr("64:ff9b::7f00:101"), netip.MustParseAddr("127.0.1.1")},
		"other.test": {netip.MustParseAddr("64:ff9b::7f00:102"), netip.MustParseAddr("127.0.1.1")},
		"alone.test": {netip.MustParseAddr("64:ff9b::7f00:101")},
	}})
	defer s.Close()
	if a := get(t, s, fmt.Sprintf("http://both.test:%d/", port)); string(a.Body) != "127.0.1.1" {
		t.Errorf("answer from %q", a.Body)
	}
	refuses(t, s, fmt.Sprintf("http://other.test:%d/", port), audit.CodeAddressNotPublic)
	refuses(t, s, fmt.Sprintf("http://alone.test:%d/", port), audit.CodeAddressNotPublic)
}

func TestTheNextAddressIsTried(t *testing.T) {
	port, _ := listening(t, "127.0.1.2")
	s := NewSession(Config{AllowAddrs: []netip.Prefix{netip.MustParsePrefix("127.0.1.0/24")}, AllowPorts: []uint16{port}, Resolver: fixed{
		"two.test":  {netip.MustParseAddr("127.0.1.1"), netip.MustParseAddr("127.0.1.2")},
		"down.test": {netip.MustParseAddr("127.0.1.1")},
	}})
	defer s.Close()
	if a := get(t, s, fmt.Sprintf("http://two.test:%d/", port)); string(a.Body) != "127.0.1.2" {
		t.Errorf("answer from %q", a.Body)
	}
	refuses(t, s, fmt.Sprintf("http://down.test:%d/", port), audit.CodeConnectFailed)
}

func TestResolveIsTheOperatorsWordWithinTheGuard(t *testing.T) {
	port, _ := listening(t, "127.0.1.1")
	to := map[string]netip.AddrPort{"example.test:80": netip.AddrPortFrom(netip.MustParseAddr("127.0.1.1"), port)}
	open := NewSession(Config{Resolve: to, AllowPrivate: true})
	defer open.Close()
	if a := get(t, open, "http://example.test/"); string(a.Body) != "127.0.1.1" {
		t.Errorf("answer from %q", a.Body)
	}
	guarded := NewSession(Config{Resolve: to})
	defer guarded.Close()
	refuses(t, guarded, "http://example.test/", audit.CodeAddressNotPublic)
}

func TestLocalhostIsBothItsAddresses(t *testing.T) {
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6 loopback:", err)
	}
	// On 127.0.0.1 the port must be nobody's, and stay so: below those that systems give out by themselves.
	for range 100 {
		l.Close()
		port := 15000 + rand.IntN(15000)
		four, taken := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if taken != nil {
			continue
		}
		four.Close()
		if l, err = net.Listen("tcp", fmt.Sprintf("[::1]:%d", port)); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "six") })}}
	server.Start()
	defer server.Close()
	port := netip.MustParseAddrPort(l.Addr().String()).Port()
	url := fmt.Sprintf("http://localhost:%d/", port)
	open := NewSession(Config{AllowPrivate: true, AllowPorts: []uint16{port}})
	defer open.Close()
	if a := get(t, open, url); string(a.Body) != "six" {
		t.Errorf("body %q", a.Body)
	}
	guarded := NewSession(Config{AllowPorts: []uint16{port}})
	defer guarded.Close()
	refuses(t, guarded, url, audit.CodeAddressNotPublic)
}

func TestDialBudget(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") }, Config{MaxDials: 3})
	for range 3 {
		get(t, s, "http://example.test/")
	}
	refuses(t, s, "http://example.test/", audit.CodeConnectFailed)
}

// storm is an HTTP/2 server that answers each connection with GOAWAY, or each stream with REFUSED_STREAM, which Go's client takes for leave to
// try again at once (golang/go#52459).
func storm(c net.Conn, refuse bool) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(c, preface); err != nil {
		return
	}
	framer := http2.NewFramer(c, c)
	_ = framer.WriteSettings()
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return
		}
		headers, ok := frame.(*http2.HeadersFrame)
		switch {
		case ok && refuse:
			_ = framer.WriteRSTStream(headers.StreamID, http2.ErrCodeRefusedStream)
		case ok:
			_ = framer.WriteGoAway(0, http2.ErrCodeNo, nil)
			return
		}
	}
}

func TestHTTP2RedialStormIsBounded(t *testing.T) {
	for refuse, want := range map[bool]audit.Code{
		false: audit.CodeConnectFailed,   // each GOAWAY brings a new connection, until the budget is spent
		true:  audit.CodeResponseTimeout, // the refused request comes again on its connection, ever later, until its time is up
	} {
		ca := newAuthority(t)
		cfg := ca.server(t, certificate{names: []string{"example.test"}})
		cfg.NextProtos = []string{"h2"}
		var dials atomic.Int64
		addr := raw(t, func(c net.Conn) {
			dials.Add(1)
			if tc, err := shaken(c, cfg); err == nil {
				storm(tc, refuse)
			}
		})
		patience := time.Minute
		if refuse {
			patience = 2 * time.Second // is waited for
		}
		s := served(t, addr, Config{Roots: ca.pool, MaxDials: 8, RequestTimeout: patience})
		refuses(t, s, "https://example.test/", want)
		if n := dials.Load(); n > 8 {
			t.Errorf("refuse %v: %d connections, want at most 8", refuse, n)
		}
	}
}

func TestWhatThisMachineLacksIsNotTheSitesFault(t *testing.T) {
	for _, c := range []struct {
		errno syscall.Errno
		slow  bool
		want  audit.Code
	}{
		{syscall.EMFILE, false, audit.CodeInternal},
		{syscall.ENOBUFS, false, audit.CodeInternal},
		{syscall.ECONNREFUSED, false, audit.CodeConnectFailed},
		{syscall.ETIMEDOUT, true, audit.CodeConnectTimeout},
	} {
		err := unconnected(&net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("socket", c.errno)}, c.slow)
		if err.Code != c.want || !errors.Is(err, c.errno) {
			t.Errorf("%v: %s (%v), want %s", c.errno, err.Code, err, c.want)
		}
	}
}

// without is a resolver on a machine that has no open file left.
type without struct{}

func (without) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	err := &net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("socket", syscall.EMFILE)}
	return nil, &net.DNSError{Err: err.Error(), Name: "www.shop.example"} // as Go's resolver says it
}

// A report in which a part of the site is missing for our own reasons would be wrong, and would be kept.
func TestWhatThisMachineLacksForAPartOfASiteEndsTheAudit(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<title>Shop</title><p>Bread.")
	}))
	defer server.Close()
	config := localConfig()
	config.Resolver = without{}
	config.Resolve = map[string]netip.AddrPort{"shop.example:80": netip.MustParseAddrPort(server.Listener.Addr().String())}
	_, err := Gather(t.Context(), target(t, "http://shop.example/"), config, Options{Pages: 1, Crawlers: testAgents})
	if audit.CodeOf(err) != audit.CodeInternal || !strings.Contains(err.Error(), "open files") {
		t.Errorf("%v, want that this machine has no open files left", err)
	}
}
