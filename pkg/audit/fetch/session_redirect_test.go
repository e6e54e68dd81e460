package fetch

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// redirects answers /STATUS?LOCATION with that redirect.
func redirects(w http.ResponseWriter, r *http.Request) {
	var status int
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &status); err != nil || status < 300 || status > 399 {
		fmt.Fprint(w, "at "+r.URL.Path)
		return
	}
	if r.URL.RawQuery != "" {
		w.Header().Set("Location", r.URL.RawQuery)
	}
	w.WriteHeader(status)
}

func TestRedirectsAreFollowedAndRecorded(t *testing.T) {
	s := serve(t, redirects, Config{MaxDials: 40})
	for _, status := range []int{301, 302, 303, 307, 308} {
		a := get(t, s, fmt.Sprintf("http://example.test/%d?/302?http://www.example.test/end%%23part", status))
		if string(a.Body) != "at /end#part" && string(a.Body) != "at /end" {
			t.Errorf("%d led to %q", status, a.Body)
		}
		if len(a.Response.Redirects) != 2 || a.Response.Redirects[0].Status != status || a.Response.Redirects[1].To != a.URL {
			t.Errorf("%d: chain %+v, final %s", status, a.Response.Redirects, a.URL)
		}
	}
	for _, final := range []string{"/300?/end", "/304", "/301", "/302"} { // no redirects, or without a Location
		if a := get(t, s, "http://example.test"+final); len(a.Response.Redirects) != 0 || a.Response.Status < 300 {
			t.Errorf("%s: status %d, chain %+v", final, a.Response.Status, a.Response.Redirects)
		}
	}
	a, err := s.Get(t.Context(), Request{URL: "http://example.test/301?/end", NoFollow: true})
	if err != nil || a.Response.Status != 301 || a.Response.Get("Location") != "/end" || a.URL != "http://example.test/301?/end" {
		t.Errorf("not followed: %+v, %v", a, err)
	}
}

func TestRedirectsToWhereNobodyMayGo(t *testing.T) {
	var canary atomic.Int64
	addr := raw(t, func(net.Conn) { canary.Add(1) })
	port := netip.MustParseAddrPort(addr).Port()
	s := serve(t, redirects, Config{MaxDials: 100, AllowPorts: []uint16{port}})
	for _, to := range []string{
		"http://127.0.0.2/", fmt.Sprintf("http://127.0.0.2:%d/", port), "http://2130706434/", "http://0x7f.2/", "http://0177.0.0.2/",
		"http://[::1]/", "http://[::ffff:127.0.0.2]/", "http://[64:ff9b::7f00:2]/", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/",
		"http://localhost:22/", "http://%EF%BD%8Cocalhost:25/", "http://example.test:22/", "http://example.test:0/",
		"http://user@example.test/", "ftp://example.test/", "file:///etc/passwd", "gopher://example.test/", "javascript:alert(1)", "data:text/html,x",
		"http://[fe80::1%25eth0]/", "http://", "//", "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2461/",
	} {
		refuses(t, s, "http://example.test/302?"+to, audit.CodeRedirectNotAllowed)
	}
	if n := canary.Load(); n != 0 {
		t.Errorf("%d connections were made to an address that may not be visited", n)
	}
}

