package pipeline

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// linkHeavy serves a page that takes the processor for long: thousands of links.
func linkHeavy(t *testing.T) *httptest.Server {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><title>Everything</title></head><body>` +
		`<h1>Everything</h1><p>All that there is, by name.</p><ul>`)
	for n := range 1800 {
		fmt.Fprintf(&b, `<li><a href="/entry/%d?from=list">Entry %d of the list</a></li>`, n, n)
	}
	page := b.String()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page)
	}))
	t.Cleanup(s.Close)
	return s
}

// While another audit has the only slot for longer than a site's whole time, nobody's time runs.
func TestWaitingForOurOwnSlotsIsNotTheSitesTime(t *testing.T) {
	const batch, timeout = 50, 4 * time.Second
	url := linkHeavy(t).URL
	p := local(Config{Parsers: 1, Timeout: timeout, Pages: 1})
	free, ok := p.slots.enter().take(t.Context(), 0)
	if !ok {
		t.Fatal("no slot")
	}
	var audits sync.WaitGroup
	for n := range batch {
		audits.Go(func() {
			report, err := p.Run(t.Context(), target(t, fmt.Sprintf("%s/?%d", url, n)), audit.English, nil, silent)
			if err != nil {
				t.Errorf("audit %d: %s: %v", n, audit.CodeOf(err), err)
				return
			}
			if report.Truncated || report.Kept.Partial {
				t.Errorf("audit %d was cut: %q", n, report.Notes)
			}
		})
	}
	waiting := func() int {
		p.slots.mu.Lock()
		defer p.slots.mu.Unlock()
		return len(p.slots.waiting)
	}
	for deadline := time.Now().Add(time.Minute); waiting() < batch; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d audits wait for the slot", waiting(), batch)
		}
	}
	time.Sleep(timeout + time.Second) // longer than the site's whole time
	free()
	audits.Wait()
}
