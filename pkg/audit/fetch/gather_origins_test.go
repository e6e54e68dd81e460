package fetch

import (
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// named is a site on https://HOST/ with its http form and its sibling, all on loopback.
type named struct {
	secure, plain *fakeSite
	cfg           Config
}

// newNamed serves example.com and www.example.com; the certificate of httptest holds for both.
func newNamed(t *testing.T) *named {
	t.Helper()
	n := &named{secure: newSite(t, "127.0.0.4:0"), plain: newSite(t, "127.0.0.5:0")}
	tls := httptest.NewTLSServer(n.secure)
	t.Cleanup(tls.Close)
	roots := x509.NewCertPool()
	roots.AddCert(tls.Certificate())
	n.cfg = Config{AllowPrivate: true, Roots: roots, Resolve: map[string]netip.AddrPort{}}
	n.secure.pages["/"] = document("Home", nil, nil)
	for _, host := range []string{"example.com", "www.example.com"} {
		n.cfg.Resolve[host+":443"] = netip.MustParseAddrPort(tls.Listener.Addr().String())
		n.cfg.Resolve[host+":80"] = netip.MustParseAddrPort(strings.TrimPrefix(n.plain.url, "http://"))
	}
	return n
}

func (n *named) gather(t *testing.T, address string) *page.Facts {
	t.Helper()
	f, err := Gather(t.Context(), target(t, address), n.cfg, Options{Pages: 1, Crawlers: testAgents})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTheOtherOriginsAreAskedOnce(t *testing.T) {
	n := newNamed(t)
	n.plain.before = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), http.StatusMovedPermanently)
		return true
	}
	n.secure.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Host != "www.example.com" {
			return false
		}
		http.Redirect(w, r, "https://example.com"+r.URL.RequestURI(), http.StatusPermanentRedirect)
		return true
	}
	f := n.gather(t, "https://example.com/")
	if p := f.Plain.Value; !f.Plain.OK() || p.Status != 301 || p.FinalURL != "https://example.com/" || len(p.Redirects) != 1 {
		t.Errorf("plain %+v", f.Plain)
	}
	want := page.Sibling{URL: "https://www.example.com/", Status: 308, FinalURL: "https://example.com/", Exists: true}
	if s := f.Sibling.Value; !f.Sibling.OK() || s.URL != want.URL || s.Status != want.Status || s.FinalURL != want.FinalURL || !s.Exists || len(s.Redirects) != 1 {
		t.Errorf("sibling %+v", f.Sibling)
	}
	if v := f.TLS.Value; !f.TLS.OK() || !v.Valid || !v.Legacy.OK() || v.Hostname != "example.com" {
		t.Errorf("tls %+v", f.TLS)
	}
	if asked := n.plain.paths(); len(asked) != 1 {
		t.Errorf("asked plain http for %v", asked)
	}
	if asked := n.secure.paths(); len(asked) != 7 { // page, robots.txt, llms.txt, sitemap.xml, control, sibling, preflight
		t.Errorf("asked the site for %v: where a redirect leads back to it, it isn't asked again", asked)
	}
}

func TestRedirectsAlreadyFollowedAreNotAskedForAgain(t *testing.T) {
	n := newNamed(t)
	n.plain.before = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, "https://www.example.com"+r.URL.RequestURI(), http.StatusMovedPermanently)
		return true
	}
	f := n.gather(t, "http://www.example.com/")
	if p := f.Plain.Value; p.Status != 301 || p.FinalURL != "https://www.example.com/" {
		t.Errorf("plain %+v", f.Plain)
	}
	pages := 0
	for _, path := range n.plain.paths() {
		if path == "/" {
			pages++
		}
	}
	if pages != 1 {
		t.Errorf("asked plain http %d times for the page", pages)
	}
	if s := f.Sibling.Value; s.URL != "https://example.com/" || !s.Exists || s.Status != 200 || s.FinalURL != s.URL {
		t.Errorf("sibling %+v: both hosts answer with the page", f.Sibling)
	}
}

func TestThePlainFormIsThatOfTheSubmittedHost(t *testing.T) {
	n := newNamed(t)
	n.plain.before = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, "https://"+r.Host+"/", http.StatusMovedPermanently)
		return true
	}
	n.secure.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Host == "www.example.com" {
			return false
		}
		http.Redirect(w, r, "https://www.example.com/", http.StatusMovedPermanently)
		return true
	}
	p := n.gather(t, "https://example.com/").Plain.Value
	want := []page.Redirect{
		{From: "http://example.com/", Status: 301, To: "https://example.com/"}, {From: "https://example.com/", Status: 301, To: "https://www.example.com/"},
	}
	if !slices.Equal(p.Redirects, want) {
		t.Errorf("redirects %+v", p.Redirects)
	}
}

func TestAForeignOriginIsAnnouncedAndItsAnswerKept(t *testing.T) {
	n := newNamed(t)
	n.secure.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodOptions {
			return false
		}
		if r.Header.Get("Access-Control-Request-Method") != "GET" || r.Header.Get("Cookie") != "" {
			t.Errorf("a preflight with %v", r.Header)
		}
		w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		w.Header().Set("Access-Control-Allow-Credentials", "true")
		w.WriteHeader(http.StatusNoContent)
		return true
	}
	f := n.gather(t, "https://example.com/")
	if p := f.Preflight.Value; !f.Preflight.OK() || p.Status != 204 || p.Allow != p.Origin || p.Origin == "" || p.Credentials != "true" {
		t.Errorf("preflight %+v", f.Preflight)
	}
}

func TestOriginsThatDoNotAnswer(t *testing.T) {
	n := newNamed(t)
	closed := netip.MustParseAddrPort("127.0.0.6:9")
	n.cfg.Resolve["example.com:80"] = closed
	n.cfg.Resolve["www.example.com:443"] = closed
	f := n.gather(t, "https://example.com/")
	if !f.Plain.OK() || !f.Plain.Value.Closed {
		t.Errorf("plain %+v", f.Plain)
	}
	if !f.Sibling.OK() || f.Sibling.Value.Exists {
		t.Errorf("sibling %+v", f.Sibling)
	}
}

func TestOtherHostsHaveNoSibling(t *testing.T) {
	n := newNamed(t)
	n.cfg.Resolve["shop.example.com:443"] = n.cfg.Resolve["example.com:443"]
	n.cfg.Resolve["shop.example.com:80"] = n.cfg.Resolve["example.com:80"]
	if f := n.gather(t, "https://shop.example.com/"); f.Sibling.Reason != page.NotApplicable || !f.Plain.OK() {
		t.Errorf("sibling %+v, plain %+v", f.Sibling, f.Plain)
	}
}

func TestStableHeader(t *testing.T) {
	got := stableHeader(http.Header{
		"Date": {"now"}, "Cf-Ray": {"8f"}, "Set-Cookie": {"a=b"}, "Cache-Control": {"max-age=60"}, "Expires": {"soon"}, "X-Frame-Options": {"DENY"},
		"Content-Security-Policy": {"script-src 'nonce-abc123=' 'self'"},
	})
	if len(got) != 3 || got.Get("X-Frame-Options") != "DENY" || got.Get("Cache-Control") != "max-age=60" ||
		got.Get("Content-Security-Policy") != "script-src 'nonce-…' 'self'" {
		t.Errorf("kept %v", got)
	}
	if kept := stableHeader(http.Header{"Expires": {"soon"}}); kept.Get("Expires") == "" {
		t.Error("Expires goes only where max-age stands")
	}
}
