package fetch

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// network has a site of the open web, public.test at 127.0.1.1, and one inside, private.test at 127.0.0.1, on one port.
type network struct {
	cfg    Config
	port   uint16
	inside atomic.Int64 // requests of the private site
}

// url is the address of a host, by name or number, on the network's port.
func (n *network) url(host, path string) string {
	return fmt.Sprintf("http://%s:%d%s", host, n.port, path)
}

func newNetwork(t *testing.T, public, private func(n *network, w http.ResponseWriter, r *http.Request)) *network {
	t.Helper()
	n := &network{}
	listeners := sharedPort(t, []string{"127.0.1.1", "127.0.0.1"})
	n.port = netip.MustParseAddrPort(listeners[0].Addr().String()).Port()
	for i, answer := range []func(*network, http.ResponseWriter, *http.Request){public, private} {
		handler := func(w http.ResponseWriter, r *http.Request) {
			n.inside.Add(int64(i))
			answer(n, w, r)
		}
		server := &httptest.Server{Listener: listeners[i], Config: &http.Server{Handler: http.HandlerFunc(handler)}}
		server.Start()
		t.Cleanup(server.Close)
	}
	n.cfg = Config{
		AllowPrivate: true, AllowPorts: []uint16{n.port}, AllowAddrs: []netip.Prefix{netip.MustParsePrefix("127.0.1.0/24")},
		Resolver: fixed{
			"public.test": {netip.MustParseAddr("127.0.1.1")}, "private.test": {netip.MustParseAddr("127.0.0.1")},
			"mixed.test": {netip.MustParseAddr("127.0.1.1"), netip.MustParseAddr("127.0.0.1")},
		},
	}
	return n
}

func (n *network) gather(t *testing.T, ctx context.Context, url string) (*page.Facts, error) {
	t.Helper()
	return Gather(ctx, target(t, url), n.cfg, Options{Pages: 12, Probing: ProbeAll, Crawlers: testAgents})
}

// html answers with a page that holds so much.
func html(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "<!doctype html><title>A page</title>"+body)
}

// everywhere names an address in all the ways in which a site can make its reader ask for it.
func everywhere(inside string) func(*network, http.ResponseWriter, *http.Request) {
	return func(n *network, w http.ResponseWriter, r *http.Request) {
		to := n.url(inside, "/secret")
		switch r.URL.Path {
		case "/":
			html(w, `<link rel=icon href="`+to+`.ico"><link rel=stylesheet href="`+to+`.css"><script src="`+to+`.js"></script>
				<meta property="og:image" content="`+to+`.png"><link rel=license type="application/rsl+xml" href="`+to+`">
				<img src="`+to+`.jpg">				<a href="/about">About us</a><a href="/contact">Contact</a><a href="`+to+`">Inside</a>`)
		case "/robots.txt":
			_, _ = fmt.Fprintf(w, "User-agent: *\nAllow: /\nLicense: %s\nSitemap: %s\nSitemap: %s\n", to, to,
				n.url("public.test", "/moved.xml"))
		default:
			http.Redirect(w, r, to, http.StatusFound)
		}
	}
}

// The operator allowed private addresses, and the submitted site is on the open web: nothing that it names leads inside.
func TestASiteOfTheOpenWebReachesNothingInside(t *testing.T) {
	secret := func(_ *network, w http.ResponseWriter, _ *http.Request) { html(w, "<p>secret") }
	for _, inside := range []string{"private.test", "127.0.0.1", "mixed.test"} {
		n := newNetwork(t, everywhere(inside), secret)
		if _, err := n.gather(t, t.Context(), n.url("public.test", "/")); err != nil || n.inside.Load() != 0 {
			t.Errorf("%s: %d requests inside, %v", inside, n.inside.Load(), err)
		}
		away := newNetwork(t, func(n *network, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, n.url(inside, "/"), http.StatusFound)
		}, secret)
		if _, err := away.gather(t, t.Context(), away.url("public.test", "/")); audit.CodeOf(err) != audit.CodeRedirectNotAllowed ||
			away.inside.Load() != 0 {
			t.Errorf("%s by redirect: %d requests inside, %v", inside, away.inside.Load(), err)
		}
	}
}

