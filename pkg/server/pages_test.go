package server

import (
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestTheDashboardIsServedBesideTheAPI(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /dashboard/audits/{id}", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RemoteAddr) })
	mux.HandleFunc("GET /dashboard", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "overview") })
	mux.HandleFunc("POST /dashboard/sign-in", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusSeeOther) })
	r := start(t, func(c *Config) { c.Dashboard, c.FailureBurst = mux, 1000 })
	for _, request := range []struct {
		method, path string
		header       []string
		status       int
		holds        string
	}{
		{"GET", "/dashboard/audits/aud_1", nil, 200, "127.0.0.1"},
		{"GET", "/dashboard/audits/aud_2", []string{"X-API-Key", ""}, 200, "127.0.0.1"}, // people have no key
		{"POST", "/dashboard/sign-in", nil, 303, ""},
		{"GET", "/", []string{"Accept", "text/html,*/*;q=0.8", "X-API-Key", ""}, 200, "overview"}, // led there
		{"GET", "/", []string{"Accept", "application/json"}, 404, string(audit.CodeNotFound)},
		{"GET", "/v1/me", nil, 200, "quota"},
	} {
		a := r.ask(request.method, request.path, "", request.header...)
		if a.StatusCode != request.status || !strings.Contains(a.body, request.holds) || a.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s %s: %d %s", request.method, request.path, a.StatusCode, a.body)
		}
	}
	for _, route := range []string{`"route":"/dashboard/audits/{id}"`, `"route":"/dashboard/sign-in"`} {
		if !strings.Contains(r.log.String(), route) {
			t.Errorf("no line has %s: %s", route, r.log)
		}
	}
	if strings.Contains(r.log.String(), "aud_1") {
		t.Error("a line has what was asked for")
	}
}

func TestTheDashboardSeesWhoAsksBehindAProxy(t *testing.T) {
	seen := ""
	r := start(t, func(c *Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		c.Dashboard = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.RemoteAddr })
	})
	for from, want := range map[string]string{"203.0.113.7": "203.0.113.7", "2001:db8:1:2:3::4": "2001:db8:1:2::"} {
		if r.ask("GET", "/dashboard", "", "X-Forwarded-For", from); seen != want {
			t.Errorf("%s is seen as %s", from, seen)
		}
	}
}

func TestAServerWithoutDashboardHasNone(t *testing.T) {
	r := start(t)
	for _, path := range []string{"/dashboard", "/dashboard/sign-in", "/"} {
		if a := r.ask("GET", path, "", "Accept", "text/html"); a.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
}
