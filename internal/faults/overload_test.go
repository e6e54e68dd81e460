package faults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	// Goals under three times what the server can do.
	overloadBy     = 3
	goodput        = 0.9 // of the capacity
	refusedWithin  = 50 * time.Millisecond
	answeredWithin = 250 * time.Millisecond
	recoversWithin = 10 * time.Second

	perSubmission = 5 // addresses
	watchers      = 8 // who poll what was accepted
	watchEvery    = 160 * time.Millisecond
)

// Three times as much is submitted as can be audited: what is too much is refused at once, what was accepted ends, and who polls it is answered.
func TestTooMuchIsRefusedAndTheRestIsDone(t *testing.T) {
	if testing.Short() {
		t.Skip("submits for some seconds")
	}
	aside(t)
	streets := newStreets(t, 500)
	perSecond := capacity(t, streets)

	// So much may wait as is worked off within the time that recovery may take.
	wait := min(8*time.Second, *overload/4)
	queue := max(1, int(perSecond*wait.Seconds()))
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	n := newNode(t, store, "--cache-age", "24h", "--queue-limit", strconv.Itoa(queue))
	key := newKey(t, store, limit)
	n.start()
	n.ready()
	o := &onslaught{t: t, node: n, streets: streets, ledger: ledger{c: newCaller(t, key, n)}, http: &http.Client{
		Timeout: 15 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 1000},
	}}
	stop := make(chan struct{})
	var polling sync.WaitGroup
	for range watchers {
		polling.Go(func() { o.poll(stop) })
	}
	unwatch := sync.OnceFunc(func() {
		close(stop)
		polling.Wait()
	})
	defer unwatch() // where the onslaught fails
	began, before := time.Now(), o.ended()
	o.submit(overloadBy*perSecond, func() bool {
		return time.Since(began) >= *overload && (o.refused() > 0 || time.Since(began) > *overload+patience)
	})
	rate := (o.ended() - before) / time.Since(began).Seconds()
	unwatch()
	again, recovered := o.recover()

	for _, fault := range o.faults[:min(5, len(o.faults))] {
		t.Errorf("%d answers weren't as they should be: %v", len(o.faults), fault)
	}
	if len(o.noes) == 0 || len(o.yeses) == 0 {
		t.Errorf("%d submissions were accepted and %d refused", len(o.yeses), len(o.noes))
	}
	o.ledger.settle(t, patience, 0)
	least(t, "audits ended per second, of the capacity", rate/perSecond, goodput)
	most(t, "p99 of refusals", quantile(o.noes, 0.99), refusedWithin)
	most(t, "p99 of polling", quantile(o.gets, 0.99), answeredWithin)
	most(t, "recovery", recovered, recoversWithin)
	l := &o.ledger
	record(t, fmt.Sprintf("%d times the capacity of %.0f audits/s for %s, a queue of %d", overloadBy, perSecond, *overload, queue), fmt.Sprintf(
		"%.0f audits/s (%.2f of the capacity); %d of %d submissions refused, p50 %s, p99 %s, all with Retry-After; accepted p99 %s; polling p50 %s, p99 %s; after it a submission is accepted "+
			"within %.1f s and done within %.1f s; %d audits accepted: %d ran, %d lost, each metered once",
		rate, rate/perSecond, len(o.noes), len(o.noes)+len(o.yeses), milliseconds(quantile(o.noes, 0.5)), milliseconds(quantile(o.noes, 0.99)), milliseconds(quantile(o.yeses, 0.99)),
		milliseconds(quantile(o.gets, 0.5)), milliseconds(quantile(o.gets, 0.99)), again.Seconds(), recovered.Seconds(), l.audits, l.done, l.lost))
}

