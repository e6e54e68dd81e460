package client

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

func account(c *Client) func(context.Context) error {
	return func(ctx context.Context) error { _, err := c.Account(ctx); return err }
}

func TestARefusalIsTyped(t *testing.T) {
	const html = "<html><h1>Sorry</h1></html>"
	for _, row := range []struct {
		name   string
		answer http.HandlerFunc
		code   audit.Code // of an audit.Error
		status int        // of a ServerError
		says   string
	}{
		{"a refusal", refuse(404, audit.CodeNotFound), audit.CodeNotFound, 0, "the detail"},
		{"an unknown code", refuse(418, "teapot"), "teapot", 0, "the detail"},
		{"a fault of the server", refuse(500, audit.CodeInternal), audit.CodeInternal, 0, "the detail"},
		{"a problem without words", give(409, "application/json", `{"code":"audit_pending"}`), audit.CodeAuditPending, 0, "409"},
		{"a key that isn't accepted", refuse(401, audit.CodeUnauthorized), audit.CodeUnauthorized, 0, "make a new one"},
		{"a 401 of something else", give(401, "text/html", html), audit.CodeUnauthorized, 0, "make a new one"},
		{"a gateway's 429", give(429, "text/html", html), audit.CodeRateLimited, 0, "less often"},
		{"a gateway's 502", give(502, "text/html", html), "", 502, "try again later"},
		{"a gateway's empty 503", give(503, "", ""), "", 503, "try again later"},
		{"an empty 500", give(500, "application/problem+json", ""), "", 500, "ask its operator"},
		{"a foreign problem", give(403, "application/problem+json", `{"title":"no"}`), "", 403, "proxy"},
		{"half a problem", give(500, "application/problem+json", `{"code":"inter`), "", 500, "ask its operator"},
		{"a wrong address", give(404, "text/html", html), "", 404, "it is no auditctl server"},
		{"a proxy's limit", give(413, "text/html", html), "", 413, "fewer addresses"},
		{"a sign-in page", give(200, "text/html", html), "", 200, "sign-in page"},
		{"JSON of another kind", give(200, "text/plain", `{"plan":"x"}`), "", 200, "doesn't answer like an auditctl server"},
		{"an empty answer", give(200, "application/json", ""), "", 200, "doesn't answer like an auditctl server"},
		{"no content type", give(204, "", ""), "", 204, "doesn't answer like an auditctl server"},
		{"broken JSON", give(200, "application/json", `{"plan":`), "", 200, "doesn't answer like an auditctl server"},
		{"wrong types", give(200, "application/json", `{"plan":7}`), "", 200, "doesn't answer like an auditctl server"},
		{"another service's JSON", give(200, "application/json", `{"ok":true}`), "", 200, "an account without a plan"},
		{"null", give(200, "application/json", `null`), "", 200, "an account without a plan"},
		{"not modified, unasked", give(304, "", ""), "", 304, "doesn't answer like an auditctl server"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, _ := play(t, Config{Retries: -1}, row.answer)
			err := account(c)(t.Context())
			var refused *audit.Error
			var server *ServerError
			switch {
			case err == nil || !strings.Contains(err.Error(), row.says) || strings.Contains(err.Error(), "EOF"):
				t.Errorf("%v, want it to say %q", err, row.says)
			case row.code != "" && (!errors.As(err, &refused) || refused.Code != row.code):
				t.Errorf("%#v, want %s", err, row.code)
			case row.status != 0 && (!errors.As(err, &server) || server.Status != row.status || server.Host != c.host):
				t.Errorf("%#v, want a ServerError with %d", err, row.status)
			}
		})
	}
}

