package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// key is one that can exist.
var key = func() string {
	k, err := audit.NewKey(bytes.NewReader(make([]byte, 64)))
	if err != nil {
		panic(err)
	}
	return k
}()

// pauses are the waits of a client that doesn't wait.
type pauses struct {
	mu   sync.Mutex
	list []time.Duration
}

// play starts a server that answers with handler, and a client of it that doesn't wait between attempts.
func play(t *testing.T, c Config, handler http.HandlerFunc) (*Client, *pauses) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	c.BaseURL, c.Key = server.URL, key
	return quick(t, c)
}

func quick(t *testing.T, c Config) (*Client, *pauses) {
	t.Helper()
	made, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &pauses{}
	made.sleep = func(ctx context.Context, d time.Duration) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.list = append(p.list, d)
		return ctx.Err()
	}
	return made, p
}

// inTurn answers the n-th request with the n-th handler, and every later one with the last.
func inTurn(count *int, handlers ...http.HandlerFunc) http.HandlerFunc {
	var mu sync.Mutex
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		h := handlers[min(*count, len(handlers)-1)]
		*count++
		mu.Unlock()
		h(w, r)
	}
}

// give answers with a status, a content type, a body, and headers as name, value, name, value.
func give(status int, kind, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", kind)
		for pair := range slices.Chunk(header, 2) {
			w.Header().Set(pair[0], pair[1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func refuse(status int, code audit.Code, header ...string) http.HandlerFunc {
	return give(status, "application/problem+json",
		fmt.Sprintf(`{"type":"/problems/%s","title":"t","status":%d,"detail":"the detail","success":false,"code":%q,"request_id":"req_1"}`, code, status, code), header...)
}

// reset breaks the connection off without an answer.
func reset(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	panic(http.ErrAbortHandler)
}

// half breaks the connection off within the answer.
func half(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, `{"plan":"agency",`)
}

var me = give(200, "application/json", `{"plan":"agency","quota":{"limit":10,"remaining":4,"window":"rolling 30 days"}}`)

func TestAddressesAndKeysThatCannotBeAreRefusedBeforeAnythingIsSent(t *testing.T) {
	for _, row := range []struct {
		config Config
		code   audit.Code
		says   string
	}{
		{Config{BaseURL: "https://audit.example", Key: key}, "", ""},
		{Config{BaseURL: "https://example.com/audits/", Key: key}, "", ""},
		{Config{BaseURL: "http://127.0.0.1:8080", Key: key}, "", ""},
		{Config{BaseURL: "http://[::1]:8080", Key: key}, "", ""},
		{Config{BaseURL: "http://localhost", Key: key}, "", ""},
		{Config{BaseURL: "http://audit.example", Key: key, AllowHTTP: true}, "", ""},
		{Config{BaseURL: "http://audit.example", Key: key}, audit.CodeValidationFailed, "use https://audit.example"},
		{Config{BaseURL: "http://localhost.example", Key: key}, audit.CodeValidationFailed, "unencrypted"},
		{Config{BaseURL: "audit.example", Key: key}, audit.CodeValidationFailed, "https://"},
		{Config{BaseURL: "", Key: key}, audit.CodeValidationFailed, "https://"},
		{Config{BaseURL: "ftp://audit.example", Key: key}, audit.CodeValidationFailed, "https://"},
		{Config{BaseURL: "https://user:hunter2@audit.example", Key: key}, audit.CodeValidationFailed, "password"},
		{Config{BaseURL: "https://user:hunter2@audit.example:x", Key: key}, audit.CodeValidationFailed, "https://"},
		{Config{BaseURL: "https://audit.example/?key=x", Key: key}, audit.CodeValidationFailed, "before ?"},
		{Config{BaseURL: "https://audit.example"}, audit.CodeUnauthorized, "no API key"},
		{Config{BaseURL: "https://audit.example", Key: key[:len(key)-1] + "!"}, audit.CodeUnauthorized, "mistyped"},
		{Config{BaseURL: "https://audit.example", Key: key + "\r\nX: y"}, audit.CodeUnauthorized, "mistyped"},
	} {
		_, err := New(row.config)
		if audit.CodeOf(err) != row.code || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v (%s), want %s saying %q", row.config.BaseURL, err, audit.CodeOf(err), row.code, row.says)
		}
		if err != nil && (strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), key[12:20])) {
			t.Errorf("%s: a secret is shown: %v", row.config.BaseURL, err)
		}
	}
}

