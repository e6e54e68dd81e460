package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// post sends a message as an old client does; headers are name, value, …, an empty value removes.
func (r *running) post(t testing.TB, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return r.send(t, q, headers...)
}

func (r *running) send(t testing.TB, q *http.Request, headers ...string) (*http.Response, string) {
	t.Helper()
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		q.Header.Del(headers[i])
		switch {
		case headers[i] == "Host":
			q.Host = headers[i+1]
		case headers[i+1] != "":
			q.Header.Set(headers[i], headers[i+1])
		}
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

const (
	usage   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"account_usage"}}`
	current = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
)

// now are the headers that a message of the current revision has.
func now(method, name string) []string {
	return []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name}
}

func TestWhatIsNoCallIsRefused(t *testing.T) {
	r := start(t, func(c *Config) {
		c.Hosts, c.Origins = []string{"audits.example.com"}, []string{"https://app.example.com"}
	})
	modern := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"account_usage",` + current + `}}`
	for name, row := range map[string]struct {
		body    string
		headers []string
		status  int
		part    string // of the body
	}{
		"a call":                         {usage, nil, 200, "87 of 100"},
		"a call of the current revision": {modern, now("tools/call", "account_usage"), 200, "87 of 100"},
		"no JSON":                        {`{"jsonrpc":`, nil, 400, "-32700"},
		"not UTF-8":                      {"\xff\xfe", nil, 400, "-32700"},
		"nothing":                        {"", nil, 400, "-32700"},
		"a number":                       {"7", nil, 400, "-32600"},
		"no message":                     {`{"hello":"world"}`, nil, 400, ""},
		"an unknown method":              {`{"jsonrpc":"2.0","id":1,"method":"admin/keys"}`, nil, 400, ""},
		"an unknown method now":          {`{"jsonrpc":"2.0","id":1,"method":"admin/keys","params":{` + current + `}}`, now("admin/keys", ""), 404, "-32601"},
		"an unknown tool":                {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`, nil, 200, "-32602"},
		"a batch":                        {"[" + usage + "," + usage + "]", nil, 400, "-32600"},
		"a batch of an old revision":     {" [" + usage + "]", []string{"MCP-Protocol-Version", "2025-03-26"}, 400, "-32600"},
		"an empty batch":                 {"[]", nil, 400, "-32600"},
		"a flood":                        {"[" + strings.Repeat(usage+",", 2000) + usage + "]", nil, 400, "-32600"},
		"deep":                           {strings.Repeat(`{"a":`, 40_000) + "1" + strings.Repeat("}", 40_000), nil, 400, "-32700"},
		"too large":                      {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + strings.Repeat("x", maxBody) + `"}}`, nil, 413, "256 KiB"},
		"another type":                   {usage, []string{"Content-Type", "text/plain"}, 415, ""},
		"no type":                        {usage, []string{"Content-Type", ""}, 415, ""},
		"accepts no stream":              {usage, []string{"Accept", "application/json"}, 400, ""},
		"a foreign origin":               {usage, []string{"Origin", "https://evil.example"}, 403, "Origin"},
		"no origin":                      {usage, []string{"Origin", "null"}, 403, "Origin"},
		"a foreign page":                 {usage, []string{"Sec-Fetch-Site", "cross-site"}, 403, "Origin"},
		"an allowed origin":              {usage, []string{"Origin", "https://app.example.com"}, 200, "87 of 100"},
		"a foreign host":                 {usage, []string{"Host", "evil.example"}, 403, "Host"},
		"a foreign host and its origin":  {usage, []string{"Host", "evil.example", "Origin", "http://evil.example"}, 403, "Host"},
		"a known host":                   {usage, []string{"Host", "audits.example.com:443"}, 200, "87 of 100"},
		"loopback by name":               {usage, []string{"Host", "localhost:1"}, 200, "87 of 100"},
		"an unknown revision":            {usage, []string{"MCP-Protocol-Version", "1999-01-01"}, 400, "2026-07-28"},
		"a revision to come": {
			strings.ReplaceAll(modern, "2026-07-28", "2099-01-01"), []string{"MCP-Protocol-Version", "2099-01-01", "Mcp-Method", "tools/call", "Mcp-Name", "account_usage"}, 400, "-32022",
		},
		"another method in the header": {modern, now("tools/list", "account_usage"), 400, "-32020"},
		"another tool in the header":   {modern, now("tools/call", "get_audit"), 400, "-32020"},
		"no version in the header":     {modern, []string{"Mcp-Method", "tools/call", "Mcp-Name", "account_usage"}, 400, "-32020"},
		"a wish for notices": { // answered at once: there will be none
			`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["audit://x"]},` + current + `}}`,
			now("subscriptions/listen", ""), 200, `"result"`,
		},
		"a session that never was": {usage, []string{"Mcp-Session-Id", "x"}, 200, "87 of 100"},
	} {
		response, body := r.post(t, row.body, row.headers...)
		if response.StatusCode != row.status || !strings.Contains(body, row.part) || response.Header.Get("Mcp-Session-Id") != "" {
			t.Errorf("%s: %d %s %.300s", name, response.StatusCode, response.Header, body)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut, http.MethodOptions} {
		q, err := http.NewRequestWithContext(t.Context(), method, r.url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if response, body := r.send(t, q); response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d %s", method, response.StatusCode, body)
		}
	}
}

func TestABodyWithoutALengthIsBounded(t *testing.T) {
	r := start(t)
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url, io.MultiReader(strings.NewReader(`{"jsonrpc":"`), bytes.NewReader(bytes.Repeat([]byte("x"), 1<<20))))
	if err != nil {
		t.Fatal(err)
	}
	if response, body := r.send(t, q); response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", response.StatusCode, body)
	}
}

