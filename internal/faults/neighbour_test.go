package faults

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	// besideHostile is the goal: a neighbour's audits may take so much longer while another account sweeps hostile sites.
	besideHostile = 1.2

	sweepers = 8 // hostile audits at once
	// aRound is how many plain audits are made alone, and then beside hostile ones: what else the machine does meets both.
	aRound = 100
)

// One account audits sites whose bodies are slow, endless, huge or spiteful, eight at once, while another audits plain ones, one after the other.
func TestHostileSitesOfOneAccountDontSlowAnother(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for hostile sites for some seconds")
	}
	aside(t)
	latency := 10 * time.Millisecond
	if *goals {
		latency = 100 * time.Millisecond // as usual sites have it
	}
	plain := newFarm(t, 50, latency)
	hostile := newHostile(t)
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	n := newNode(t, store, "--workers", "50", "--audit-timeout", "20s")
	quiet, loud := newCaller(t, newKey(t, store, limit), n), newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	var alone, beside []time.Duration
	audit := func(into *[]time.Duration) {
		began := time.Now()
		urls, _ := plain.next(1, 0)
		var r receipt
		quiet.until("POST", "/v1/audits", "", map[string]any{"urls": urls}, &r)
		b := quiet.ended(r.BatchID, patience)
		*into = append(*into, time.Since(began))
		if b.Completed != 1 {
			t.Errorf("a plain audit failed: %+v", b.Audits)
		}
	}
	s := &sweep{t: t, caller: loud, hostile: hostile}
	for len(beside) < *neighbours {
		for range min(aRound, *neighbours-len(alone)) {
			audit(&alone)
		}
		s.begin()
		for range min(aRound, *neighbours-len(beside)) {
			audit(&beside)
		}
		s.stop(len(beside) < *neighbours)
	}
	ratio := quantile(beside, 0.95).Seconds() / quantile(alone, 0.95).Seconds()
	most(t, "p95 of a plain audit beside hostile ones, to one alone", ratio, besideHostile)
	record(t, fmt.Sprintf("%d plain audits alone, %d beside %d hostile ones at once, of %d kinds of bodies", len(alone), len(beside), sweepers, len(hostile.bodies)), fmt.Sprintf(
		"none of the plain ones failed; p50 %s alone, %s beside the others; p95 %s, %s (%.2f); %d hostile ones ended meanwhile, %d with a report",
		milliseconds(quantile(alone, 0.5)), milliseconds(quantile(beside, 0.5)), milliseconds(quantile(alone, 0.95)), milliseconds(quantile(beside, 0.95)), ratio, s.ended, s.done))
}

// sweep keeps as many hostile audits under way as there are sweepers.
type sweep struct {
	t       *testing.T
	caller  *caller
	hostile *hostile
	over    context.CancelFunc
	running sync.WaitGroup

	mu          sync.Mutex
	last        bool // what runs needn't be waited for
	next        int
	ended, done int
	fault       error
}

// begin returns when the first of their sites were asked. Whatever fails meanwhile, they end before the node does.
func (s *sweep) begin() {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	s.over = cancel
	s.t.Cleanup(func() { s.end(false) })
	asked := s.hostile.asked.Load()
	for range sweepers {
		s.running.Go(func() {
			for ctx.Err() == nil {
				if err := s.audit(ctx); err != nil {
					s.mu.Lock()
					s.fault = errors.Join(s.fault, err)
					s.mu.Unlock()
					return
				}
			}
		})
	}
	eventually(s.t, patience, "hostile audits", func() error {
		if n := s.hostile.asked.Load() - asked; n < sweepers {
			return fmt.Errorf("%d requests came", n)
		}
		return nil
	})
}

// end submits no more, and waits until what runs has ended where that is wanted.
func (s *sweep) end(wait bool) {
	s.mu.Lock()
	s.last = !wait
	s.mu.Unlock()
	s.over()
	s.running.Wait()
}

// stop ends the sweep, and the test with it where a sweeper failed.
func (s *sweep) stop(wait bool) {
	s.t.Helper()
	s.end(wait)
	if s.fault != nil {
		s.t.Fatal(s.fault)
	}
}

