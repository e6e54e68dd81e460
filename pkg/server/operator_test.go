package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestWebPagesDoNotReachTheOperatorsPort(t *testing.T) {
	r := start(t, func(c *Config) { c.OperatorHosts = []string{"metrics.internal"} })
	for _, row := range []struct {
		host, path, site string
		status           int
	}{
		{"127.0.0.1:9090", "/metrics", "", 200},
		{"localhost:9090", "/debug/pprof/", "", 200},
		{"LOCALHOST", "/metrics", "none", 200},
		{"[::1]:9090", "/metrics", "same-origin", 200},
		{"10.1.2.3:9090", "/metrics", "", 200}, // a pod, as Prometheus asks it
		{"metrics.internal:9090", "/metrics", "", 200},
		{"evil.example:9090", "/metrics", "", 421},
		{"evil.example", "/debug/pprof/cmdline", "", 421},
		{"localhost.evil.example:9090", "/metrics", "", 421},
		{"127.0.0.1.evil.example", "/debug/pprof/profile", "", 421},
		{"127.0.0.1:9090", "/debug/pprof/profile", "cross-site", 403},
		{"127.0.0.1:9090", "/metrics", "same-site", 403},
		{"10.1.2.3:9090", "/healthz", "", 200},
		{"balancer.example", "/healthz", "", 200},
		{"balancer.example", "/readyz", "", 200},
	} {
		request := httptest.NewRequest(http.MethodGet, "http://"+row.host+row.path, nil)
		if row.site != "" {
			request.Header.Set("Sec-Fetch-Site", row.site)
		}
		w := httptest.NewRecorder()
		r.Operator().ServeHTTP(w, request)
		if w.Code != row.status {
			t.Errorf("%s of %s (%s): %d, want %d", row.path, row.host, row.site, w.Code, row.status)
		}
	}
}