// What is read of an audit after its site is behind the same fence: the browser's proxy, and pages that answers cite.
func TestTheFenceHoldsForTheWholeAudit(t *testing.T) {
	n := newNetwork(t,
		func(_ *network, w http.ResponseWriter, _ *http.Request) { html(w, "<p>public") },
		func(_ *network, w http.ResponseWriter, _ *http.Request) { html(w, "<p>secret") })
	ctx := WithFence(t.Context())
	if _, err := n.gather(t, ctx, n.url("public.test", "/")); err != nil {
		t.Fatal(err)
	}
	if _, err := Cited(ctx, n.cfg, n.url("private.test", "/"), nil); audit.CodeOf(err) != audit.CodeAddressNotPublic {
		t.Errorf("cited: %v", err)
	}
	proxy, err := NewProxy(ctx, target(t, n.url("public.test", "/")), n.cfg, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	private := strings.TrimPrefix(n.url("private.test", ""), "http://")
	if status, _ := tunnelled(t, proxy, private, "GET / HTTP/1.0\r\n\r\n"); status != http.StatusBadGateway {
		t.Errorf("the browser's first connection, as of a name that changed its address: %d", status)
	}
	if n.inside.Load() != 0 {
		t.Errorf("%d requests inside", n.inside.Load())
	}
}

// A site of the operator's own network may name its neighbours and send to the open web, which leads nowhere back.
func TestAPrivateSiteIsReadAndTheOpenWebLeadsNotBackInside(t *testing.T) {
	public := func(n *network, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/back" {
			http.Redirect(w, r, n.url("private.test", "/inside"), http.StatusFound)
			return
		}
		html(w, "<p>public <a href=/x>x</a>")
	}
	var returned atomic.Int64
	private := func(n *network, w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/inside":
			returned.Add(1)
		case "/moved":
			http.Redirect(w, r, n.url("public.test", "/"), http.StatusFound)
			return
		case "/robots.txt":
			http.NotFound(w, r)
			return
		case "/about":
			http.Redirect(w, r, n.url("public.test", "/back"), http.StatusFound)
			return
		}
		html(w, `<a href=/about>About us</a> <a href=/contact>Contact</a>`)
	}
	n := newNetwork(t, public, private)
	f, err := n.gather(t, t.Context(), n.url("private.test", "/"))
	if err != nil || len(f.Pages) != 2 || returned.Load() != 0 {
		t.Errorf("%v, %d times led back; want the front page and the one beside the page that leads out", err, returned.Load())
	}

	before := n.inside.Load()
	ctx := WithFence(t.Context())
	if _, err := n.gather(t, ctx, n.url("private.test", "/moved")); err != nil || !fenceOf(ctx).outside() || returned.Load() != 0 {
		t.Errorf("%v, outside %t: a site that moved to the open web is there", err, fenceOf(ctx).outside())
	}
	if n.inside.Load()-before > 6 { // robots.txt and the page, before it was known where the site is
		t.Errorf("%d requests inside", n.inside.Load()-before)
	}
}

// Two names are resolved at once, and the first is public: whichever comes second is judged by it.
func TestTheFenceHasNoRace(t *testing.T) {
	for range 200 {
		f := new(fence)
		admitted := make(chan bool)
		for range 2 {
			go func() { f.admits(true); admitted <- f.admits(false) }()
		}
		first, second := <-admitted, <-admitted
		if first || second {
			t.Fatal("a private address was admitted after a public one")
		}
	}
}

func TestANameWithPublicAndPrivateAddressesIsRefused(t *testing.T) {
	n := newNetwork(t, everywhere("private.test"), everywhere("private.test"))
	_, err := n.gather(t, t.Context(), n.url("mixed.test", "/"))
	if audit.CodeOf(err) != audit.CodeAddressNotPublic || n.inside.Load() != 0 {
		t.Errorf("%v, %d requests inside", err, n.inside.Load())
	}
}
