package fakeengine_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/fakeengine"
)

// TestRequestsThatServicesRefuseAreFound: a stand-in that takes everything proves nothing.
func TestRequestsThatServicesRefuseAreFound(t *testing.T) {
	const asked = `"messages":[{"role":"user","content":"Q"}]`
	tests := []struct{ service, path, key, body, wrong string }{
		{"openai", "/v1/chat/completions", "Bearer k", `{"model":"m",` + asked + `,"max_completion_tokens":9}`, ""},
		{"openai", "/v1/chat/completions", "Bearer k", `{"model":"m",` + asked + `,"max_tokens":9}`, "max_tokens"},
		{"openai", "/v1/chat/completions", "Bearer k", `{"model":"m",` + asked + `,"max_completion_tokens":9,"temperature":0}`, "temperature"},
		{"openai", "/v1/chat/completions", "k", `{"model":"m",` + asked + `,"max_completion_tokens":9}`, "Authorization"},
		{"openai", "/v1/completions", "Bearer k", `{}`, "no such endpoint"},
		{"openai", "/v1/chat/completions?key=k", "Bearer k", `{}`, "without a query"},
		{"ollama", "/v1/chat/completions", "Bearer k", `{"model":"m",` + asked + `,"max_completion_tokens":9}`, "max_completion_tokens"},
		{"openrouter", "/api/v1/chat/completions", "Bearer k", `{"model":"m",` + asked + `,"max_tokens":9,"response_format":{}}`, "response_format"},
		{"perplexity", "/v1/agent", "Bearer k", `{"model":"m","input":"Q","store":true,"max_output_tokens":9}`, "store"},
		{"openai", "/v1/responses", "Bearer k", `{"model":"m","input":"Q"`, "unexpected EOF"},
		{"serpapi", "/search.json?engine=google_ai_mode&q=Q&gl=uk&api_key=k", "", "", ""},
		{"serpapi", "/search.json?engine=google_ai_mode&q=Q&gl=gb&api_key=k", "", "", "gl"},
		{"serpapi", "/search.json?engine=google_ai_mode&q=Q", "", "", "key is missing"},
		{"serpapi", "/search.json?engine=google_maps&type=search&q=Q&location=Nantes,France&api_key=k", "", "", "'z'"},
		{"brave", "/res/v1/web/search?q=Q&country=AO", "", "", "X-Subscription-Token"},
		{"searchapi", "/api/v1/search?engine=google_ai_mode&q=Q&num=10", "Bearer k", "", "num"},
		{"searxng", "/search?q=Q", "", "", "format"},
		{"tavily", "/search", "Bearer k", `{"query":"Q","country":"France"}`, "country"},
		{"dataforseo", "/v3/serp/google/ai_mode/live/advanced", "Basic aw==", `[{"keyword":"100 %","language_code":"fr"}]`, "keyword"},
		{"cloro", "/v1/async/task/1?x=y", "Bearer k", "", "without a query"},
	}
	for _, test := range tests {
		s := fakeengine.Start(test.service, "k", fakeengine.Reply{Body: "{}"})
		method := http.MethodPost
		if test.body == "" {
			method = http.MethodGet
		}
		req, err := http.NewRequestWithContext(t.Context(), method, s.URL+test.path, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", test.key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		wrong := strings.Join(s.Wrong(), "\n")
		if (wrong == "") != (test.wrong == "") || !strings.Contains(wrong, test.wrong) {
			t.Errorf("%s %s %s: %q, want %q in it", test.service, test.path, test.body, wrong, test.wrong)
		}
		s.Close()
	}
}
