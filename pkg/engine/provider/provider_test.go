package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

func TestProvidersAreNamedWithTheirModel(t *testing.T) {
	for text, want := range map[string]string{
		"openai:gpt-5.4-mini": "openai gpt-5.4-mini", "ollama:qwen3:8b": "ollama qwen3:8b", " openrouter:meta/llama:free ": "openrouter meta/llama:free",
		"brave": "brave  <nil>", "brave:x": "brave has none: write brave alone", "searxng:": "searxng has none", "openai": "names no model", "openai:": "names no model", "opnai:gpt": "with one of openai, anthropic", "": "names no provider",
	} {
		service, model, err := provider.Parse(text)
		if got := fmt.Sprintf("%s %s %v", service.Name, model, err); !strings.Contains(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestTheCustomaryVariablesAreRead(t *testing.T) {
	tests := []struct{ service, environment, key, base string }{
		{"openai", "OPENAI_API_KEY=k OPENAI_BASE_URL=http://proxy/v1", "k", "http://proxy/v1"},
		{"anthropic", "ANTHROPIC_API_KEY=k", "k", ""},
		{"gemini", "GOOGLE_API_KEY=google", "google", ""},
		{"gemini", "GOOGLE_API_KEY=google GEMINI_API_KEY=gemini", "gemini", ""},
		{"perplexity", "PERPLEXITY_API_KEY=k", "k", ""},
		{"ollama", "OLLAMA_HOST=0.0.0.0", "", "http://localhost:11434"},
		{"ollama", "OLLAMA_HOST=gpu:9999", "", "http://gpu:9999"},
		{"ollama", "OLLAMA_HOST=https://ollama.example/v1", "", "https://ollama.example/v1"},
		{"openrouter", "OPENROUTER_API_KEY=k", "k", ""},
		{"groq", "GROQ_API_KEY=k", "k", ""},
		{"mistral", "MISTRAL_API_KEY=k", "k", ""},
		{"serpapi", "SERP_API_KEY=third SERPAPI_KEY=second", "second", ""},
		{"brave", "BRAVE_SEARCH_API_KEY=k", "k", ""},
		{"dataforseo", "DATAFORSEO_LOGIN=me@a.example DATAFORSEO_PASSWORD=p", "me@a.example:p", ""},
		{"dataforseo", "DATAFORSEO_LOGIN=me@a.example", "", ""},
		{"searxng", "SEARXNG_URL=http://search:8888", "", "http://search:8888"},
	}
	for _, test := range tests {
		service, _, err := provider.Parse(test.service + ":m")
		if err != nil {
			if service, _, err = provider.Parse(test.service); err != nil {
				t.Fatal(err)
			}
		}
		set := service.Environment(func(name string) string {
			for pair := range strings.SplitSeq(test.environment, " ") {
				if value, ok := strings.CutPrefix(pair, name+"="); ok {
					return value
				}
			}
			return ""
		})
		if string(set.Key) != test.key || set.BaseURL != test.base {
			t.Errorf("%s with %s: key %q, base %q", test.service, test.environment, string(set.Key), set.BaseURL)
		}
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	tests := []struct {
		service string
		set     provider.Settings
		want    string
	}{
		{"openai:m", provider.Settings{Model: "m"}, "openai needs an API key: set OPENAI_API_KEY"},
		{"gemini:m", provider.Settings{Model: "m"}, "set GEMINI_API_KEY or GOOGLE_API_KEY"},
		{"openai:m", provider.Settings{Model: "m", Key: "a\nb"}, "characters that no key has"},
		{"openai:m", provider.Settings{Key: "k"}, "no model is set"},
		{"compatible:m", provider.Settings{Model: "m"}, "needs a base URL"},
		{"dataforseo", provider.Settings{}, "dataforseo needs an API key: set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD"},
		{"searxng", provider.Settings{}, "searxng needs a base URL: set SEARXNG_URL"},
		{"ollama:m", provider.Settings{Model: "m", BaseURL: "localhost:11434"}, "must be http(s)://host"},
	}
	for _, test := range tests {
		service, _, err := provider.Parse(test.service)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := service.New(test.set); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

func TestARoleThatNeedsMoreThanIsOfferedIsTold(t *testing.T) {
	tests := []struct {
		name string
		take func(provider.Provider) error
		want string
	}{
		{"ollama:qwen3:8b", as[engine.Grounder]("grounded"), "ollama:qwen3:8b can't take the role grounded, which needs web search: it offers answers, structured, vision"},
		{"brave", as[engine.Structured]("judge"), "brave can't take the role judge, which needs structured answers: it offers results"},
		{"brave", as[engine.Model]("recall"), "brave can't take the role recall, which needs answers: it offers results"},
		{"serper", as[engine.AIMode]("ai-mode"), "serper can't take the role ai-mode, which needs an AI mode: it offers results, listings"},
		{"exa", as[engine.Lister]("listing"), "exa can't take the role listing, which needs map listings: it offers results"},
		{"cloro", as[engine.Searcher]("live"), "cloro can't take the role live, which needs web search results: it offers ai-mode"},
	}
	for _, test := range tests {
		service, model, err := provider.Parse(test.name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := service.New(provider.Settings{Model: model, Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		if err := test.take(p); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func as[T any](role string) func(provider.Provider) error {
	return func(p provider.Provider) error {
		_, err := provider.For[T](p, role)
		return err
	}
}

// TestGeminiSearchesOnlyWhereTheOperatorSaysSo: Google's terms forbid what an audit does with the results.
func TestGeminiSearchesOnlyWhereTheOperatorSaysSo(t *testing.T) {
	p, _, _ := talk(t, "gemini", func(s *provider.Settings, _ *engine.Limits) { s.GeminiGrounding = false }, body("gemini_ground"))
	if _, ok := p.(engine.Grounder); ok {
		t.Error("it searches")
	}
}

func TestTheOffersAreTold(t *testing.T) {
	want := map[string]string{
		"openai": "answers, structured, vision, search", "anthropic": "answers, structured, vision, search", "gemini": "answers, structured, vision",
		"perplexity": "answers, structured, search", "openrouter": "answers, structured, vision, search",
		"serpapi": "ai-mode, listings", "searchapi": "ai-mode", "cloro": "ai-mode", "dataforseo": "ai-mode, listings",
		"brave": "results", "tavily": "results", "serper": "results, listings", "exa": "results", "searxng": "results",
	}
	for _, service := range provider.All() {
		expected := want[service.Name]
		if expected == "" {
			expected = "answers, structured, vision"
		}
		if got := strings.Join(service.Offers(), ", "); got != expected {
			t.Errorf("%s: %s", service.Name, got)
		}
	}
}

func TestKeysDontShowInSettings(t *testing.T) {
	set := provider.Settings{Key: secret, Model: "m"}
	p, _, _ := talk(t, "anthropic", nil, body("anthropic_ask"))
	if text := fmt.Sprintf("%v %+v %#v %s", set, set, set, p.Name()); strings.Contains(text, secret[8:]) {
		t.Errorf("%s", text)
	}
}

func TestACeilingHoldsWithEveryProvider(t *testing.T) {
	ceiling := 0.01
	for name, v := range voices() {
		meter := engine.NewMeter(map[string]engine.Price{name + ":gemini-3.6-flash": {Input: 3, Output: 15, Search: 0.01}}, &ceiling)
		what := "ask"
		if v.ground != "" {
			what = "ground"
		}
		p, server, _ := talk(t, name, func(s *provider.Settings, _ *engine.Limits) { s.Meter = meter }, body(v.ask))
		err := call(t.Context(), p, what)
		var fault *engine.Error
		local := !slices.Contains([]string{"openai", "anthropic", "gemini", "perplexity", "openrouter", "groq", "mistral"}, name)
		if refused := errors.As(err, &fault) && fault.Kind == engine.TooDear; refused == local || len(server.Requests()) > 0 != local {
			t.Errorf("%s: %v, %d requests", name, err, len(server.Requests()))
		}
	}
}

// FuzzAnswers: whatever a service answers, a provider gives an answer whose parts stand within it, or a typed error.
func FuzzAnswers(f *testing.F) {
	for _, v := range voices() {
		for _, sample := range []string{v.ask, v.fill, v.ground} {
			if sample != "" {
				f.Add(fakeengine.Sample(sample))
			}
		}
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for _, name := range []string{"openai", "anthropic", "gemini", "perplexity", "openrouter"} {
			service, model, err := provider.Parse(name + ":m")
			if err != nil {
				t.Fatal(err)
			}
			server := fakeengine.Start(name, "key", fakeengine.Reply{Body: answer})
			at := &clock{}
			p, err := service.New(provider.Settings{
				Key: "key", BaseURL: server.Base(), Model: model, GeminiGrounding: true, Gate: engine.NewGate(engine.Limits{}, at.engine()),
			})
			if err != nil {
				t.Fatal(err)
			}
			var fault *engine.Error
			g, err := p.(engine.Grounder).Ground(t.Context(), question)
			if err != nil && !errors.As(err, &fault) {
				t.Errorf("%s: %v", name, err)
			}
			length := utf8.RuneCountInString(g.Text)
			for _, c := range g.Citations {
				if c.Start < 0 || c.Start > c.End || c.End > length || !strings.HasPrefix(c.URL, "http") {
					t.Errorf("%s: %+v of %d", name, c, length)
				}
			}
			for _, what := range []string{"ask", "fill"} {
				if err := call(t.Context(), p, what); err != nil && !errors.As(err, &fault) {
					t.Errorf("%s: %v", name, err)
				}
			}
			server.Close()
		}
	})
}

// TestRealProviders asks the services themselves, with the keys of the environment: `make try-providers`.
func TestRealProviders(t *testing.T) {
	models := os.Getenv("TRY_PROVIDERS")
	if models == "" {
		t.Skip("set TRY_PROVIDERS to what to try, such as \"openai:gpt-5.4-mini brave serpapi\", and the keys: the calls cost some cents")
	}
	tried := strings.Fields(models)
	if at := slices.Index(tried, "search"); at >= 0 { // every search service that is set up
		tried = slices.Delete(tried, at, at+1)
		for _, s := range provider.All() {
			if set := s.Environment(os.Getenv); s.NoModel && (set.Key != "" || set.BaseURL != "") {
				tried = append(tried, s.Name)
			}
		}
	}
	for _, text := range tried {
		t.Run(text, func(t *testing.T) {
			service, model, err := provider.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			set := service.Environment(os.Getenv)
			if service.NeedKey && set.Key == "" {
				t.Skipf("set %s", strings.Join(service.Keys, " or "))
			}
			set.Model = model
			if service.Name == "compatible" {
				set.BaseURL = os.Getenv("TRY_BASE_URL")
			}
			p, err := service.New(set)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			if model, ok := p.(engine.Model); ok {
				answer, err := model.Ask(ctx, prompt)
				if err != nil {
					t.Errorf("asked: %v", err)
				}
				t.Logf("asked: %q by %s, %+v", answer.Text, answer.Model, answer.Usage)
			}
			if filler, ok := p.(engine.Structured); ok {
				answer, err := filler.Fill(ctx, prompt, names)
				if err != nil || !json.Valid([]byte(answer.Text)) {
					t.Errorf("filled: %q, %v", answer.Text, err)
				}
				t.Logf("filled: %s, %+v", answer.Text, answer.Usage)
			}
			if grounder, ok := p.(engine.Grounder); ok {
				g, err := grounder.Ground(ctx, question)
				if err != nil {
					t.Errorf("searched: %v", err)
				}
				t.Logf("searched: %q, cited %+v, consulted %d, %+v", g.Text, g.Citations, len(g.Consulted), g.Usage)
			}
			if searcher, ok := p.(engine.Searcher); ok {
				results, err := searcher.Search(ctx, question)
				if err != nil {
					t.Errorf("searched: %v", err)
				}
				t.Logf("searched: %s, %+v, %+v", results.How, results.Hits, results.Usage)
			}
			if mode, ok := p.(engine.AIMode); ok {
				o, err := mode.AskAIMode(ctx, question)
				if err != nil {
					t.Errorf("asked the AI mode: %v", err)
				}
				t.Logf("asked the AI mode: %s, %+v", outline(o), o.Usage)
			}
			if lister, ok := p.(engine.Lister); ok {
				found, err := lister.Listings(ctx, question)
				if err != nil {
					t.Errorf("looked up: %v", err)
				}
				t.Logf("looked up: %+v, %+v", found.Cards, found.Usage)
			}
		})
	}
}