func TestARefusalTellsWhatIsWrongAndWhereToAsk(t *testing.T) {
	c, _ := play(t, Config{Retries: -1}, give(422, "application/problem+json", `{"detail":"2 faults","code":"validation_failed","request_id":"req_7","new":{},
		"errors":[{"pointer":"/urls/3","code":"type","detail":"not\u001b[31m text","more":1},{"pointer":"/lang","code":"enum","detail":"en or fr"}]}`))
	_, err := c.Submit(t.Context(), audit.Submission{URLs: []string{"a.example"}})
	var e *audit.Error
	if !errors.As(err, &e) || e.RequestID != "req_7" || len(e.Fields) != 2 || e.Fields[0].Pointer != "/urls/3" || e.Fields[1].Detail != "en or fr" {
		t.Fatalf("%+v", err)
	}
	if strings.Contains(e.Fields[0].Detail, "\x1b") {
		t.Error("a server can write to the terminal")
	}
	c, _ = play(t, Config{Retries: -1}, give(429, "application/problem+json", `{"code":"rate_limited"}`, "Retry-After", "17", "X-Request-Id", "req_8"))
	if err := account(c)(t.Context()); !errors.As(err, &e) || e.RetryAfter != 17*time.Second || e.RequestID != "req_8" {
		t.Errorf("%+v", err)
	}
}

func TestAnAnswerThatLacksWhatWasPromisedIsNotPassedOn(t *testing.T) {
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		give(200, "application/json", map[string]string{
			"/v1/audits/done": `{"audit_id":"aud_1","status":"done"}`, "/v1/audits/nameless": `{"status":"pending"}`, "/v1/audits/stateless": `{"audit_id":"aud_1"}`,
			"/v1/batches/nameless": `{"audits":[]}`, "/v1/batches/one": `{"batch_id":"bat_1","audits":[{"audit_id":"aud_1","status":"done"}]}`,
			"/v1/audits": `{}`, "/v1/batches": `{}`,
		}[r.URL.Path])(w, r)
	})
	ctx := t.Context()
	for name, call := range map[string]func() error{
		"a finished audit without a report":        func() error { _, err := c.Audit(ctx, "done"); return err },
		"an audit without an id":                   func() error { _, err := c.Audit(ctx, "nameless"); return err },
		"an audit without a status":                func() error { _, err := c.Audit(ctx, "stateless"); return err },
		"a batch without an id":                    func() error { _, err := c.Batch(ctx, "nameless"); return err },
		"a batch of an audit without its report":   func() error { _, err := c.Batch(ctx, "one"); return err },
		"a page without audits":                    func() error { _, err := c.Audits(ctx, audit.Query{}); return err },
		"a page without batches":                   func() error { _, err := c.Batches(ctx, audit.Query{}); return err },
		"a receipt without a batch":                func() error { _, err := c.Submit(ctx, audit.Submission{}); return err },
		"a report that is a deletion's answer":     func() error { return c.Delete(ctx, "done") },
		"a CSV that is none, as of a sign-in page": func() error { _, err := c.BatchCSV(ctx, "one"); return err },
	} {
		var e *ServerError
		if err := call(); !errors.As(err, &e) || e.Temporary() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatAnotherAttemptMayChangeIsTriedAgain(t *testing.T) {
	const html = "<html>"
	for _, row := range []struct {
		name    string
		answers []http.HandlerFunc
		retries int
		sent    int
		code    audit.Code // internal for a ServerError, empty for success
		waits   []time.Duration
	}{
		{"a connection that broke off", []http.HandlerFunc{reset, reset, me}, 0, 3, "", []time.Duration{0, 0}},
		{"half an answer", []http.HandlerFunc{half, me}, 0, 2, "", []time.Duration{0}},
		{"a gateway's page", []http.HandlerFunc{give(502, "text/html", html), give(504, "text/html", html), me}, 0, 3, "", []time.Duration{0, 0}},
		{"a server that starts", []http.HandlerFunc{give(503, "", "", "Retry-After", "2"), me}, 0, 2, "", []time.Duration{2 * time.Second}},
		{"an overload", []http.HandlerFunc{refuse(503, audit.CodeOverloaded, "Retry-After", "5"), me}, 0, 2, "", []time.Duration{5 * time.Second}},
		{"an unknown 503", []http.HandlerFunc{refuse(503, "maintenance"), me}, 0, 2, "", []time.Duration{0}},
		{"a rate limit", []http.HandlerFunc{refuse(429, audit.CodeRateLimited, "Retry-After", "1"), refuse(429, audit.CodeRateLimited, "Retry-After", "9"), me}, 0, 3, "", []time.Duration{time.Second, 9 * time.Second}},
		{"the first still running", []http.HandlerFunc{refuse(409, audit.CodeIdempotencyInProgress), me}, 0, 2, "", []time.Duration{0}},
		{"an overload without end", []http.HandlerFunc{refuse(503, audit.CodeOverloaded)}, 0, defaultRetries + 1, audit.CodeOverloaded, make([]time.Duration, defaultRetries)},
		{"a broken server", []http.HandlerFunc{half}, 2, 3, audit.CodeInternal, make([]time.Duration, 2)},
		{"a rate limit, never again", []http.HandlerFunc{refuse(429, audit.CodeRateLimited)}, -1, 1, audit.CodeRateLimited, nil},
		{"a wait that is too long", []http.HandlerFunc{refuse(503, audit.CodeOverloaded, "Retry-After", "3600")}, 0, 1, audit.CodeOverloaded, nil},
		{"too many failures", []http.HandlerFunc{refuse(429, audit.CodeTooManyFailures, "Retry-After", "5")}, 0, 1, audit.CodeTooManyFailures, nil},
		{"an exhausted quota", []http.HandlerFunc{refuse(429, audit.CodeQuotaExceeded)}, 0, 1, audit.CodeQuotaExceeded, nil},
		{"a reused key", []http.HandlerFunc{refuse(422, audit.CodeIdempotencyKeyReused)}, 0, 1, audit.CodeIdempotencyKeyReused, nil},
		{"a conflict", []http.HandlerFunc{refuse(409, audit.CodeAuditPending)}, 0, 1, audit.CodeAuditPending, nil},
		{"a fault", []http.HandlerFunc{refuse(500, audit.CodeInternal)}, 0, 1, audit.CodeInternal, nil},
		{"a key that isn't accepted", []http.HandlerFunc{refuse(401, audit.CodeUnauthorized)}, 0, 1, audit.CodeUnauthorized, nil},
		{"a wrong address", []http.HandlerFunc{give(404, "text/html", html)}, 0, 1, audit.CodeInternal, nil},
		{"a sign-in page", []http.HandlerFunc{give(200, "text/html", html)}, 0, 1, audit.CodeInternal, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			sent := 0
			c, waited := play(t, Config{Retries: row.retries}, inTurn(&sent, row.answers...))
			err := account(c)(t.Context())
			if sent != row.sent || audit.CodeOf(err) != row.code {
				t.Errorf("%d requests and %v, want %d and %q", sent, err, row.sent, row.code)
			}
			if len(waited.list) != len(row.waits) {
				t.Fatalf("waited %v, want %v", waited.list, row.waits)
			}
			for i, asked := range row.waits {
				if got := waited.list[i]; got <= asked || got > asked+longestBackoff {
					t.Errorf("waited %v where %v were asked", got, asked)
				}
			}
		})
	}
}