func TestRevisionsAreNegotiated(t *testing.T) {
	r := start(t)
	for asked, given := range map[string]string{
		"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "2024-11-05": "2024-11-05", "1999-01-01": "2025-11-25",
	} {
		_, body := r.post(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+asked+`","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
		if !strings.Contains(body, `"protocolVersion":"`+given+`"`) {
			t.Errorf("%s: %s", asked, body)
		}
		if response, _ := r.post(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "MCP-Protocol-Version", given); response.StatusCode != http.StatusAccepted {
			t.Errorf("%s: initialized is answered with %d", asked, response.StatusCode)
		}
		if _, body := r.post(t, usage, "MCP-Protocol-Version", given); !strings.Contains(body, "87 of 100") {
			t.Errorf("%s: %s", asked, body)
		}
	}
	_, body := r.post(t, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+current+`}}`, now("server/discover", "")...)
	if !strings.Contains(body, "2026-07-28") || !strings.Contains(body, "2025-06-18") || strings.Contains(body, `"logging"`) {
		t.Errorf("discover: %s", body)
	}
}

func TestACallEndsWithItsClient(t *testing.T) {
	for name, row := range map[string]struct {
		body    string
		headers []string
	}{
		"now":    {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_audit","arguments":{"audit_id":"` + doneID + `"},` + current + `}}`, now("tools/call", "get_audit")},
		"before": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_audit","arguments":{"audit_id":"` + doneID + `"}}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			began, ended := make(chan struct{}), make(chan struct{})
			r.fake.during = func(ctx context.Context) {
				close(began)
				<-ctx.Done()
				close(ended)
			}
			ctx, leave := context.WithCancel(t.Context())
			q, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, strings.NewReader(row.body))
			if err != nil {
				t.Fatal(err)
			}
			q.Header.Set("Content-Type", "application/json")
			q.Header.Set("Accept", "application/json, text/event-stream")
			for i := 0; i < len(row.headers); i += 2 {
				q.Header.Set(row.headers[i], row.headers[i+1])
			}
			gone := make(chan error, 1)
			go func() {
				response, err := http.DefaultClient.Do(q)
				if err == nil {
					_, err = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				gone <- err
			}()
			<-began
			leave()
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Fatal("the call goes on without a client")
			}
			if err := <-gone; err == nil {
				t.Error("the client was answered")
			}
			r.fake.during = nil
			if _, body := r.post(t, usage); !strings.Contains(body, "87 of 100") {
				t.Errorf("the next call: %s", body)
			}
		})
	}
}

func TestOneServiceIsNotShownToAnother(t *testing.T) {
	d := New(Config{})
	ours, theirs := newFake(), newFake()
	delete(theirs.audits, doneID)
	ask := func(on audit.Service) string {
		q := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_audit","arguments":{"audit_id":"`+doneID+`"}}}`))
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		d.Serve(w, q, on)
		return w.Body.String()
	}
	ended := make(chan error)
	for i := range 40 {
		go func() {
			on, want := ours, "71 of 100"
			if i%2 == 1 {
				on, want = theirs, "not_found"
			}
			if got := ask(on); !strings.Contains(got, want) {
				ended <- fmt.Errorf("want %s, got %s", want, got)
				return
			}
			ended <- nil
		}()
	}
	for range 40 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// FuzzServe holds the reading of messages to the promise that any body gets a clear answer, and that what isn't JSON reaches no tool.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		usage, `[` + usage + `]`, `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"audit_website","arguments":{"url":"a","url":"b","lang":"fr"}}}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_audit","arguments":{"audit_id":"\ud800"},` + current + `}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"resources/read","params":{"uri":"audit://x/report"}}`, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":null}`, `{}`, "\xff", ``,
	} {
		f.Add([]byte(seed), "2025-06-18")
		f.Add([]byte(seed), "2026-07-28")
		f.Add([]byte(seed), "")
	}
	d := New(Config{Wait: time.Millisecond, Poll: time.Millisecond})
	f.Fuzz(func(t *testing.T, body []byte, version string) {
		on := newFake()
		q := httptest.NewRequest(http.MethodPost, "/mcp", bytes.NewReader(body))
		// A message that is held open would hold up the others.
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		q = q.WithContext(ctx)
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Accept", "application/json, text/event-stream")
		q.Header.Set("MCP-Protocol-Version", version)
		var message struct {
			Method string
			Params struct{ Name, URI string }
		}
		if json.Unmarshal(body, &message) == nil {
			q.Header.Set("Mcp-Method", message.Method)
			q.Header.Set("Mcp-Name", message.Params.Name+message.Params.URI)
		}
		w := httptest.NewRecorder()
		d.Serve(w, q, on)
		if w.Code >= 500 {
			t.Errorf("%d: %s", w.Code, w.Body)
		}
		if !json.Valid(body) && (w.Code != http.StatusBadRequest || len(on.submitted) > 0) {
			t.Errorf("no JSON is answered with %d: %s", w.Code, w.Body)
		}
		if len(on.submitted) > 1 {
			t.Errorf("one message submitted %d times", len(on.submitted))
		}
	})
}
