package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// voice is how a service says the same things as the others: the samples of its answers. A new provider joins by a line.
type voice struct{ ask, fill, ground string }

func voices() map[string]voice {
	compatible := voice{ask: "chat_ask", fill: "chat_fill_wrapped"}
	return map[string]voice{
		"openai":     {ask: "chat_ask", fill: "chat_fill", ground: "openai_ground"},
		"anthropic":  {ask: "anthropic_ask", fill: "anthropic_fill", ground: "anthropic_ground"},
		"gemini":     {ask: "gemini_ask", fill: "gemini_fill", ground: "gemini_ground"},
		"perplexity": {ask: "perplexity_ask", fill: "perplexity_fill", ground: "perplexity_ground"},
		"openrouter": {ask: "chat_ask", fill: "chat_fill", ground: "openrouter_ground"},
		"ollama":     compatible, "vllm": compatible, "lmstudio": compatible, "groq": compatible, "mistral": compatible, "compatible": compatible,
	}
}

const (
	secret = "sk-proj-4f9Qx7TzLw0aBcD3eFgH"
	plain  = "1. Fleurs du Lotus — bouquets d'été 🌷\n2. Atelier Pivoine"
)

var (
	prompt = engine.Prompt{System: "Answer in French.", User: "Which florists are there in Nantes?", MaxTokens: 300}
	names  = engine.Schema{Name: "names", JSON: json.RawMessage(
		`{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}}},"required":["names"],"additionalProperties":false}`)}
	picture  = engine.Image{MediaType: "image/png", Data: []byte("\x89PNG not really")}
	question = engine.Question{
		Text: "Quel fleuriste à Nantes ?", Lang: "fr-FR",
		Place: engine.Place{City: "Nantes", Region: "Pays de la Loire", Country: "FR", Timezone: "Europe/Paris"},
	}
)

// clock stands still but for those who sleep, whose waits it notes.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *clock) engine() engine.Clock {
	c.now = time.Now() // contexts compare their deadlines with the machine's clock
	return engine.Clock{
		Now: func() time.Time {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.now
		},
		Sleep: func(ctx context.Context, d time.Duration) error {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.slept = append(c.slept, d)
			c.now = c.now.Add(d)
			return ctx.Err()
		},
	}
}

// talk sets a provider up against a service that answers by the script, and holds the requests to the service's documentation.
func talk(t *testing.T, name string, change func(*provider.Settings, *engine.Limits), script ...fakeengine.Reply) (provider.Provider, *fakeengine.Server, *clock) {
	t.Helper()
	if _, speaks := voices()[name]; speaks {
		name += ":gemini-3.6-flash"
	}
	service, model, err := provider.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	name = service.Name
	server := fakeengine.Start(name, secret, script...)
	t.Cleanup(func() {
		server.Close()
		for _, wrong := range server.Wrong() {
			t.Errorf("%s: %s", name, wrong)
		}
	})
	at, limits := &clock{}, engine.Limits{}
	set := provider.Settings{Key: secret, BaseURL: server.Base(), Model: model, GeminiGrounding: true}
	if change != nil {
		change(&set, &limits)
	}
	set.Gate = engine.NewGate(limits, at.engine())
	p, err := service.New(set)
	if err != nil {
		t.Fatal(err)
	}
	return p, server, at
}

// hasten calls try with a short timeout if the test waits for it, and again with a longer one if no request arrived on a busy machine.
// Other tests keep the default timeout.
func hasten(waited bool, try func(patience time.Duration) (arrived bool)) {
	if !waited {
		try(0)
		return
	}
	for patience := 50 * time.Millisecond; !try(patience) && patience < time.Minute; patience *= 4 {
	}
}

func body(sample string) fakeengine.Reply { return fakeengine.Reply{Body: fakeengine.Sample(sample)} }