func TestASubmissionWhoseAnswerIsLostIsRepeatedUnderItsKey(t *testing.T) {
	sent := 0
	var requests []string
	turns := inTurn(&sent, reset, half, give(502, "text/html", ""), refuse(409, audit.CodeIdempotencyInProgress), give(202, "application/json", `{"batch_id":"bat_1"}`))
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		requests = append(requests, r.Header.Get("Idempotency-Key")+" "+string(body))
		turns(w, r)
	})
	if r, err := c.Submit(t.Context(), audit.Submission{URLs: []string{"a.example"}}); err != nil || r.BatchID != "bat_1" {
		t.Fatalf("%+v, %v", r, err)
	}
	first := requests[0]
	for _, r := range requests {
		if r != first || !strings.HasSuffix(r, ` {"urls":["a.example"]}`) || strings.HasPrefix(r, " ") {
			t.Errorf("%q after %q", r, first)
		}
	}
	if _, err := c.Submit(t.Context(), audit.Submission{URLs: []string{"a.example"}}); err != nil || len(requests) != 6 || requests[5] == first {
		t.Errorf("another submission has the key of the first: %q, %v", requests, err)
	}
}

func TestADeletionWhoseAnswerIsLostIsDone(t *testing.T) {
	gone := refuse(404, audit.CodeNotFound)
	for name, row := range map[string]struct {
		answers []http.HandlerFunc
		want    audit.Code
	}{
		"deleted":                  {[]http.HandlerFunc{give(204, "", "")}, ""},
		"never there":              {[]http.HandlerFunc{gone}, audit.CodeNotFound},
		"deleted, the answer lost": {[]http.HandlerFunc{reset, gone}, ""},
		"not asked often enough":   {[]http.HandlerFunc{refuse(429, audit.CodeRateLimited), gone}, audit.CodeNotFound},
		"pending":                  {[]http.HandlerFunc{refuse(409, audit.CodeAuditPending)}, audit.CodeAuditPending},
	} {
		sent := 0
		c, _ := play(t, Config{}, inTurn(&sent, row.answers...))
		if err := c.Delete(t.Context(), "aud_1"); audit.CodeOf(err) != row.want || sent != len(row.answers) {
			t.Errorf("%s: %v after %d requests", name, err, sent)
		}
	}
}

