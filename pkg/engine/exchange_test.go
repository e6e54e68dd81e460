package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock moves when somebody sleeps, and when a test says so.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept time.Duration
}

func newClock() *clock { return &clock{now: time.Now()} }

func (c *clock) at() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *clock) engine() Clock {
	return Clock{Now: c.at, Sleep: func(ctx context.Context, d time.Duration) error {
		c.pass(d)
		c.mu.Lock()
		c.slept += d
		c.mu.Unlock()
		return ctx.Err()
	}}
}

// play starts a service and gives a client of it.
func play(t *testing.T, c *clock, l Limits, m *Meter, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // else it isn't seen when the client leaves
		answer(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return NewClient(Service{Provider: "made", Model: "m", BaseURL: server.URL}, m, NewGate(l, c.engine()))
}

var (
	thousand = Call{Path: "/", Body: "hello", Worst: Usage{InputTokens: 500, OutputTokens: 500}, Timeout: time.Minute}
	perMil   = map[string]Price{"made:m": {Input: 1000, Output: 1000, Search: 2}} // a thousand tokens are a dollar
)

func used(input, output int) func([]byte) (Usage, error) {
	return func([]byte) (Usage, error) { return Usage{InputTokens: input, OutputTokens: output}, nil }
}

func kind(err error) Kind {
	var fault *Error
	if errors.As(err, &fault) {
		return fault.Kind
	}
	return ""
}

func TestTheCeilingIsNotPassedByCallsAtOnce(t *testing.T) {
	ceiling := 5.0
	meter := NewMeter(perMil, &ceiling)
	var requests atomic.Int32
	client := play(t, newClock(), Limits{InFlight: 20, PerMinute: 6000}, meter, func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		fmt.Fprint(w, "{}")
	})
	var all sync.WaitGroup
	var dear atomic.Int32
	for range 40 {
		all.Go(func() {
			if _, err := client.Do(t.Context(), thousand, used(400, 400)); kind(err) == TooDear {
				dear.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	total := meter.Total()
	if total.USD == nil || *total.USD > ceiling || *total.USD < 4 || total.Calls != int(requests.Load()) || dear.Load() != 40-requests.Load() {
		t.Errorf("%+v, %d requests, %d refused", total, requests.Load(), dear.Load())
	}
}

func TestWhatNobodySawTheEndOfCountsAgainstTheCeiling(t *testing.T) {
	t.Parallel()
	ceiling := 1.5
	meter := NewMeter(perMil, &ceiling)
	client := play(t, newClock(), Limits{Timeout: 2 * time.Second}, meter,
		func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if _, err := client.Do(t.Context(), thousand, used(0, 0)); kind(err) != Network {
		t.Fatalf("%v", err)
	}
	client = NewClient(client.service, meter, NewGate(Limits{}, newClock().engine()))
	if _, err := client.Do(t.Context(), thousand, used(0, 0)); kind(err) != TooDear {
		t.Errorf("%v, and the call before may have cost a dollar of the one and a half", err)
	}
}

func TestUnderACeilingEveryPaidModelNeedsAPrice(t *testing.T) {
	ceiling := 1.0
	meter := NewMeter(nil, &ceiling)
	client := play(t, newClock(), Limits{}, meter, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{}") })
	if _, err := client.Do(t.Context(), thousand, used(1, 1)); kind(err) != TooDear || !strings.Contains(err.Error(), "no price is configured for made:m") {
		t.Errorf("%v", err)
	}
	client.service.Free = true
	if u, err := client.Do(t.Context(), thousand, used(1, 1)); err != nil || u.USD == nil || *u.USD != 0 {
		t.Errorf("a model that costs nothing: %+v, %v", u, err)
	}
}

func TestWhatAServiceSaysItCostGoesBeforeThePrice(t *testing.T) {
	meter := NewMeter(perMil, nil)
	client := play(t, newClock(), Limits{}, meter, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{}") })
	said := 0.25
	for _, usd := range []*float64{&said, nil} {
		if _, err := client.Do(t.Context(), thousand, func([]byte) (Usage, error) { return Usage{InputTokens: 500, Searches: 1, USD: usd}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if total := meter.ByModel()["made:m"]; total.USD == nil || *total.USD != 0.25+2.5 || total.Calls != 2 || total.Searches != 2 {
		t.Errorf("%+v", total)
	}
}

func TestADeadServiceCostsOneWait(t *testing.T) {
	t.Parallel()
	c := newClock()
	var requests atomic.Int32
	alive := atomic.Bool{}
	client := play(t, c, Limits{Timeout: 2 * time.Second, InFlight: 4, PerMinute: 6000}, nil, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if alive.Load() {
			fmt.Fprint(w, "{}")
			return
		}
		<-r.Context().Done()
	})
	ask := func() error {
		_, err := client.Do(t.Context(), thousand, used(1, 1))
		return err
	}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if k := kind(ask()); k != Network && k != Broken {
				t.Errorf("%s", k)
			}
		})
	}
	all.Wait()
	if n := requests.Load(); n > 8 { // those in flight, and those who took their places before the first of them gave up
		t.Errorf("%d of 50 calls went out to a service that is dead", n)
	}
	before := requests.Load()
	c.pass(breakFor)
	if k := kind(ask()); k != Network || requests.Load() != before+1 {
		t.Errorf("after %s one call tries: %s, %d", breakFor, k, requests.Load()-before)
	}
	if k := kind(ask()); k != Broken {
		t.Errorf("it is still dead: %s", k)
	}
	alive.Store(true)
	c.pass(breakFor)
	for range 2 {
		if err := ask(); err != nil {
			t.Errorf("it works again: %v", err)
		}
	}
}

func TestFiveFailuresInARowAreEnough(t *testing.T) {
	status := http.StatusServiceUnavailable
	requests := 0
	client := play(t, newClock(), Limits{}, nil, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.WriteHeader(status)
		fmt.Fprint(w, "{}")
	})
	ask := func() Kind {
		_, err := client.Do(t.Context(), thousand, used(1, 1))
		return kind(err)
	}
	for range 2 {
		if k := ask(); k != Temporary {
			t.Errorf("%s", k)
		}
	}
	if requests != breakAfter {
		t.Errorf("%d requests, want %d", requests, breakAfter)
	}
	if k := ask(); k != Broken || requests != breakAfter {
		t.Errorf("%s, %d requests", k, requests)
	}
	// One who is there and says no isn't dead.
	status, requests = http.StatusTooManyRequests, 0
	client = NewClient(client.service, nil, NewGate(Limits{PerMinute: 6000}, newClock().engine()))
	for range 4 {
		if k := ask(); k != Rate {
			t.Errorf("%s", k)
		}
	}
}

func TestNoMoreRequestsThanTheLimits(t *testing.T) {
	c := newClock()
	var now, most atomic.Int32
	client := play(t, c, Limits{InFlight: 3, PerMinute: 60}, nil, func(w http.ResponseWriter, _ *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		fmt.Fprint(w, "{}")
	})
	began := c.at()
	var all sync.WaitGroup
	for range 33 {
		all.Go(func() {
			if _, err := client.Do(t.Context(), thousand, used(1, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 3 {
		t.Errorf("%d in flight", most.Load())
	}
	if took := c.at().Sub(began); took < 29*time.Second {
		t.Errorf("33 requests in %s, at 60 per minute and 3 at once", took)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(time.Hour))
	defer cancel()
	c.pass(time.Hour - time.Second) // all but the deadline
	for range 3 {
		if _, err := client.Do(ctx, thousand, used(1, 1)); err != nil {
			t.Fatal(err)
		}
	}
	c.pass(900 * time.Millisecond)
	if _, err := client.Do(ctx, thousand, used(1, 1)); err == nil {
		_, err = client.Do(ctx, thousand, used(1, 1))
		if kind(err) != Rate {
			t.Errorf("%v, and there is no turn before the deadline", err)
		}
	}
}

func TestNobodyWaitsBeyondTheDeadline(t *testing.T) {
	c := newClock()
	requests := 0
	client := play(t, c, Limits{}, nil, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, "{}")
	})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := client.Do(ctx, thousand, used(1, 1))
	var fault *Error
	if !errors.As(err, &fault) || fault.Kind != Rate || fault.RetryAfter != 30*time.Second || requests != 1 || c.slept != 0 {
		t.Errorf("%v, %d requests, slept %s", err, requests, c.slept)
	}
}

func TestACancelledCallSaysNothingAgainstTheService(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	client := play(t, newClock(), Limits{}, nil, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			cancel()
			<-r.Context().Done()
			return
		}
		fmt.Fprint(w, "{}")
	})
	gone := thousand
	gone.Path = "/gone"
	if _, err := client.Do(ctx, gone, used(1, 1)); kind(err) != Network || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := client.Do(t.Context(), thousand, used(1, 1)); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// TestADeadlineSpeaksAgainstTheServiceOnlyAfterALongWait: else callers with little time each would wait for a dead one, or one would shut a slow one off.
func TestADeadlineSpeaksAgainstTheServiceOnlyAfterALongWait(t *testing.T) {
	t.Parallel()
	for waited, want := range map[time.Duration]Kind{longPatience: Broken, longPatience - time.Second: ""} {
		c := newClock()
		silent := true
		client := play(t, c, Limits{}, nil, func(w http.ResponseWriter, r *http.Request) {
			if silent {
				silent = false
				c.pass(waited)
				<-r.Context().Done()
				return
			}
			fmt.Fprint(w, "{}")
		})
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		if _, err := client.Do(ctx, thousand, used(1, 1)); kind(err) != Network {
			t.Errorf("%v", err)
		}
		cancel()
		if _, err := client.Do(t.Context(), thousand, used(1, 1)); kind(err) != want {
			t.Errorf("after %s: %v, want %q", waited, err, want)
		}
	}
}

func TestUnreachableServicesAreNetworkFaults(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	ceiling := 1.0
	client := NewClient(Service{Provider: "made", Model: "m", BaseURL: server.URL}, NewMeter(perMil, &ceiling), NewGate(Limits{}, newClock().engine()))
	for range 2 { // nothing was sent, so that nothing counts against the ceiling
		if u, err := client.Do(t.Context(), thousand, used(1, 1)); kind(err) != Network {
			t.Errorf("%+v, %v", u, err)
		}
		client.gate = NewGate(Limits{}, newClock().engine())
	}
}

func TestRetryAfterInEveryForm(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		headers string
		want    time.Duration
	}{
		{"", 0},
		{"Retry-After: 7", 7 * time.Second},
		{"Retry-After: 1.5", 1500 * time.Millisecond},
		{"Retry-After-Ms: 250|Retry-After: 7", 250 * time.Millisecond},
		{"Retry-After: Sat, 21 Nov 2026 12:00:09 GMT", 9 * time.Second},
		{"Retry-After: Sat, 21 Nov 2026 11:00:00 GMT", 0},
		{"Retry-After: -5", 0},
		{"Retry-After: 99999999999999999999", 24 * time.Hour},
		{"Retry-After: NaN", 0},
		{"Retry-After: soon", 0},
		{"Anthropic-Ratelimit-Tokens-Remaining: 0|Anthropic-Ratelimit-Tokens-Reset: 2026-11-21T12:00:20Z", 20 * time.Second},
		{"Anthropic-Ratelimit-Tokens-Remaining: 9|Anthropic-Ratelimit-Tokens-Reset: 2026-11-21T12:00:20Z", 0},
		{"X-Ratelimit-Remaining-Requests: 0|X-Ratelimit-Reset-Requests: 1m2s", 62 * time.Second},
		{"X-Ratelimit-Remaining-Tokens: 0|X-Ratelimit-Reset-Tokens: 12ms", 12 * time.Millisecond},
	}
	for _, test := range tests {
		header := http.Header{}
		for line := range strings.SplitSeq(test.headers, "|") {
			if name, value, ok := strings.Cut(line, ": "); ok {
				header.Set(name, value)
			}
		}
		if got := retryAfter(header, now); got != test.want {
			t.Errorf("%q: %s, want %s", test.headers, got, test.want)
		}
	}
	fault, _ := complain(429, http.Header{}, []byte(`{"error":{"message":"x","details":[{"retryDelay":"38s"}]}}`), now)
	if fault.RetryAfter != 38*time.Second {
		t.Errorf("in the body: %s", fault.RetryAfter)
	}
	fault, _ = complain(503, http.Header{}, []byte(`{"error":{"message":"x"},"availability":{"retry_after":4}}`), now)
	if fault.RetryAfter != 4*time.Second {
		t.Errorf("in the body: %s", fault.RetryAfter)
	}
}

func TestKeysDontShow(t *testing.T) {
	const key Key = "pplx-Zq81LmWv30TtYxNs"
	type settings struct{ Key Key }
	encoded, err := json.Marshal(settings{key})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		fmt.Sprint(key), fmt.Sprintf("%s %v %q %x %d %#v", key, key, key, key, key, key), fmt.Sprintf("%+v %#v", settings{key}, settings{key}), string(encoded),
		key.detail("Incorrect key: " + string(key) + "."), key.detail("Incorrect key: pplx-Zq8*********xNs"), key.detail("key ending in 0TtYxNs"),
		key.detail("key Zq81LmWv3 refused"), key.detail(strings.Repeat(" ", 1195) + string(key)), key.detail("another's: sk-abcDEF123"),
	} {
		for _, part := range []string{"Zq8", "YxNs", "5a7138", "abcDEF"} {
			if strings.Contains(text, part) {
				t.Errorf("%q shows %q", text, part)
			}
		}
	}
	if got := key.detail("model \x1b[31m`x`\u202e does\nnot exist"); got != "model [31m`x` does not exist" {
		t.Errorf("%q", got)
	}
}

func TestBaseURLsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"https://api.example.com/v1/": "https://api.example.com/v1", " http://localhost:11434 ": "http://localhost:11434", "localhost:11434": "", "": "",
		"ftp://example.com": "", "https://user:pass@example.com": "", "https://example.com?key=k": "", "https://": "",
	} {
		if got, err := BaseURL(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func FuzzComplain(f *testing.F) {
	f.Add(429, `{"error":{"message":"m","type":"t","code":1,"details":[{"retryDelay":"1s"}]}}`)
	f.Add(200, `[{"error":["x"]}]`)
	f.Add(404, `{"detail":[{"msg":"m"}]}`)
	f.Add(200, `{"error":{"code":-5,"message":{"message":[]}},"availability":{"retry_after":1e300}}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		fault, _ := complain(status, http.Header{}, []byte(body), time.Time{})
		if status/100 != 2 && fault == nil {
			t.Fatal("no fault")
		}
		if fault != nil && (kindText[fault.Kind] == "" || fault.RetryAfter < 0) {
			t.Fatalf("%+v", fault)
		}
		const key Key = "sk-4f9Qx7TzLw0aBcD3"
		if got := key.detail(body + string(key) + body); strings.Contains(got, string(key)) || len([]rune(got)) > maxDetail {
			t.Fatalf("%q", got)
		}
	})
}