func TestEveryServiceHasAVoiceInTheSuite(t *testing.T) {
	all := provider.All()
	for _, service := range all {
		_, speaks := voices()[service.Name]
		_, searches := searchVoices()[service.Name]
		if speaks == service.NoModel || searches != service.NoModel {
			t.Errorf("%s is listed and has no line in voices or searchVoices", service.Name)
		}
	}
	if len(all) != len(voices())+len(searchVoices()) {
		t.Errorf("%d services, %d voices", len(all), len(voices())+len(searchVoices()))
	}
}

func TestWhatAProviderOffersItDoesAsDocumented(t *testing.T) {
	for name, v := range voices() {
		t.Run(name, func(t *testing.T) {
			p, _, _ := talk(t, name, nil, body(v.ask))
			got, err := p.(engine.Model).Ask(t.Context(), prompt)
			if err != nil || got.Text != plain || got.Model == "" || got.Usage.Calls != 1 || got.Usage.InputTokens == 0 || got.Usage.OutputTokens == 0 {
				t.Errorf("asked: %+v, %v", got, err)
			}
			p, _, _ = talk(t, name, nil, body(v.fill))
			filler, err := provider.For[engine.Structured](p, "judge")
			if err != nil {
				t.Fatal(err)
			}
			got, err = filler.Fill(t.Context(), prompt, names)
			var filled struct{ Names []string }
			if err != nil || json.Unmarshal([]byte(got.Text), &filled) != nil || !slices.Equal(filled.Names, []string{"Fleurs du Lotus", "Atelier Pivoine"}) {
				t.Errorf("filled: %+v, %v", got, err)
			}
			if viewer, ok := p.(engine.Viewer); ok {
				if _, err := viewer.Look(t.Context(), prompt, names, picture); err != nil {
					t.Errorf("looked: %v", err)
				}
			}
			if _, ok := p.(engine.Grounder); ok != (v.ground != "") {
				t.Fatalf("searches: %v, and the suite has the sample %q", ok, v.ground)
			}
		})
	}
}

