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
	}
	for _, test := range tests {
		s := fakeengine.Start(test.service, "k", fakeengine.Reply{Body: "{}"})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+test.path, strings.NewReader(test.body))
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
