package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/auditctl/auditctl/pkg/audit"
)

// tool is the message that calls one.
func tool(name, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
}

var forAgents = []string{"Accept", "application/json, text/event-stream"}

func TestAgentsNeedAKey(t *testing.T) {
	r := start(t)
	delete(r.fake.keys, theirs) // revoked
	var body string
	for name, headers := range map[string][]string{
		"none": {"X-API-Key", ""}, "unknown": {"X-API-Key", newKey("c")}, "revoked": {"X-API-Key", theirs}, "no key": {"X-API-Key", "", "Authorization", "Bearer x"}, "two keys": {"Authorization", "Bearer " + theirs},
	} {
		a := r.ask("POST", "/mcp", tool("account_usage", "{}"), append(headers, forAgents...)...)
		got := strings.ReplaceAll(a.body, a.Header.Get("X-Request-Id"), "")
		if a.StatusCode != http.StatusUnauthorized || a.problem(t).Code != audit.CodeUnauthorized || a.Header.Get("WWW-Authenticate") == "" || body != "" && got != body {
			t.Errorf("%s: %d %v %s", name, a.StatusCode, a.Header, a.body)
		}
		body = got
	}
	for name, headers := range map[string][]string{"X-API-Key": {}, "Bearer": {"X-API-Key", "", "Authorization", "Bearer " + ours}} {
		a := r.ask("POST", "/mcp", tool("account_usage", "{}"), append(headers, forAgents...)...)
		if a.StatusCode != 200 || !strings.Contains(a.body, "87 of 100") || a.Header.Get("X-RateLimit-Limit") != "100" || a.Header.Get("X-RateLimit-Remaining") != "87" || a.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: %d %v %s", name, a.StatusCode, a.Header, a.body)
		}
	}
}

func TestAgentsAreHeldToTheSameLimits(t *testing.T) {
	at := &clock{now: exampleTime()}
	r := start(t, func(c *Config) { c.KeyRate, c.KeyBurst, c.Now = 1, 2, at.Now })
	for want, method := range map[int]string{405: "GET", 200: "POST"} {
		if a := r.ask(method, "/mcp", tool("account_usage", "{}"), forAgents...); a.StatusCode != want {
			t.Errorf("%s: %d %s", method, a.StatusCode, a.body)
		}
	}
	if a := r.ask("POST", "/mcp", tool("account_usage", "{}"), forAgents...); a.StatusCode != 429 || a.Header.Get("Retry-After") == "" || a.problem(t).Code != audit.CodeRateLimited {
		t.Errorf("past the burst: %d %s", a.StatusCode, a.body)
	}
}

func TestAgentsAreGuardedAsTheApiIs(t *testing.T) {
	r := start(t, func(c *Config) {
		c.BaseURL, c.CORSOrigins = "https://audits.example.com/", []string{"https://app.example.com"}
	})
	for name, c := range map[string]struct {
		method, body string
		headers      []string
		status       int
	}{
		"a foreign origin":  {"POST", tool("account_usage", "{}"), []string{"Origin", "https://evil.example"}, 403},
		"a foreign page":    {"POST", tool("account_usage", "{}"), []string{"Sec-Fetch-Site", "cross-site"}, 403},
		"an allowed origin": {"POST", tool("account_usage", "{}"), []string{"Origin", "https://app.example.com"}, 200},
		"a large body":      {"POST", strings.Repeat(" ", 256<<10) + tool("account_usage", "{}"), nil, 413},
		"no JSON":           {"POST", "{", nil, 400},
		"a batch":           {"POST", "[" + tool("account_usage", "{}") + "]", nil, 400},
		"reading":           {"GET", "", nil, 405},
		"ending a session":  {"DELETE", "", nil, 405},
		"asked beforehand":  {"OPTIONS", "", []string{"Origin", "https://app.example.com", "Access-Control-Request-Method", "POST"}, 204},
	} {
		if a := r.ask(c.method, "/mcp", c.body, append(c.headers, forAgents...)...); a.StatusCode != c.status || a.Header.Get("X-Request-Id") == "" || a.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v %s", name, a.StatusCode, a.Header, a.body)
		}
	}
	for host, want := range map[string]int{"evil.example": 403, "audits.example.com": 200, "localhost": 200} {
		q, err := http.NewRequestWithContext(t.Context(), "POST", r.url+"/mcp", strings.NewReader(tool("account_usage", "{}")))
		if err != nil {
			t.Fatal(err)
		}
		q.Host = host
		q.Header = http.Header{"X-Api-Key": {ours}, "Content-Type": {"application/json"}, "Accept": {forAgents[1]}}
		response, err := r.client.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("Host %s: %d, want %d", host, response.StatusCode, want)
		}
	}
}

func TestAnAgentSeesItsOwnAccountAlone(t *testing.T) {
	r := start(t)
	foreign := r.ask("POST", "/mcp", tool("get_audit", `{"audit_id":"`+foreignID+`"}`), forAgents...)
	unknown := r.ask("POST", "/mcp", tool("get_audit", `{"audit_id":"aud_unknown"}`), forAgents...)
	same := func(a answer) string { return strings.ReplaceAll(a.body, a.Header.Get("X-Request-Id"), "") }
	if !strings.Contains(foreign.body, "not_found") || same(foreign) != same(unknown) {
		t.Errorf("another account's: %s\nunknown: %s", foreign.body, unknown.body)
	}
	if a := r.ask("POST", "/mcp", tool("get_audit", `{"audit_id":"`+foreignID+`"}`), append(forAgents, "X-API-Key", theirs)...); !strings.Contains(a.body, "71 of 100") {
		t.Errorf("their own: %s", a.body)
	}
}

func TestAnAgentsSubmissionsAreCounted(t *testing.T) {
	r := start(t)
	a := r.ask("POST", "/mcp", tool("batch_audit", `{"urls":["a.example","b.example"]}`), forAgents...)
	if !strings.Contains(a.body, mixedID) || len(r.fake.submitted) != 1 {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	web := httptest.NewServer(r.Operator())
	defer web.Close()
	response, err := http.Get(web.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || !strings.Contains(string(text), `auditctl_metered_units_total 2`) {
		t.Errorf("%v: %s", err, text)
	}
}

func TestTheOfficialClientAgreesOnTheCurrentRevision(t *testing.T) {
	r := start(t)
	keyed := &http.Client{Transport: withKey{http.DefaultTransport}}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: r.url + "/mcp", HTTPClient: keyed, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if v := session.InitializeResult().ProtocolVersion; v != "2026-07-28" {
		t.Errorf("agreed on %s", v)
	}
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "audit_website", Arguments: map[string]any{"url": "a.example"}})
	if err != nil || got.IsError || len(r.fake.submitted) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}

// withKey sends our key with every request.
type withKey struct{ base http.RoundTripper }

func (k withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-API-Key", ours)
	return k.base.RoundTrip(r)
}