func TestASubmissionIsSentAsDocumented(t *testing.T) {
	var got *http.Request
	var body string
	c, _ := play(t, Config{UserAgent: "ci/1"}, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got, body = r, string(text)
		give(202, "application/json", `{"success":true,"batch_id":"bat_1","count":1,"metered":1,
			"audits":[{"url":"a.example","audit_id":"aud_1","status":"pending","cached":false}],"quota":{"limit":100,"remaining":99,"window":"rolling 30 days"}}`,
			"X-RateLimit-Limit", "100", "X-RateLimit-Remaining", "99")(w, r)
	})
	if _, ok := c.Quota(); ok {
		t.Error("a quota is known before the server told it")
	}
	receipt, err := c.Submit(t.Context(), audit.Submission{URLs: []string{"a.example"}, Lang: audit.French, Refresh: true, IdempotencyKey: "once"})
	if err != nil {
		t.Fatal(err)
	}
	if receipt.BatchID != "bat_1" || receipt.Metered != 1 || len(receipt.Audits) != 1 || receipt.Audits[0].Status != audit.Pending || receipt.Quota.Remaining != 99 {
		t.Errorf("%+v", receipt)
	}
	if got.Method != "POST" || got.URL.String() != "/v1/audits" || body != `{"urls":["a.example"],"lang":"fr","refresh":true}` {
		t.Errorf("%s %s %s", got.Method, got.URL, body)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer " + key, "Content-Type": "application/json", "Idempotency-Key": "once", "User-Agent": "ci/1",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.Header.Get(name), want)
		}
	}
	if q, ok := c.Quota(); !ok || q != (audit.Quota{Limit: 100, Remaining: 99, Window: audit.QuotaWindowName}) {
		t.Errorf("%+v, %v", q, ok)
	}
}

func TestASubmissionThatCannotBeAcceptedIsNotSent(t *testing.T) {
	sent := 0
	c, _ := play(t, Config{}, inTurn(&sent, me))
	for name, s := range map[string]audit.Submission{
		"too many addresses":       {URLs: make([]string, audit.MaxURLs+1)},
		"a key that is too long":   {URLs: []string{"a.example"}, IdempotencyKey: strings.Repeat("k", audit.MaxIdempotencyKey+1)},
		"a key that adds a header": {URLs: []string{"a.example"}, IdempotencyKey: "k\r\nX: y"},
	} {
		if _, err := c.Submit(t.Context(), s); audit.CodeOf(err) != audit.CodeValidationFailed || sent != 0 {
			t.Errorf("%s: %v, %d requests", name, err, sent)
		}
	}
}

func TestEveryListAsksForWhatItsQuerySays(t *testing.T) {
	var asked []string
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		give(200, "application/json", `{"success":true,"audits":[],"batches":[]}`)(w, r)
	})
	for _, q := range []audit.Query{{}, {Limit: 5, Domain: "a.example", Cursor: "x&y="}, {Limit: 1000}} {
		if _, err := c.Audits(t.Context(), q); err != nil {
			t.Error(err)
		}
		if _, err := c.Batches(t.Context(), q); err != nil {
			t.Error(err)
		}
	}
	want := []string{
		"/v1/audits?limit=100", "/v1/batches?limit=100",
		"/v1/audits?cursor=x%26y%3D&domain=a.example&limit=5", "/v1/batches?cursor=x%26y%3D&limit=5",
		"/v1/audits?limit=100", "/v1/batches?limit=100",
	}
	if !slices.Equal(asked, want) {
		t.Errorf("%q\nwant %q", asked, want)
	}
}

func TestAnIdNamesNothingElseOnTheServer(t *testing.T) {
	var asked []string
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.EscapedPath())
		refuse(404, audit.CodeNotFound)(w, r)
	})
	for _, id := range []string{"", "..", "../me", "a?b#c", "{id}"} {
		if _, err := c.Audit(t.Context(), id); audit.CodeOf(err) != audit.CodeNotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
	if want := []string{"/v1/audits/..%2Fme", "/v1/audits/a%3Fb%23c", "/v1/audits/%7Bid%7D"}; !slices.Equal(asked, want) {
		t.Errorf("%q, want %q", asked, want)
	}
}