func (s *sweep) audit(ctx context.Context) error {
	s.mu.Lock()
	url := s.hostile.url(s.next)
	s.next++
	s.mu.Unlock()
	var r receipt
	if err := s.caller.call(s.caller.nodes[0], "POST", "/v1/audits", "", map[string]any{"urls": []string{url}}, &r); err != nil {
		return err
	}
	for deadline := time.Now().Add(patience); ; {
		var b batch
		if err := s.caller.call(s.caller.nodes[0], "GET", "/v1/batches/"+r.BatchID, "", nil, &b); err != nil {
			return err
		}
		s.mu.Lock()
		last := s.last && ctx.Err() != nil
		if b.Pending == 0 {
			s.ended, s.done = s.ended+1, s.done+b.Completed
		}
		s.mu.Unlock()
		if b.Pending == 0 || last {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the audit of %s is pending after %s", url, patience)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// hostile is sites with every kind of body that is slow to read, long, or hard to make sense of.
type hostile struct {
	bodies []func(w http.ResponseWriter, r *http.Request)
	sites  []string
	asked  atomic.Int64
}

// url gives the address of audit n: another kind each time, and never the same.
func (h *hostile) url(n int) string { return fmt.Sprintf("%s/%d", h.sites[n%len(h.sites)], n) }

func newHostile(t *testing.T) *hostile {
	t.Helper()
	const megabytes = 6 // more than is read of a page
	whole := func(head, again string) func(http.ResponseWriter, *http.Request) {
		body := []byte("<!doctype html><title>Much</title>" + head + strings.Repeat(again, megabytes<<20/len(again)))
		return func(w http.ResponseWriter, _ *http.Request) { w.Write(body) }
	}
	zipped := func(text string, megabytes int) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		io.WriteString(z, "<!doctype html><title>Bomb</title>")
		for range megabytes {
			io.WriteString(z, strings.Repeat(text, 1<<20/len(text)))
		}
		z.Close()
		return b.Bytes()
	}
	sendZipped := func(body []byte) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(body)
		}
	}
	slowly := func(piece string, every time.Duration) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "<!doctype html><title>Slow</title>")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, piece); err != nil {
					return
				}
				http.NewResponseController(w).Flush()
				time.Sleep(every)
			}
		}
	}
	line := strings.Repeat("<p>And one more line of it.</p>", 2000)
	h := &hostile{bodies: []func(http.ResponseWriter, *http.Request){
		slowly("a", 200*time.Millisecond),
		slowly(line[:620], 50*time.Millisecond),
		slowly(line, 0),
		func(w http.ResponseWriter, r *http.Request) { // half of it, and silence
			w.Header().Set("Content-Length", "5000")
			io.WriteString(w, "<!doctype html><title>Half</title>")
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
		func(w http.ResponseWriter, _ *http.Request) { // half of it, and the end
			w.Header().Set("Content-Length", "5000")
			io.WriteString(w, "<!doctype html><title>Half</title>")
		},
		sendZipped(zipped("<p>Bread</p>", 500)),
		sendZipped(zipped("<p>Bread</p>", 1)[:500]),
		sendZipped([]byte("no gzip at all")),
		whole("", "<p>We bake bread and cakes every morning in the old town.</p>\n"),
		whole("", "<div>"),
		whole("", "<b><i><a href=/x><p>"),
		whole("", "<table><tr><td>"),
		whole("", `<a href="/page?a=1&amp;b=2">more</a> `),
		whole("<div ", `data-a="b" `),
		whole("<!-- ", "never closed - "),
		whole("<script>", "if (a < b) { document.write('x') } "),
		whole("", "&amp;&#x1F600;&notit;&#0;"),
		whole("", "bread"),
		whole(`<script type="application/ld+json">`, `{"@type":"Thing","a":[`),
		whole("", `<script type="application/ld+json">{"@type":"LocalBusiness","name":"Bread"}</script>`),
	}}
	for _, body := range h.bodies {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h.asked.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			body(w, r)
		}))
		t.Cleanup(func() {
			s.CloseClientConnections()
			s.Close()
		})
		h.sites = append(h.sites, s.URL)
	}
	return h
}
