package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	siteCount = 600
	sitePages = 6
	// inFlight audits are kept pending. A server parses on all cores but one, so on two cores that is one busy, whatever else runs on the machine.
	inFlight = 150
	perBatch = 25
	pollers  = 8
	// pollEvery is for each poller: 50 requests a second in all.
	pollEvery = 160 * time.Millisecond
)

// sites are small web sites of several pages, each on a port of its own.
type sites struct {
	urls    []string
	servers []*http.Server
}

func serveSites(ctx context.Context, n int) (*sites, error) {
	s := &sites{}
	text := strings.Repeat("<p>We mend roofs, gutters and chimneys in the old town, and come on the day that we say.</p>\n<ul><li>slate</li><li>tile</li></ul>\n", 400)
	for i := range n {
		var from net.ListenConfig
		l, err := from.Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			s.close()
			return nil, err
		}
		mux := http.NewServeMux()
		page := func(title string) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>%s of roofer %d</title><meta name="description" content="Roofs."></head><body><nav><a href="/">Home</a>`+
					`<a href="/about">About</a><a href="/contact">Contact</a><a href="/roofs">Roofs</a><a href="/gutters">Gutters</a><a href="/prices">Prices</a></nav><main><h1>%s</h1>%s</main></body></html>`, title, i, title, text)
			}
		}
		mux.HandleFunc("/{$}", page("Home"))
		for _, name := range []string{"about", "contact", "roofs", "gutters", "prices"} {
			mux.HandleFunc("/"+name, page(name))
		}
		server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
		s.servers, s.urls = append(s.servers, server), append(s.urls, "http://"+l.Addr().String()+"/")
		go server.Serve(l) // ends with close
	}
	return s, nil
}

func (s *sites) close() {
	for _, server := range s.servers {
		server.Close()
	}
}

// load is what a server's clients do at once.
type load struct {
	server *server
	sites  *sites
	tasks  sync.WaitGroup

	mu       sync.Mutex
	recent   []receipt // the newest batches
	took     []time.Duration
	left     int // requests that were hung up on
	refused  []error
	accepted int
}

func newLoad(s *server, sites *sites) *load { return &load{server: s, sites: sites} }

// begin starts the clients, which end with ctx.
func (l *load) begin(ctx context.Context) {
	l.tasks.Go(func() { l.submit(ctx) })
	for range pollers {
		l.tasks.Go(func() { l.poll(ctx) })
	}
	l.tasks.Go(func() { l.hangUp(ctx) })
}

// end waits for the clients and says what was refused.
func (l *load) end() error {
	l.tasks.Wait()
	if len(l.refused) > 0 {
		return fmt.Errorf("%d requests failed, the first: %w", len(l.refused), l.refused[0])
	}
	return nil
}

func (l *load) fault(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused = append(l.refused, err)
}

// submit keeps inFlight audits pending.
func (l *load) submit(ctx context.Context) {
	next := 0
	for wait(ctx, 50*time.Millisecond) {
		v, err := l.server.look(ctx)
		l.fault(ctx, err)
		for pending := int(v.pending); err == nil && pending < inFlight && ctx.Err() == nil; pending += perBatch {
			from := next % siteCount
			next += perBatch
			r, err := l.server.submit(ctx, l.sites.urls[from:from+perBatch])
			if err != nil {
				l.fault(ctx, err)
				break
			}
			l.mu.Lock()
			l.accepted += len(r.Audits)
			l.recent = append(l.recent, r)
			l.recent = l.recent[max(0, len(l.recent)-200):]
			l.mu.Unlock()
		}
		wait(ctx, 450*time.Millisecond) // the queue is counted once a second
	}
}

// poll asks for audits and batches, as clients do that wait for them.
func (l *load) poll(ctx context.Context) {
	for wait(ctx, pollEvery*3/4+rand.N(pollEvery/2)) {
		r, ok := l.some()
		if !ok {
			continue
		}
		path := "/v1/audits/" + r.Audits[rand.IntN(len(r.Audits))].AuditID
		switch rand.IntN(20) {
		case 0:
			path = "/v1/batches/" + r.BatchID
		case 1:
			path = "/v1/audits?limit=20"
		}
		began := time.Now()
		_, err := l.server.ask(ctx, http.MethodGet, path, nil)
		took := time.Since(began)
		l.fault(ctx, err)
		if err == nil && strings.HasPrefix(path, "/v1/audits/") {
			l.mu.Lock()
			l.took = append(l.took, took)
			l.mu.Unlock()
		}
	}
}

// hangUp asks for a table, a submission or nothing whole, and leaves before the answer.
func (l *load) hangUp(ctx context.Context) {
	for wait(ctx, 200*time.Millisecond) {
		r, ok := l.some()
		if !ok {
			continue
		}
		var dialer net.Dialer
		c, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(l.server.url, "http://"))
		if err != nil {
			l.fault(ctx, err)
			continue
		}
		request := "GET /v1/batches/" + r.BatchID + "?checks=true HTTP/1.1\r\nHost: x\r\nX-API-Key: " + l.server.key + "\r\n\r\n"
		if rand.IntN(3) == 0 {
			request = "POST /v1/audits HTTP/1.1\r\nHost: x\r\nX-API-Key: " + l.server.key + "\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"urls\":["
		}
		c.Write([]byte(request)) //nolint:errcheck // whoever hangs up doesn't look
		if tcp, ok := c.(*net.TCPConn); ok && rand.IntN(2) == 0 {
			tcp.SetLinger(0) //nolint:errcheck // without, it only leaves more softly
		}
		wait(ctx, rand.N(20*time.Millisecond))
		c.Close()
		l.mu.Lock()
		l.left++
		l.mu.Unlock()
	}
}

func (l *load) some() (receipt, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.recent) == 0 {
		return receipt{}, false
	}
	return l.recent[rand.IntN(len(l.recent))], true
}

// percentile gives how long polling took.
func (l *load) percentile(p float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.took) == 0 {
		return 0
	}
	slices.Sort(l.took)
	return l.took[min(len(l.took)-1, int(p*float64(len(l.took))))]
}