func TestAnAuditIsReadWhoeverWroteIt(t *testing.T) {
	const head = `{"audit_id":"aud_1","url":"https://a.example/","domain":"a.example","cached":false,`
	const result = `"overall_ai_readiness":61,"scores":{"seo":{"value":70,"tier":"measured","source":"s"},"novelty":{"value":1,"tier":"guess","source":"s"}},
		"business":{"industry":"bakery","type":"local","mood":"good"},"summary":"s","ai_citation":null,"grounded_citation":null,"search_ai_mode":null,"live_citation":null`
	for _, row := range []struct {
		name, body string
		status     audit.Status
		report     bool
	}{
		{"finished, with nothing but the specification's fields", head + `"status":"done",` + result + `}`, audit.Done, true},
		{"finished, by a newer server", head + `"status":"done","lang":"de","weather":{"rain":[1]},` + result + `}`, audit.Done, true},
		{"pending", head + `"status":"pending"}`, audit.Pending, false},
		{
			"pending, with explicit nulls",
			head + `"status":"pending","overall_ai_readiness":null,"scores":null,"business":null,"summary":null,"ai_citation":null,"error":null}`, audit.Pending, false,
		},
		{"failed", head + `"status":"failed","error":{"code":"of_a_newer_server","message":"m"}}`, audit.Failed, false},
		{"in a state of a newer server", head + `"status":"on_hold","summary":""}`, "on_hold", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
				body := row.body
				if strings.HasPrefix(r.URL.Path, "/v1/batches/") {
					body = `{"success":true,"batch_id":"bat_1","total":1,"audits":[` + body + `]}`
				} else if r.URL.Path == "/v1/audits" {
					body = `{"success":true,"audits":[` + body + `]}`
				}
				give(200, "application/json; charset=utf-8", body)(w, r)
			})
			a, err := c.Audit(t.Context(), "aud_1")
			if err != nil {
				t.Fatal(err)
			}
			b, err := c.Batch(t.Context(), "bat_1")
			if err != nil {
				t.Fatal(err)
			}
			page, err := c.Audits(t.Context(), audit.Query{})
			if err != nil {
				t.Fatal(err)
			}
			for where, a := range map[string]audit.Audit{"audit": *a, "batch": b.Audits[0], "list": page.Audits[0]} {
				if a.Status != row.status || (a.Report != nil) != row.report || row.report && a.Report.Scores[audit.SEO].Value != 70 {
					t.Errorf("%s: %+v", where, a)
				}
			}
		})
	}
}

func TestAnUnchangedAnswerIsSentOnce(t *testing.T) {
	version, whole, conditional := "1", 0, 0
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		etag := `"v` + version + `"`
		w.Header().Set("ETag", etag)
		if conditional++; r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		whole++
		give(200, "application/json", `{"audit_id":"aud_1","status":"done","summary":"version `+version+`","scores":{}}`)(w, r)
	})
	read := func(want string) {
		t.Helper()
		a, err := c.Audit(t.Context(), "aud_1")
		if err != nil {
			t.Fatal(err)
		}
		if a.Summary != want {
			t.Errorf("%q, want %q", a.Summary, want)
		}
		a.Summary = "the caller's"
	}
	read("version 1")
	read("version 1")
	version = "2"
	read("version 2")
	read("version 2")
	if whole != 2 || conditional != 4 {
		t.Errorf("%d of %d answers were sent whole, want 2 of 4", whole, conditional)
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	var k kept
	for i := range 2 * keptAnswers {
		k.put(whole{address: fmt.Sprint(i), etag: "v", body: []byte("x")})
		k.get("0") // what is used stays
	}
	if len(k.list) != keptAnswers || k.get("0").etag == "" || k.get("1").etag != "" || k.get(fmt.Sprint(2*keptAnswers-1)).etag == "" {
		t.Errorf("%d answers are kept, want %d: the most recently used", len(k.list), keptAnswers)
	}
	k.put(whole{address: "0", etag: ""})
	if k.get("0").etag != "" {
		t.Error("an answer that lost its version is still kept")
	}
	k.put(whole{address: "large", etag: "v", body: make([]byte, keptBytes)})
	k.put(whole{address: "larger", etag: "v", body: make([]byte, keptBytes+1)})
	if len(k.list) != 0 {
		t.Errorf("%d answers are kept past %d bytes", len(k.list), keptBytes)
	}
}

func TestOneClientServesManyGoroutines(t *testing.T) {
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/me" {
			me(w, r)
			return
		}
		give(200, "application/json", `{"audit_id":"aud_1","status":"pending"}`, "ETag", `"v"`, "X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "1")(w, r)
	})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if _, err := c.Account(t.Context()); err != nil {
				t.Error(err)
			}
			if _, err := c.Audit(t.Context(), fmt.Sprint("aud_", i%2)); err != nil {
				t.Error(err)
			}
			c.Quota()
		})
	}
	all.Wait()
}

