package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/auditctl/auditctl/pkg/audit"
)

// clock is moved by hand.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func TestAKeyHasARate(t *testing.T) {
	at := &clock{now: exampleTime()}
	r := start(t, func(c *Config) { c.KeyRate, c.KeyBurst, c.Now = 0, 0, at.Now })
	for i := range 40 {
		if a := r.ask("GET", "/v1/me", ""); a.StatusCode != 200 {
			t.Fatalf("request %d of the burst: %d", i, a.StatusCode)
		}
	}
	a := r.ask("GET", "/v1/me", "")
	if a.StatusCode != 429 || a.problem(t).Code != audit.CodeRateLimited || a.Header.Get("Retry-After") != "1" || a.Header.Get("X-RateLimit-Limit") != "100" {
		t.Errorf("past the burst: %d %v", a.StatusCode, a.Header)
	}
	if a = r.ask("GET", "/v1/me", "", "X-API-Key", theirs); a.StatusCode != 200 {
		t.Errorf("another key: %d", a.StatusCode)
	}
	at.move(time.Second / 20)
	if a = r.ask("GET", "/v1/me", ""); a.StatusCode != 200 {
		t.Errorf("after a 20th of a second: %d", a.StatusCode)
	}
	if a = r.ask("GET", "/v1/me", ""); a.StatusCode != 429 {
		t.Errorf("twice after a 20th of a second: %d", a.StatusCode)
	}
}

