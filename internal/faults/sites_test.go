package faults

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// farm is many small sites on loopback, each on a port of its own.
type farm struct {
	urls []string
	home atomic.Int64 // front pages given
}

// newFarm serves n sites. Every answer takes latency, so that audits are in flight when something dies.
func newFarm(t *testing.T, n int, latency time.Duration) *farm {
	t.Helper()
	f := &farm{}
	for i := range n {
		name := fmt.Sprintf("Shop number %d", i)
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(latency):
			case <-r.Context().Done():
				return
			}
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			f.home.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>%s, bread and cakes</title><meta name="description" content="We bake."></head>
<body><main><h1>%s</h1><p>We bake bread and cakes every morning in the old town, and sell them over the counter until three in the afternoon.</p></main></body></html>`, name, name)
		}))
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s.Listener = l
		s.Start()
		t.Cleanup(s.Close)
		f.urls = append(f.urls, s.URL+"/")
	}
	return f
}