func TestEveryAuditIsListedAPageAtATime(t *testing.T) {
	asked := 0
	pageOf := func(ids string, next string) http.HandlerFunc {
		var audits []string
		for _, id := range strings.Fields(ids) {
			audits = append(audits, `{"audit_id":"`+id+`","status":"pending"}`)
		}
		return give(200, "application/json", `{"success":true,"audits":[`+strings.Join(audits, ",")+`],"next_cursor":"`+next+`"}`)
	}
	pages := map[string]http.HandlerFunc{"": pageOf("a b", "2"), "2": pageOf("", "3"), "3": pageOf("c", ""), "loop": pageOf("d", "loop"), "broken": pageOf("e", "gone")}
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		asked++
		if page, ok := pages[r.URL.Query().Get("cursor")]; ok {
			page(w, r)
			return
		}
		refuse(422, audit.CodeValidationFailed)(w, r)
	})
	for _, row := range []struct {
		cursor, want string
		stop, asked  int
	}{{"", "a b c", 9, 3}, {"", "a", 1, 1}, {"loop", "error", 9, 1}, {"broken", "e validation_failed", 9, 2}} {
		asked = 0
		var got []string
		for a, err := range c.AllAudits(t.Context(), audit.Query{Cursor: row.cursor}) {
			var server *ServerError
			switch {
			case errors.As(err, &server):
				got = append(got, "error")
			case err != nil:
				got = append(got, string(audit.CodeOf(err)))
			default:
				got = append(got, a.AuditID)
			}
			if len(got) == row.stop {
				break
			}
		}
		if strings.Join(got, " ") != row.want || asked != row.asked {
			t.Errorf("from %q: %q in %d requests, want %q in %d", row.cursor, got, asked, row.want, row.asked)
		}
	}
}

func TestWaitingForABatchHonoursTheServersHints(t *testing.T) {
	batch := func(pending int) string {
		return fmt.Sprintf(`{"success":true,"batch_id":"bat_1","total":2,"completed":%d,"pending":%d,"audits":[]}`, 2-pending, pending)
	}
	asked, checks := 0, 0
	turns := inTurn(&asked,
		give(200, "application/json", batch(2), "Retry-After", "3"),
		give(200, "application/json", batch(2), "Retry-After", "86400"),
		give(200, "application/json", batch(1)),
		refuse(503, audit.CodeOverloaded, "Retry-After", "7"),
		give(200, "application/json", batch(0)))
	c, waited := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("include") == "checks" {
			checks++
		}
		turns(w, r)
	})
	var seen []int
	b, err := c.Wait(t.Context(), "bat_1", func(b audit.Batch) { seen = append(seen, b.Pending) })
	if err != nil {
		t.Fatal(err)
	}
	if b.Completed != 2 || !slices.Equal(seen, []int{2, 2, 1, 0}) || checks != 1 {
		t.Errorf("%+v; told of %v pending; asked for checks %d times, want once", b, seen, checks)
	}
	if w := waited.list; len(w) != 4 || w[0] != 3*time.Second || w[1] != longestWait || w[2] < firstPoll || w[2] > slowestPoll || w[3] < 7*time.Second {
		t.Errorf("waited %v", w)
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	c, _ := play(t, Config{}, give(200, "application/json", `{"success":true,"batch_id":"bat_1","total":1,"pending":1,"audits":[]}`))
	ctx, cancel := context.WithCancel(t.Context())
	b, err := c.Wait(ctx, "bat_1", func(audit.Batch) { cancel() })
	if !errors.Is(err, context.Canceled) || b != nil {
		t.Errorf("%v, %v", b, err)
	}
}

func TestABatchIsStreamedAsCSV(t *testing.T) {
	second := make(chan struct{})
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/batches/bat_1.csv" {
			refuse(404, audit.CodeNotFound)(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		io.WriteString(w, "url\r\n")
		w.(http.Flusher).Flush()
		<-second
		io.WriteString(w, "https://a.example/\r\n")
	})
	body, err := c.BatchCSV(t.Context(), "bat_1")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	first := make([]byte, len("url\r\n"))
	if _, err := io.ReadFull(body, first); err != nil || string(first) != "url\r\n" {
		t.Fatalf("%q, %v", first, err)
	}
	close(second)
	if rest, err := io.ReadAll(body); err != nil || string(rest) != "https://a.example/\r\n" {
		t.Errorf("%q, %v", rest, err)
	}
	if _, err := c.BatchCSV(t.Context(), "bat_2"); audit.CodeOf(err) != audit.CodeNotFound {
		t.Error(err)
	}
}