func TestAnAddressHasARateWithoutAKey(t *testing.T) {
	at := &clock{now: exampleTime()}
	r := start(t, func(c *Config) {
		c.FailureRate, c.FailureBurst, c.Now, c.TrustedProxies = 0, 0, at.Now, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	from := func(address string) answer {
		return r.ask("GET", "/v1/me", "", "X-API-Key", "wrong", "X-Forwarded-For", address)
	}
	for i := range 10 {
		if a := from("192.0.2.1"); a.StatusCode != 401 {
			t.Fatalf("request %d of the burst: %d", i, a.StatusCode)
		}
	}
	if a := from("192.0.2.1"); a.StatusCode != 429 || a.Header.Get("Retry-After") != "1" {
		t.Errorf("past the burst: %d %v", a.StatusCode, a.Header)
	}
	if a := from("192.0.2.2"); a.StatusCode != 401 {
		t.Errorf("another address: %d", a.StatusCode)
	}
	if a := r.ask("GET", "/v1/me", "", "X-Forwarded-For", "192.0.2.1"); a.StatusCode != 200 {
		t.Errorf("a key from the same address: %d", a.StatusCode)
	}
	at.move(time.Second / 5)
	if a := from("192.0.2.1"); a.StatusCode != 401 {
		t.Errorf("after a 5th of a second: %d", a.StatusCode)
	}
}

func TestTheNamesThatAreLimitedAreBounded(t *testing.T) {
	l, now := newLimiters(1, 1), exampleTime()
	l.take("first", now)
	for i := range maxLimiters {
		l.take(fmt.Sprint(i), now)
	}
	if n := l.recent.Len(); n != maxLimiters || len(l.byName) != n {
		t.Errorf("%d and %d names are kept", n, len(l.byName))
	}
	if l.take(fmt.Sprint(maxLimiters-1), now) == 0 {
		t.Error("a name seen lately was forgotten")
	}
}

// madeUp is a key that is well-formed and exists nowhere.
func madeUp(t *testing.T) string {
	t.Helper()
	key, err := audit.NewKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAnAddressAtItsLimitCausesNoLookup(t *testing.T) {
	at := &clock{now: exampleTime()}
	r := start(t, func(c *Config) { c.FailureRate, c.FailureBurst, c.Now = 0, 0, at.Now })
	r.ask("GET", "/v1/me", "", "X-API-Key", ours)
	for range 10 {
		r.ask("GET", "/v1/me", "", "X-API-Key", madeUp(t))
	}
	before := r.fake.lookups
	for range 20 {
		if a := r.ask("GET", "/v1/me", "", "X-API-Key", madeUp(t)); a.StatusCode != 429 || a.Header.Get("Retry-After") == "" {
			t.Fatalf("past the burst: %d", a.StatusCode)
		}
	}
	if n := r.fake.lookups - before; n != 0 {
		t.Errorf("%d keys were looked up for an address at its limit", n)
	}
	if a := r.ask("GET", "/v1/me", "", "X-API-Key", ours); a.StatusCode != 200 {
		t.Errorf("a key that was seen before: %d", a.StatusCode)
	}
	at.move(time.Second)
	if a := r.ask("GET", "/v1/me", "", "X-API-Key", theirs); a.StatusCode != 200 {
		t.Errorf("a valid key that wasn't, a second later: %d", a.StatusCode)
	}
}

// Many clients with valid keys may share an address, and one client may begin with many requests at once.
func TestUnseenValidKeysAreNotLimited(t *testing.T) {
	at := &clock{now: exampleTime()}
	r := start(t, func(c *Config) { c.FailureRate, c.FailureBurst, c.KeyBurst, c.Now = 1, 2, 1000, at.Now })
	for i := range 50 {
		r.fake.keys[madeUp(t)] = audit.Caller{AccountID: "acc_1", KeyID: fmt.Sprint("key_", i)}
	}
	var group sync.WaitGroup
	for key := range r.fake.keys {
		for range 3 {
			group.Go(func() {
				if a := r.ask("GET", "/v1/me", "", "X-API-Key", key); a.StatusCode != 200 {
					t.Errorf("a valid key: %d", a.StatusCode)
				}
			})
		}
	}
	group.Wait()
}

func TestClientAddress(t *testing.T) {
	s, err := New(Config{Backend: newFake(t), TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		peer, forwardedFor, forwarded, want string
	}{
		"direct":                       {"192.0.2.1:4", "", "", "192.0.2.1"},
		"direct, and a liar":           {"192.0.2.1:4", "203.0.113.1", "for=203.0.113.1", "192.0.2.1"},
		"one proxy":                    {"10.0.0.1:4", "192.0.2.1", "", "192.0.2.1"},
		"one proxy, and a liar":        {"10.0.0.1:4", "203.0.113.1, 192.0.2.1", "", "192.0.2.1"},
		"two proxies":                  {"10.0.0.1:4", "203.0.113.1,192.0.2.1 , 10.2.3.4", "", "192.0.2.1"},
		"nothing but proxies":          {"10.0.0.1:4", "10.0.0.3, 10.0.0.2", "", "10.0.0.3"},
		"no header":                    {"10.0.0.1:4", "", "", "10.0.0.1"},
		"nonsense":                     {"10.0.0.1:4", "203.0.113.1, unknown", "", "10.0.0.1"},
		"with a port":                  {"10.0.0.1:4", "192.0.2.1:555", "", "192.0.2.1"},
		"the standard's header":        {"10.0.0.1:4", "", `for=203.0.113.1, for="[2001:db8::1]:80";proto=https, for=10.0.0.2`, "2001:db8::1"},
		"both headers, alike":          {"10.0.0.1:4", "192.0.2.1", "for=192.0.2.1", "192.0.2.1"},
		"both headers, one a stranger": {"10.0.0.1:4", "203.0.113.1", "for=192.0.2.1", "10.0.0.1"},
		"mapped":                       {"[::ffff:10.0.0.1]:4", "192.0.2.1", "", "192.0.2.1"},
		"IPv6":                         {"[fd00::1]:4", "2001:db8::2", "", "2001:db8::2"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		for header, value := range map[string]string{"X-Forwarded-For": c.forwardedFor, "Forwarded": c.forwarded} {
			if value != "" {
				r.Header.Set(header, value)
			}
		}
		if got := s.clientAddress(r).String(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if a, b := limitedAs(netip.MustParseAddr("2001:db8::1")), limitedAs(netip.MustParseAddr("2001:db8::ffff:1")); a != b {
		t.Errorf("one /64 is limited as %s and %s", a, b)
	}
}

func TestOnlyConfiguredOriginsMayRead(t *testing.T) {
	const origin = "https://app.example.com"
	preflight := []string{"X-API-Key", "", "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "x-api-key"}
	r := start(t)
	if a := r.ask("OPTIONS", "/v1/audits", "", preflight...); a.StatusCode != 401 || a.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("off: %d %v", a.StatusCode, a.Header)
	}
	r = start(t, func(c *Config) { c.CORSOrigins = []string{origin} })
	if a := r.ask("OPTIONS", "/v1/audits", "", preflight...); a.StatusCode != 204 || a.Header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(a.Header.Get("Access-Control-Allow-Headers"), "X-API-Key") {
		t.Errorf("asked beforehand: %d %v", a.StatusCode, a.Header)
	}
	if a := r.ask("GET", "/v1/me", "", "Origin", origin); a.Header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(a.Header.Get("Access-Control-Expose-Headers"), "X-RateLimit-Remaining") {
		t.Errorf("read: %v", a.Header)
	}
	for _, other := range []string{"https://app.example.com.evil.example", "http://app.example.com", "null"} {
		if a := r.ask("GET", "/v1/me", "", "Origin", other); a.Header.Get("Access-Control-Allow-Origin") != "" || a.Header.Get("Vary") != "Origin" {
			t.Errorf("%s: %v", other, a.Header)
		}
	}
}

func TestALineIsLoggedPerRequestWithoutSecrets(t *testing.T) {
	r := start(t)
	a := r.ask("POST", "/v1/audits?note=in-the-query", `{"url":"https://in-the-body.example/"}`, "Authorization", "Bearer "+ours)
	r.ask("GET", "/v1/me?key="+ours, "")
	r.ask("GET", "/v1/audits/"+doneID, "")
	var lines []map[string]any
	for line := range strings.Lines(r.log.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, one)
	}
	if len(lines) != 3 {
		t.Fatalf("%d lines: %s", len(lines), r.log)
	}
	first := lines[0]
	delete(first, "time")
	delete(first, "duration_ms")
	want := map[string]any{
		"level": "INFO", "msg": "request", "method": "POST", "route": "/v1/audits", "status": 202.0, "bytes": float64(len(a.body)),
		"request_id": a.Header.Get("X-Request-Id"), "account_id": "acc_ours", "key_id": "key_ours",
	}
	if fmt.Sprint(first) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", first, want)
	}
	if lines[1]["code"] != "unauthorized" || lines[2]["route"] != "/v1/audits/{audit_id}" {
		t.Errorf("%v", lines[1:])
	}
	for _, secret := range []string{ours, audit.KeyMarker, "in-the-query", "in-the-body"} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("%q is in the log: %s", secret, r.log)
		}
	}
}

func TestASpanIsRecordedPerRequest(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	r := start(t, func(c *Config) { c.TracerProvider = provider })
	var within trace.SpanContext
	r.fake.during = func(ctx context.Context) { within = trace.SpanContextFromContext(ctx) }
	const stranger = "4bf92f3577b34da6a3ce929d0e0e4736"
	r.ask("POST", "/v1/audits", `{"url":"a.example"}`, "Traceparent", "00-"+stranger+"-00f067aa0ba902b7-01")
	ended := spans.Ended()
	if len(ended) != 1 || ended[0].Name() != "POST /v1/audits" || !within.IsValid() || ended[0].SpanContext().SpanID() != within.SpanID() {
		t.Fatalf("%d spans, within the service %v", len(ended), within)
	}
	if ended[0].SpanContext().TraceID().String() == stranger || len(ended[0].Links()) != 1 {
		t.Errorf("a stranger's trace was continued, or not linked to: %v", ended[0].Links())
	}
	if !strings.Contains(r.log.String(), within.TraceID().String()) {
		t.Errorf("the trace isn't in the log: %s", r.log)
	}
}

// FuzzSubmit holds the reading of bodies to the one promise that any body gets a clear answer, and only what the document describes is submitted.
func FuzzSubmit(f *testing.F) {
	for _, seed := range []string{
		`{"url":"https://example.com/"}`, `{"urls":["a","b"],"lang":"fr","refresh":true}`, `{"url":"a","url":"b"}`, `{"urls":[null]}`, `[]`, `{"url":"\ud800"}`, `{"a":{"b":[]}}`, "\xff", ``,
	} {
		f.Add([]byte(seed))
	}
	back := newFake(f)
	s, err := New(Config{Backend: back, KeyRate: 1e9, KeyBurst: 1e9})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest("POST", "/v1/audits", strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-API-Key", ours)
		w := httptest.NewRecorder()
		back.submitted = nil
		s.Public().ServeHTTP(w, r)
		switch w.Code {
		case http.StatusAccepted:
			if n := len(back.submitted[0].URLs); n < 1 || n > audit.MaxURLs || !json.Valid(body) {
				t.Errorf("%d addresses were submitted", n)
			}
		case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
			if len(back.submitted) > 0 || !json.Valid(w.Body.Bytes()) {
				t.Errorf("refused with %d, submitted %v", w.Code, back.submitted)
			}
		default:
			t.Errorf("%d: %s", w.Code, w.Body)
		}
	})
}