// TestCitationsStandWhereTheyBelong: in runes of the text, whatever the service counts in.
func TestCitationsStandWhereTheyBelong(t *testing.T) {
	const guide, shop = "https://guide.example.org/florists-nantes", "https://lotus.example/bouquets"
	tests := []struct {
		service   string
		script    []fakeengine.Reply
		want      []string // address: the part that rests on it
		quote     string   // of the first
		consulted []string
		searches  int
		text      string // begins the answer
	}{
		{
			service: "openai", script: []fakeengine.Reply{body("openai_ground")},
			want:      []string{shop + "?ref=1: ([lotus.example](" + shop + "))", guide + ": ([guide.example.org](" + guide + "))"},
			consulted: []string{"https://annuaire.example.net/nantes"}, searches: 1, text: "À Nantes 🌷 : Fleurs",
		},
		{
			service: "openai", script: []fakeengine.Reply{body("openai_ground_odd")},
			want: []string{guide + ": adresse sûre.", shop + ": "}, consulted: []string{"https://annuaire.example.net/nantes"}, searches: 1,
		},
		{
			service: "anthropic", script: []fakeengine.Reply{body("anthropic_ground")},
			want:  []string{guide + ": Fleurs du Lotus, pour ses bouquets d'été", guide + ": Atelier Pivoine"},
			quote: "Fleurs du Lotus, en tête.", consulted: []string{shop}, searches: 1,
			text: "Je cherche.\nDeux adresses 🌷 : Fleurs du Lotus, pour ses bouquets d'été, et Atelier Pivoine.",
		},
		{
			service: "anthropic", script: []fakeengine.Reply{body("anthropic_paused"), body("anthropic_continued")},
			want:  []string{guide + ": Fleurs du Lotus, pour ses bouquets d'été", guide + ": Atelier Pivoine"},
			quote: "Fleurs du Lotus, en tête.", consulted: []string{shop}, searches: 2, text: "Je cherche.\nDeux adresses",
		},
		{
			service: "gemini", script: []fakeengine.Reply{body("gemini_ground")},
			want: []string{
				"https://lotus.example/: À Nantes 🌷, Fleurs du Lotus est réputée.", "https://guide.example.org/: À Nantes 🌷, Fleurs du Lotus est réputée.",
				"https://guide.example.org/: Atelier Pivoine est apprécié.", "https://lotus.example/: ",
			},
			consulted: []string{"https://unused.example/"}, searches: 2, text: "À Nantes",
		},
		{
			service: "perplexity", script: []fakeengine.Reply{body("perplexity_ground")},
			want: []string{
				guide + ": Fleurs du Lotus est très citée", guide + ": suivie d'Atelier Pivoine", "https://annuaire.example.net/nantes: suivie d'Atelier Pivoine",
				"https://annuaire.example.net/nantes: Été 🌷 : Rose & Thé",
			},
			quote: "Fleurs du Lotus, en tête.", consulted: []string{"https://unused.example/"}, searches: 2,
			text: "Fleurs du Lotus est très citée, suivie d'Atelier Pivoine. Voir aussi [99].\n- Été 🌷 : Rose & Thé",
		},
		{
			service: "openrouter", script: []fakeengine.Reply{body("openrouter_ground")},
			want: []string{guide + ": [guide.example.org](" + guide + ")"}, quote: "Fleurs du Lotus, en tête.", searches: 1,
		},
	}
	for _, test := range tests {
		t.Run(test.service, func(t *testing.T) {
			p, server, _ := talk(t, test.service, nil, test.script...)
			g, err := p.(engine.Grounder).Ground(t.Context(), question)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range g.Citations {
				got = append(got, c.URL+": "+string([]rune(g.Text)[c.Start:c.End]))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("cited\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if len(g.Citations) > 0 && g.Citations[0].Quote != test.quote {
				t.Errorf("quote %q, want %q", g.Citations[0].Quote, test.quote)
			}
			var consulted []string
			for _, s := range g.Consulted {
				consulted = append(consulted, s.URL)
			}
			if !slices.Equal(consulted, test.consulted) || g.Searches != test.searches || g.Usage.Searches != test.searches || g.Usage.Calls != len(test.script) {
				t.Errorf("consulted %v, %d searches, used %+v", consulted, g.Searches, g.Usage)
			}
			if !strings.HasPrefix(g.Text, test.text) {
				t.Errorf("text %q", g.Text)
			}
			if requests := server.Requests(); len(requests) == 2 && !strings.Contains(string(requests[1].Body), `"id":"s1"`) {
				t.Errorf("the turn wasn't continued with what came: %s", requests[1].Body)
			}
		})
	}
}

// call does what a fault is tried with.
func call(ctx context.Context, p provider.Provider, what string) error {
	var err error
	switch what {
	case "fill":
		_, err = p.(engine.Structured).Fill(ctx, prompt, names)
	case "ground":
		_, err = p.(engine.Grounder).Ground(ctx, question)
	default:
		_, err = p.(engine.Model).Ask(ctx, prompt)
	}
	return err
}

func TestEveryFaultHasItsKindWithEveryProvider(t *testing.T) {
	header := func(name, value string) map[string]string { return map[string]string{name: value} }
	refused := func(status int, text string) fakeengine.Reply {
		return fakeengine.Reply{Status: status, Body: `{"error":{"message":"` + text + `"}}`}
	}
	html := "<!doctype html><title>Sign in</title>"
	tests := []struct {
		name     string
		reply    fakeengine.Reply
		kind     engine.Kind
		requests int
		quick    bool // the service keeps us waiting
	}{
		{name: "key refused", reply: refused(401, "no such key "+secret), kind: engine.Auth, requests: 1},
		{name: "forbidden", reply: refused(403, "not for you"), kind: engine.Auth, requests: 1},
		{name: "no money", reply: refused(402, "pay first"), kind: engine.Quota, requests: 1},
		{name: "no model", reply: refused(404, "what model?"), kind: engine.Unknown, requests: 1},
		{name: "invalid", reply: refused(400, "no"), kind: engine.Invalid, requests: 1},
		{name: "storm", reply: fakeengine.Reply{Status: 429, Header: header("Retry-After", "2"), Body: `{"error":"slow down"}`}, kind: engine.Rate, requests: 3},
		{name: "storm for an hour", reply: fakeengine.Reply{Status: 429, Header: header("Retry-After", "3600"), Body: `{}`}, kind: engine.Rate, requests: 1},
		{name: "storm to be left", reply: fakeengine.Reply{Status: 429, Header: header("X-Should-Retry", "false"), Body: `{}`}, kind: engine.Rate, requests: 1},
		{name: "overloaded", reply: fakeengine.Reply{Status: 529, Body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}, kind: engine.Temporary, requests: 3},
		{name: "gateway's page", reply: fakeengine.Reply{Status: 502, Header: header("Content-Type", "text/html"), Body: html}, kind: engine.Temporary, requests: 3},
		{name: "a page", reply: fakeengine.Reply{Header: header("Content-Type", "text/html"), Body: html}, kind: engine.Malformed, requests: 1},
		{name: "error in 200", reply: fakeengine.Reply{Body: `{"error":{"code":502,"message":"upstream"}}`}, kind: engine.Temporary, requests: 3},
		{name: "error text in 200", reply: fakeengine.Reply{Body: `{"error":"model crashed"}`}, kind: engine.Temporary, requests: 3},
		{name: "elsewhere", reply: fakeengine.Reply{Status: 307, Header: header("Location", "http://127.0.0.1:1/v1")}, kind: engine.Unknown, requests: 1},
		{name: "cut JSON", reply: fakeengine.Reply{Body: `{"choices":[{"message":{"content":"Fl`}, kind: engine.Malformed, requests: 1},
		{
			name: "wrong types", kind: engine.Malformed, requests: 1,
			reply: fakeengine.Reply{Body: `{"choices":7,"content":"x","candidates":true,"output":{},"status":"completed"}`},
		},
		{name: "nothing", reply: fakeengine.Reply{Body: ``}, kind: engine.Malformed, requests: 1},
		{name: "reset midway", reply: fakeengine.Reply{Body: fakeengine.Sample("chat_ask"), Fault: fakeengine.Reset}, kind: engine.Network, requests: 3},
		{name: "silence", reply: fakeengine.Reply{Fault: fakeengine.Silent}, kind: engine.Network, requests: 1, quick: true},
		{name: "stalled", reply: fakeengine.Reply{Body: fakeengine.Sample("chat_ask"), Fault: fakeengine.Stalled}, kind: engine.Network, requests: 1, quick: true},
		{name: "endless", reply: fakeengine.Reply{Fault: fakeengine.Endless}, kind: engine.Malformed, requests: 1},
	}
	for name, v := range voices() {
		for _, test := range tests {
			t.Run(name+"/"+test.name, func(t *testing.T) {
				whats := []string{"ask"}
				if v.ground != "" && !test.quick && test.reply.Fault != fakeengine.Endless {
					whats = append(whats, "ground")
				}
				for _, what := range whats {
					var at *clock
					var server *fakeengine.Server
					var err error
					hasten(test.quick, func(patience time.Duration) (arrived bool) {
						var p provider.Provider
						p, server, at = talk(t, name, func(_ *provider.Settings, l *engine.Limits) { l.Timeout = patience }, test.reply)
						err = call(t.Context(), p, what)
						return len(server.Requests()) > 0
					})
					var fault *engine.Error
					if !errors.As(err, &fault) || fault.Kind != test.kind || fault.Provider != name {
						t.Fatalf("%s: %v, want %s", what, err, test.kind)
					}
					if got := len(server.Requests()); got != test.requests || fault.Usage.Calls != got {
						t.Errorf("%s: %d requests, %d counted, want %d (waits %v)", what, got, fault.Usage.Calls, test.requests, at.slept)
					}
					if text := fmt.Sprintf("%v %+v %#v", err, fault, *fault); strings.Contains(text, secret[8:]) {
						t.Errorf("the key shows: %s", text)
					}
					if test.name == "storm" && (len(at.slept) != 2 || at.slept[0] < 2*time.Second || at.slept[0] > 3*time.Second) {
						t.Errorf("waits %v, and 2 s were asked for", at.slept)
					}
				}
			})
		}
	}
}

func TestServicesSayNoEachInItsWay(t *testing.T) {
	tests := []struct {
		service, what string
		status        int
		body          string // a sample, or JSON
		kind          engine.Kind
		requests      int
	}{
		{"openai", "ask", 0, "chat_refusal", engine.Refused, 1},
		{"openai", "fill", 0, "chat_cut", engine.Cut, 1},
		{"openai", "ask", 0, "chat_filtered", engine.Filtered, 1},
		{"openai", "ask", 0, "chat_empty", engine.Empty, 1},
		{"openai", "ask", 0, "chat_no_choices", engine.Empty, 1},
		{"openai", "ground", 0, "responses_failed", engine.Temporary, 3},
		{"openai", "ground", 0, "responses_failed_rate", engine.Rate, 3},
		{"openai", "ground", 0, "responses_cut", engine.Cut, 1},
		{"openai", "ground", 0, "responses_filtered", engine.Filtered, 1},
		{"openai", "ground", 0, "responses_refusal", engine.Refused, 1},
		{"openai", "ground", 0, "responses_from_memory", engine.Ungrounded, 1},
		{"openai", "ground", 0, "responses_empty", engine.Empty, 1},
		{"openai", "ground", 0, "responses_queued", engine.Malformed, 1},
		{"openai", "ask", 401, `{"error":{"message":"Incorrect API key provided: sk-pr****eFgH.","type":"invalid_request_error","code":"invalid_api_key"}}`, engine.Auth, 1},
		{"openai", "ask", 429, `{"error":{"message":"No credit.","type":"insufficient_quota","code":"credit_balance_exhausted"}}`, engine.Quota, 1},
		{"openai", "ask", 429, `{"error":{"message":"Rate limit reached.","type":"requests","code":"rate_limit_exceeded"}}`, engine.Rate, 3},
		{"openai", "ask", 503, `{"error":{"message":"Overloaded.","type":"service_unavailable_error","code":"server_is_overloaded"}}`, engine.Temporary, 3},
		{"anthropic", "ask", 0, "anthropic_refusal", engine.Refused, 1},
		{"anthropic", "ground", 0, "anthropic_cut", engine.Cut, 1},
		{"anthropic", "ask", 0, "anthropic_empty", engine.Empty, 1},
		{"anthropic", "fill", 0, "anthropic_ask", engine.Empty, 1},
		{"anthropic", "ground", 0, "anthropic_search_failed", engine.Ungrounded, 1},
		{"anthropic", "ground", 0, "anthropic_from_memory", engine.Ungrounded, 1},
		{"anthropic", "ground", 0, "anthropic_paused", engine.Cut, 3},
		{
			"anthropic", "ask", 429, `{"type":"error","error":{"type":"rate_limit_error","message":"Limit.","details":{"error_code":"enforced_spend_limit_reached"}}}`,
			engine.Quota, 1,
		},
		{"anthropic", "ask", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"temperature: not supported"}}`, engine.Invalid, 1},
		{"gemini", "ask", 0, "gemini_blocked", engine.Filtered, 1},
		{"gemini", "ask", 0, "gemini_safety", engine.Filtered, 1},
		{"gemini", "ask", 0, "gemini_cut", engine.Cut, 1},
		{"gemini", "ask", 0, "gemini_empty", engine.Empty, 1},
		{"gemini", "ask", 0, "gemini_no_candidates", engine.Empty, 1},
		{"gemini", "ground", 0, "gemini_from_memory", engine.Ungrounded, 1},
		{"gemini", "ask", 400, `{"error":{"code":400,"message":"Not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`, engine.Auth, 1},
		{
			"gemini", "ask", 429, `{"error":{"code":429,"message":"Check billing.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"RequestsPerMinute"}]},` +
				`{"retryDelay":"38s"}]}}`, engine.Rate, 3,
		},
		{
			"gemini", "ask", 429, `[{"error":{"code":429,"message":"Spent.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"RequestsPerDay-FreeTier"}]},` +
				`{"retryDelay":"41s"}]}}]`, engine.Quota, 1,
		},
		{"perplexity", "ground", 0, "responses_failed", engine.Temporary, 3},
		{"perplexity", "ground", 0, "responses_from_memory", engine.Ungrounded, 1},
		{"perplexity", "ask", 401, `{"error":{"message":"Your credits are used up.","type":"unauthorized","code":401}}`, engine.Quota, 1},
		{"perplexity", "ask", 401, `<html>401</html>`, engine.Auth, 1},
		{"perplexity", "ask", 422, `{"detail":[{"type":"missing","loc":["body","input"],"msg":"Field required"}]}`, engine.Invalid, 1},
		{"ollama", "ask", 404, `{"error":"model 'x' not found"}`, engine.Unknown, 1},
		{"ollama", "ask", 0, "chat_parts", "", 1},
		{"vllm", "ask", 404, `{"object":"error","message":"The model does not exist.","type":"NotFoundError","param":null,"code":404}`, engine.Unknown, 1},
		{"openrouter", "ask", 402, `{"error":{"code":402,"message":"Credits.","metadata":{"error_type":"insufficient_credits"}}}`, engine.Quota, 1},
		{"openrouter", "ask", 0, `{"error":{"code":502,"message":"Broke","metadata":{"previous_errors":[{"code":"insufficient_quota"}]}}}`, engine.Temporary, 3},
		{"openrouter", "ask", 503, `{"error":{"code":503,"message":"Gone"},"availability":{"retryable":false}}`, engine.Temporary, 1},
		{"openrouter", "ask", 403, `{"error":{"code":403,"message":"Flagged","metadata":{"error_type":"moderation"}}}`, engine.Filtered, 1},
		{"openrouter", "ask", 0, "chat_choice_error", engine.Temporary, 3},
		{"openrouter", "ground", 0, "chat_ask", engine.Ungrounded, 1},
		{"groq", "ask", 498, `{"error":{"message":"No capacity","code":"capacity_exceeded"}}`, engine.Temporary, 3},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.service, test.what, test.status, test.body[:min(20, len(test.body))]), func(t *testing.T) {
			reply := fakeengine.Reply{Status: test.status, Body: test.body}
			if !strings.ContainsAny(test.body, "{<") {
				reply = body(test.body)
			}
			p, server, _ := talk(t, test.service, nil, reply)
			err := call(t.Context(), p, test.what)
			var fault *engine.Error
			switch {
			case test.kind == "" && err != nil, test.kind != "" && (!errors.As(err, &fault) || fault.Kind != test.kind || fault.Provider != test.service):
				t.Errorf("%v, want %q", err, test.kind)
			case fault != nil && strings.Contains(err.Error(), "eFgH"):
				t.Errorf("a part of the key shows: %v", err)
			case fault != nil && fault.Usage.InputTokens == 0 && strings.Contains(reply.Body, `"usage`):
				t.Errorf("what the call used isn't counted: %+v", fault.Usage)
			}
			if got := len(server.Requests()); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
		})
	}
}

func TestAnswersOfOneKindComeThroughAfterAFault(t *testing.T) {
	for name, v := range voices() {
		p, server, _ := talk(t, name, nil, fakeengine.Reply{Status: http.StatusServiceUnavailable, Body: "{}"}, body(v.ask))
		got, err := p.(engine.Model).Ask(t.Context(), prompt)
		if err != nil || got.Text != plain || got.Usage.Calls != 2 || len(server.Requests()) != 2 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