func TestAReportComesInTheFormatAskedFor(t *testing.T) {
	c, _ := play(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		switch format := r.URL.Query().Get("format"); {
		case r.URL.Path == "/v1/batches/bat_1/report":
			give(200, "application/pdf", "%PDF of a batch, "+format)(w, r)
		case r.URL.Path != "/v1/audits/aud_1/report":
			refuse(409, audit.CodeAuditPending)(w, r)
		case format == "":
			give(200, "text/html; charset=utf-8", "<!doctype html>")(w, r)
		case format == "markdown":
			give(200, "text/markdown; charset=utf-8", "# Audit")(w, r)
		case format == "pdf":
			refuse(501, audit.CodeNoBrowser)(w, r)
		}
	})
	type report = func(ctx context.Context, id, format string) (io.ReadCloser, string, error)
	for _, row := range []struct {
		report           report
		id, format, want string
	}{
		{c.Report, "aud_1", "", "text/html; charset=utf-8 <!doctype html>"},
		{c.Report, "aud_1", "markdown", "text/markdown; charset=utf-8 # Audit"},
		{c.BatchReport, "bat_1", "pdf", "application/pdf %PDF of a batch, pdf"},
	} {
		body, kind, err := row.report(t.Context(), row.id, row.format)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(body)
		body.Close()
		if got := kind + " " + string(text); got != row.want || err != nil {
			t.Errorf("%s %s: %q, %v", row.id, row.format, got, err)
		}
	}
	if _, _, err := c.Report(t.Context(), "aud_2", ""); audit.CodeOf(err) != audit.CodeAuditPending {
		t.Error(err)
	}
	if _, _, err := c.Report(t.Context(), "aud_1", "pdf"); audit.CodeOf(err) != audit.CodeNoBrowser {
		t.Error(err)
	}
	if _, _, err := c.BatchReport(t.Context(), "..", ""); audit.CodeOf(err) != audit.CodeNotFound {
		t.Error(err)
	}
}

func TestAPictureIsWholeAndOne(t *testing.T) {
	large := strings.Repeat("x", audit.MaxScreenshot)
	c, _ := play(t, Config{Retries: -1}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/audits/aud_1/screenshot":
			give(200, "image/jpeg", large)(w, r)
		case "/v1/audits/aud_2/screenshot":
			give(200, "image/jpeg", large+"x")(w, r)
		case "/v1/audits/aud_3/screenshot":
			half(w, r)
		case "/v1/audits/aud_4/screenshot":
			give(200, "image/jpeg", "short", "Content-Length", "6")(w, r)
		default:
			refuse(404, audit.CodeNotFound)(w, r)
		}
	})
	if picture, err := c.Screenshot(t.Context(), "aud_1"); err != nil || string(picture) != large {
		t.Errorf("%d bytes, %v", len(picture), err)
	}
	for id, what := range map[string]string{"aud_2": "a larger one", "aud_3": "another kind of thing", "aud_4": "half of one"} {
		if picture, err := c.Screenshot(t.Context(), id); err == nil || picture != nil {
			t.Errorf("%s: %d bytes, %v", what, len(picture), err)
		}
	}
	if _, err := c.Screenshot(t.Context(), "aud_5"); audit.CodeOf(err) != audit.CodeNotFound {
		t.Error(err)
	}
}

func TestAReceiptIsTheWholeAnswer(t *testing.T) {
	want := audit.Receipt{
		Success: true, BatchID: "bat_1", Count: 2, Metered: 1, Quota: audit.NewQuota(100, 1),
		Audits: []audit.Entry{
			{URL: "a.example", AuditID: "aud_1", Status: audit.Done, Cached: true},
			{URL: "x", AuditID: "aud_2", Status: audit.Invalid, Error: &audit.Failure{Code: audit.CodeURLMalformed, Message: "m"}},
		},
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := play(t, Config{}, give(202, "application/json", string(text)))
	got, err := c.Submit(t.Context(), audit.Submission{URLs: []string{"a.example", "x"}})
	if again, _ := json.Marshal(got); err != nil || !bytes.Equal(again, text) {
		t.Errorf("%s, %v", again, err)
	}
}