func TestTheCallersContextEndsEverything(t *testing.T) {
	arrived := make(chan struct{}, 8)
	silent := func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		arrived <- struct{}{}
		<-r.Context().Done()
	}
	c, _ := play(t, Config{}, silent)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	if err := account(c)(ctx); !errors.Is(err, context.Canceled) || len(arrived) != 0 {
		t.Errorf("a call that is broken off: %v, %d more requests", err, len(arrived))
	}

	sent := 0
	c, _ = play(t, Config{}, inTurn(&sent, refuse(503, audit.CodeOverloaded, "Retry-After", "30")))
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := account(c)(ctx); audit.CodeOf(err) != audit.CodeOverloaded || sent != 1 {
		t.Errorf("where the deadline is nearer than the next attempt, the reason is told at once: %v, %d requests", err, sent)
	}

	ctx, cancel = context.WithCancel(t.Context())
	c.sleep = func(ctx context.Context, d time.Duration) error { cancel(); return sleep(ctx, d) }
	if err := account(c)(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that is broken off: %v", err)
	}
}

func TestASilentServerIsGivenUp(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	for name, answer := range map[string]http.HandlerFunc{
		"before its answer": func(http.ResponseWriter, *http.Request) { <-over },
		"within its answer": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"plan":`)
			w.(http.Flusher).Flush()
			<-over
		},
	} {
		c, waited := play(t, Config{Timeout: 50 * time.Millisecond, Retries: 1}, answer)
		var e *ServerError
		if err := account(c)(t.Context()); !errors.As(err, &e) || !e.Temporary() || !strings.Contains(e.Message, "didn't answer within 50ms") || len(waited.list) != 1 {
			t.Errorf("%s: %v after waiting %v", name, err, waited.list)
		}
	}
	c, _ := play(t, Config{Timeout: 3 * time.Second}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/csv")
		io.WriteString(w, "url\r\n")
		w.(http.Flusher).Flush()
		<-over
	})
	body, err := c.BatchCSV(t.Context(), "bat_1")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	var e *ServerError
	if text, err := io.ReadAll(body); string(text) != "url\r\n" || !errors.As(err, &e) {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAStreamThatBreaksOffDoesNotLookWhole(t *testing.T) {
	c, _ := play(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/csv")
		io.WriteString(w, "url\r\n")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	body, err := c.BatchCSV(t.Context(), "bat_1")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	var e *ServerError
	if text, err := io.ReadAll(body); string(text) != "url\r\n" || !errors.As(err, &e) || !strings.Contains(e.Message, "broke off") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAnAnswerWithoutEndIsRefused(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for range maxAnswer>>20 + 1 {
		z.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	z.Close()
	sent := 0
	c, _ := play(t, Config{}, inTurn(&sent, give(200, "application/json", bomb.String(), "Content-Encoding", "gzip")))
	var e *ServerError
	if err := account(c)(t.Context()); !errors.As(err, &e) || !strings.Contains(e.Message, "larger than 64 MiB") || sent != 1 {
		t.Errorf("%v after %d requests", err, sent)
	}
}

func TestTheKeyFollowsNoRedirect(t *testing.T) {
	elsewhere := 0
	other := httptest.NewServer(inTurn(&elsewhere, me))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		sent := 0
		c, _ := play(t, Config{}, inTurn(&sent, give(status, "", "", "Location", other.URL+"/v1/me?secret=1")))
		var e *ServerError
		if err := account(c)(t.Context()); !errors.As(err, &e) || e.Status != status || !strings.Contains(e.Message, "redirect to "+other.URL+",") || sent != 1 {
			t.Errorf("%d: %v after %d requests", status, err, sent)
		}
	}
	if elsewhere != 0 {
		t.Errorf("%d requests went elsewhere", elsewhere)
	}
}

func TestTheKeyIsNeverShown(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) {
		told := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		give(422, "application/problem+json", fmt.Sprintf(`{"detail":"key %[1]s","title":"%[1]s","code":"%[1]s","request_id":"%[1]s",
			"errors":[{"pointer":"%[1]s","code":"%[1]s","detail":"%[1]s"}]}`, told))(w, r)
	}
	c, _ := play(t, Config{}, echo)
	err := account(c)(t.Context())
	if !strings.Contains(err.Error(), audit.KeyPrefix(key)+"…") {
		t.Errorf("the server's words are lost: %v", err)
	}
	page, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		give(200, r.Header.Get("Authorization"), "", "Location", "https://"+key+"/")(w, r)
	})
	for _, shown := range []string{fmt.Sprintf("%+v %#v", err, err), fmt.Sprintf("%v %+v %#v", c, c, c), fmt.Sprintf("%#v", account(page)(t.Context()))} {
		if strings.Contains(shown, key) {
			t.Errorf("the key is shown: %s", shown)
		}
	}
}

func TestADateToRetryAfterIsReadByTheServersClock(t *testing.T) {
	skewed := time.Now().Add(-72 * time.Hour)
	for _, row := range []struct {
		after, date string
		want        time.Duration
	}{
		{"12", "", 12 * time.Second},
		{skewed.Add(20 * time.Second).UTC().Format(http.TimeFormat), skewed.UTC().Format(http.TimeFormat), 20 * time.Second},
		{skewed.UTC().Format(http.TimeFormat), "", 0},
		{"", "", 0},
		{"-3", "", 0},
		{"soon", "", 0},
		{"99999999999999999999", "", 0},
	} {
		if got := retryAfter(http.Header{"Retry-After": {row.after}, "Date": {row.date}}); got != row.want {
			t.Errorf("%q at %q: %v, want %v", row.after, row.date, got, row.want)
		}
	}
}

// transport is a network that fails as it is told.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func TestAServerThatCannotBeReachedIsSaidWithWhatToCheck(t *testing.T) {
	closed := httptest.NewServer(me)
	closed.Close()
	plain := httptest.NewServer(me)
	defer plain.Close()
	encrypted := httptest.NewUnstartedServer(me)
	encrypted.Config.ErrorLog = log.New(io.Discard, "", 0) // of the handshake that fails
	encrypted.StartTLS()
	defer encrypted.Close()
	forbidding := httptest.NewServer(give(407, "", ""))
	defer forbidding.Close()
	through := func(address string) *http.Transport {
		tr := newTransport()
		tr.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(address) }
		return tr
	}
	noHost := transport(func(*http.Request) (*http.Response, error) { return nil, &net.DNSError{IsNotFound: true} })
	noDNS := transport(func(*http.Request) (*http.Response, error) { return nil, &net.DNSError{IsTimeout: true} })
	for name, row := range map[string]struct {
		base      string
		transport http.RoundTripper
		says      string
		temporary bool
	}{
		"a server that is down":    {closed.URL, nil, "check that the server runs", true},
		"a port that isn't TLS":    {"https" + strings.TrimPrefix(plain.URL, "http"), nil, "doesn't speak TLS", false},
		"a certificate of nobody":  {encrypted.URL, nil, "SSL_CERT_FILE", false},
		"a host that isn't":        {"https://audit.example", noHost, "there is no host audit.example", false},
		"no name service":          {"https://audit.example", noDNS, "check the network", true},
		"a proxy that forbids":     {"https://audit.example", through(forbidding.URL), "what the proxy allows", false},
		"a proxy that isn't there": {"https://audit.example", through(closed.URL), "HTTPS_PROXY", true},
	} {
		c, _ := quick(t, Config{BaseURL: row.base, Key: key, Transport: row.transport, Retries: 1})
		var e *ServerError
		if err := account(c)(t.Context()); !errors.As(err, &e) || !strings.Contains(e.Message, row.says) || e.Temporary() != row.temporary || e.Err == nil ||
			!strings.Contains(e.Message, c.host) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