// capacity gives how many audits a second a server ends that always has enough to do.
func capacity(t *testing.T, s *streets) float64 {
	t.Helper()
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	n := newNode(t, store, "--queue-limit", "0")
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	o := &onslaught{t: t, node: n}
	submitted, began, before := 0.0, time.Time{}, 0.0
	for deadline := time.Now().Add(patience); ; {
		ended := o.ended()
		for ; submitted-ended < 1000; submitted += perBatch {
			var r receipt
			c.until("POST", "/v1/audits", "", map[string]any{"urls": s.next(perBatch)}, &r)
		}
		switch {
		case began.IsZero() && ended > 50: // warm
			began, before = time.Now(), ended
		case !began.IsZero() && time.Since(began) >= max(*overload/5, time.Second/2) && ended > before:
			rate := (ended - before) / time.Since(began).Seconds()
			n.kill()
			return rate
		case time.Now().After(deadline):
			t.Fatalf("%.0f audits of %.0f have ended after %s", ended, submitted, patience)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// streets are sites with a page for each of many shops, so that every address is a new one.
type streets struct {
	sites []string
	given atomic.Int64
}

func newStreets(t *testing.T, n int) *streets {
	t.Helper()
	s := &streets{}
	for range n {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			shop, ok := strings.CutPrefix(r.URL.Path, "/shop/")
			if !ok {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Shop number %s, bread and cakes</title><meta name="description" content="We bake."></head>
<body><main><h1>Shop number %s</h1><p>We bake bread and cakes every morning in the old town, and sell them over the counter until three in the afternoon.</p></main></body></html>`, shop, shop)
		}))
		t.Cleanup(server.Close)
		s.sites = append(s.sites, server.URL)
	}
	return s
}

// next gives addresses that nobody was given before, each on another site.
func (s *streets) next(n int) []string {
	var urls []string
	for range n {
		i := s.given.Add(1)
		urls = append(urls, fmt.Sprintf("%s/shop/%d", s.sites[int(i)%len(s.sites)], i))
	}
	return urls
}

// onslaught submits to a node without waiting for answers, and polls what it accepted.
type onslaught struct {
	t       *testing.T
	node    *node
	streets *streets
	ledger  ledger
	http    *http.Client

	mu                sync.Mutex
	yeses, noes, gets []time.Duration // how long answers took
	faults            []error
}

// ended counts the audits that the node has ended.
func (o *onslaught) ended() float64 {
	o.t.Helper()
	n, err := o.node.counted("auditctl_audits_ended_total")
	if err != nil && !errors.Is(err, errNoMetric) {
		o.t.Fatal(err)
	}
	return n
}

func (o *onslaught) refused() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.noes)
}

// submit sends so many addresses a second until enough. Who is slow to be answered holds up nobody.
func (o *onslaught) submit(perSecond float64, enough func() bool) {
	var sent sync.WaitGroup
	defer sent.Wait()
	began := time.Now()
	for n := 0; !enough(); {
		for due := int(perSecond * time.Since(began).Seconds()); n < due; n += perSubmission {
			sent.Go(func() { o.post() })
		}
		time.Sleep(time.Millisecond)
	}
}

// post submits once, and says whether that was accepted.
func (o *onslaught) post() bool {
	urls := o.streets.next(perSubmission)
	body, err := json.Marshal(map[string]any{"urls": urls})
	if err != nil {
		o.fault(err)
		return false
	}
	a, err := o.ask(http.MethodPost, "/v1/audits", body)
	if err != nil {
		o.fault(err)
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case a.status == http.StatusAccepted:
		var r receipt
		if err := json.Unmarshal(a.body, &r); err != nil {
			o.faults = append(o.faults, err)
			return false
		}
		o.yeses = append(o.yeses, a.took)
		o.ledger.keep(r, nil)
		return true
	case a.status == http.StatusServiceUnavailable && a.retryAfter > 0:
		o.noes = append(o.noes, a.took)
	default:
		o.faults = append(o.faults, fmt.Errorf("a submission is answered with %d, Retry-After %d: %.300s", a.status, a.retryAfter, a.body))
	}
	return false
}

// poll asks for what was accepted lately, as clients do that wait for it.
func (o *onslaught) poll(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(watchEvery*3/4 + rand.N(watchEvery/2)):
		}
		o.mu.Lock()
		recent := o.ledger.receipts[max(0, len(o.ledger.receipts)-500):]
		o.mu.Unlock()
		if len(recent) == 0 {
			continue
		}
		r := recent[rand.IntN(len(recent))]
		path := "/v1/audits/" + r.Audits[rand.IntN(len(r.Audits))].AuditID
		if rand.IntN(10) == 0 {
			path = "/v1/batches/" + r.BatchID
		}
		a, err := o.ask(http.MethodGet, path, nil)
		if err == nil && a.status != http.StatusOK {
			err = fmt.Errorf("%s is answered with %d: %.300s", path, a.status, a.body)
		}
		if err != nil { // how long it took says nothing
			o.fault(err)
			continue
		}
		o.mu.Lock()
		o.gets = append(o.gets, a.took)
		o.mu.Unlock()
	}
}

func (o *onslaught) fault(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.faults = append(o.faults, err)
}

// reply is an answer and how long it took.
type reply struct {
	status, retryAfter int
	body               []byte
	took               time.Duration
}

func (o *onslaught) ask(method, path string, body []byte) (a reply, err error) {
	req, err := http.NewRequestWithContext(o.t.Context(), method, "http://"+o.node.api+path, bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	req.Header.Set("X-API-Key", o.ledger.c.key)
	req.Header.Set("Content-Type", "application/json")
	began := time.Now()
	resp, err := o.http.Do(req)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	a.body, err = io.ReadAll(resp.Body)
	a.took, a.status = time.Since(began), resp.StatusCode
	if after := resp.Header.Get("Retry-After"); after != "" {
		a.retryAfter, err = strconv.Atoi(after)
	}
	return a, err
}

// recover submits once more when the onslaught is over, until that is accepted, and waits for its end: every audit before it has ended by then.
func (o *onslaught) recover() (accepted, done time.Duration) {
	o.t.Helper()
	began := time.Now()
	eventually(o.t, patience, "accepted again", func() error {
		if !o.post() {
			return errors.New("refused still")
		}
		return nil
	})
	accepted = time.Since(began)
	last := o.ledger.receipts[len(o.ledger.receipts)-1]
	o.ledger.c.ended(last.BatchID, patience)
	return accepted, time.Since(began)
}
