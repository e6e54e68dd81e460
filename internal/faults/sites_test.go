package faults

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// farm is many small sites on loopback, each on a port of its own.
type farm struct {
	urls []string
	gone []string     // sites without a front page: their audits fail, and are given back
	home atomic.Int64 // front pages given
	open atomic.Int64 // requests under way

	at, atGone int // where next goes on
}

// next gives n sites, and more without a front page, others than last time: what is submitted while the same address is under way would only join it.
func (f *farm) next(n, more int) (urls, gone []string) {
	for range n {
		urls, f.at = append(urls, f.urls[f.at%len(f.urls)]), f.at+1
	}
	for range more {
		gone, f.atGone = append(gone, f.gone[f.atGone%len(f.gone)]), f.atGone+1
	}
	return urls, gone
}

// newFarm serves n sites, and half as many without a front page. Every answer takes latency, so that audits are in flight when something dies.
func newFarm(t *testing.T, n int, latency time.Duration) *farm {
	t.Helper()
	f := &farm{}
	for i := range n + n/2 {
		name := fmt.Sprintf("Shop number %d", i)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			f.open.Add(1)
			defer f.open.Add(-1)
			select {
			case <-time.After(latency):
			case <-r.Context().Done():
				return
			}
			if r.URL.Path != "/" || i >= n {
				http.NotFound(w, r)
				return
			}
			f.home.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>%s, bread and cakes</title><meta name="description" content="We bake."></head>
<body><main><h1>%s</h1><p>We bake bread and cakes every morning in the old town, and sell them over the counter until three in the afternoon.</p></main></body></html>`, name, name)
		}))
		t.Cleanup(s.Close)
		if i < n {
			f.urls = append(f.urls, s.URL+"/")
		} else {
			f.gone = append(f.gone, s.URL+"/")
		}
	}
	return f
}