func TestRedirectLoops(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a":
			http.Redirect(w, r, "/b", http.StatusMovedPermanently)
		case "/b":
			http.Redirect(w, r, "/a", http.StatusMovedPermanently)
		case "/cookie": // once more with the cookie, as many sites do
			if _, err := r.Cookie("seen"); err != nil {
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
				http.Redirect(w, r, "/cookie", http.StatusFound)
			}
		case "/counter": // the same address for ever, with a new cookie each time
			http.SetCookie(w, &http.Cookie{Name: "n", Value: strings.Repeat("x", len(r.Header.Get("Cookie")))})
			http.Redirect(w, r, "/counter", http.StatusFound)
		default:
			http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
		}
	}, Config{MaxDials: 40})
	refuses(t, s, "http://example.test/a", audit.CodeRedirectLoop)
	refuses(t, s, "http://example.test/counter", audit.CodeRedirectLoop)
	refuses(t, s, "http://example.test/x", audit.CodeTooManyRedirects)
	if a := get(t, s, "http://example.test/cookie"); a.Response.Status != 200 || len(a.Response.Redirects) != 1 {
		t.Errorf("a redirect that sets a cookie: %d %+v", a.Response.Status, a.Response.Redirects)
	}
	a, err := s.Get(t.Context(), Request{URL: "http://example.test/x", MaxRedirects: 2})
	if audit.CodeOf(err) != audit.CodeTooManyRedirects || len(a.Response.Redirects) != 3 || a.URL != "http://example.test/xxxx" {
		t.Errorf("the chain that was too long: %+v, %v", a, err)
	}
}

func TestTenRedirectsAreFollowed(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if len(r.URL.Path) <= 10 {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
		}
	}, Config{MaxDials: 40})
	if a := get(t, s, "http://example.test/"); len(a.Response.Redirects) != 10 {
		t.Errorf("%d redirects", len(a.Response.Redirects))
	}
}

func TestCookiesStayWithTheirSiteAndAgent(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/login":
			w.Header().Add("Set-Cookie", "session=1; HttpOnly; SameSite=Odd")
			w.Header().Add("Set-Cookie", "kept=2; Max-Age=60; Secure; Path=/x; Domain=example.test")
			http.Redirect(w, r, "/", http.StatusFound)
		default:
			fmt.Fprint(w, r.Header.Get("Cookie"))
		}
	}, Config{})
	a := get(t, s, "http://example.test/login")
	if string(a.Body) != "session=1" {
		t.Errorf("after login the cookies %q were sent", a.Body)
	}
	want := []page.Cookie{
		{Name: "session", HTTPOnly: true, SameSite: "odd", Session: true, SameSiteUnknown: true},
		{Name: "kept", Secure: true, Path: "/x", Domain: "example.test"},
	}
	if fmt.Sprint(a.Response.Cookies) != fmt.Sprint(want) {
		t.Errorf("cookies %+v, want %+v", a.Response.Cookies, want)
	}
	if a := get(t, s, "http://other.test/"); len(a.Body) != 0 {
		t.Errorf("another site was sent %q", a.Body)
	}
	probe, err := s.Get(t.Context(), Request{URL: "http://example.test/", UserAgent: "GPTBot/1.2"})
	if err != nil || len(probe.Body) != 0 {
		t.Errorf("another agent sent %q, %v", probe.Body, err)
	}
}

func TestOperatorsHeadersStayWithTheSubmittedSite(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://other.test/", http.StatusFound)
			return
		}
		fmt.Fprint(w, r.Header.Get("Authorization"), r.Header.Get("Accept-Encoding"))
	}
	header := http.Header{"authorization": {"Basic c2VjcmV0"}, "Accept-Encoding": {"br;q=0"}}
	for _, c := range []struct {
		site, url string
		sent      bool
	}{
		{"http://example.test/", "http://example.test/", true},
		{"http://example.test/", "http://www.example.test/", true},
		{"http://example.test/", "http://other.test/", false},
		{"http://example.test/", "http://example.test/away", false},
		{"https://example.test/", "http://example.test/", false}, // would go in the clear
		{"", "http://example.test/", false},
	} {
		a := get(t, serve(t, echo, Config{Site: c.site, Header: header}), c.url)
		if got := strings.Contains(string(a.Body), "c2VjcmV0"); got != c.sent {
			t.Errorf("submitted %s, asked %s: sent %v", c.site, c.url, got)
		}
		if !strings.HasSuffix(string(a.Body), acceptEncoding) {
			t.Errorf("Accept-Encoding was %q", a.Body)
		}
	}
}
