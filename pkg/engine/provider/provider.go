// Package provider asks the language models and search services of the world: one file each, and the list of all. What a provider offers is said by the
// interfaces of package engine that it fills.
package provider

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// Service is a kind of service that there is a provider for.
type Service struct {
	Name    string   // as operators write it
	Keys    []string // environment variables; the first that is set counts. None where it needs no key
	NeedKey bool     // nothing works without
	Bases   []string // environment variables for the base URL
	Base    string   // the base URL where no other is set; empty where one must be

	make func(s Settings) Provider
	// address reads the base URL's variable where it isn't one by custom; nil where it is.
	address func(string) string
}

// Settings is how a provider is set up.
type Settings struct {
	Key     engine.Key
	BaseURL string
	Model   string
	Meter   *engine.Meter // counts, and holds calls to the ceiling; may be nil
	// Gate limits requests; providers of one service share one. Nil is one of its own, with the limits as they are by default.
	Gate *engine.Gate
	// GeminiGrounding switches Gemini's web search on. Google's terms forbid to store, analyse or measure what it gives: the operator answers for it.
	GeminiGrounding bool

	service *Service
}

// Provider is a model of a service.
type Provider interface {
	// Name is "service:model", as prices are configured by.
	Name() string
	// Free says that calls cost nothing, since the model runs on the operator's own machines.
	Free() bool
	engine.Model
}

// All lists every service.
func All() []Service {
	return []Service{
		openAI(), anthropicMessages(), geminiAPI(), perplexityAgent(),
		ollama(),
		compatible("vllm", "http://localhost:8000/v1", "", "VLLM_API_KEY"),
		compatible("lmstudio", "http://localhost:1234/v1", "", "LM_API_TOKEN"),
		openRouter(),
		hosted(compatible("groq", "https://api.groq.com/openai/v1", "GROQ_BASE_URL", "GROQ_API_KEY")),
		hosted(compatible("mistral", "https://api.mistral.ai/v1", "", "MISTRAL_API_KEY")),
		compatible("compatible", "", "", ""),
	}
}

// Parse reads "service:model". The model may have colons of its own.
func Parse(text string) (service Service, model string, err error) {
	name, model, _ := strings.Cut(strings.TrimSpace(text), ":")
	all := All()
	at := slices.IndexFunc(all, func(s Service) bool { return s.Name == name })
	switch {
	case at < 0:
		names := make([]string, len(all))
		for i, s := range all {
			names[i] = s.Name
		}
		return Service{}, "", fmt.Errorf("%q names no provider: write provider:model, with one of %s", text, strings.Join(names, ", "))
	case model == "":
		return Service{}, "", fmt.Errorf("%q names no model: write %s:model", text, name)
	}
	return all[at], model, nil
}

// Environment gives what the environment says of the service: key and base URL.
func (s Service) Environment(getenv func(string) string) Settings {
	set := func(names []string) string {
		for _, name := range names {
			if value := strings.TrimSpace(getenv(name)); value != "" {
				return value
			}
		}
		return ""
	}
	from := Settings{Key: engine.Key(set(s.Keys)), BaseURL: set(s.Bases)}
	if s.address != nil && from.BaseURL != "" {
		from.BaseURL = s.address(from.BaseURL)
	}
	return from
}

// New sets a provider up. Nothing is sent.
func (s Service) New(set Settings) (Provider, error) {
	switch {
	case set.Model == "":
		return nil, fmt.Errorf("%s: no model is set", s.Name)
	case set.Key == "" && s.NeedKey:
		return nil, fmt.Errorf("%s needs an API key: set %s", s.Name, strings.Join(s.Keys, " or "))
	case !set.Key.Usable():
		return nil, fmt.Errorf("%s: the API key has characters that no key has", s.Name)
	case set.BaseURL == "" && s.Base == "":
		return nil, fmt.Errorf("%s needs a base URL", s.Name)
	case set.BaseURL == "":
		set.BaseURL = s.Base
	}
	base, err := engine.BaseURL(set.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	set.BaseURL = base
	if set.Gate == nil {
		set.Gate = engine.NewGate(engine.Limits{}, engine.Clock{})
	}
	set.service = &s
	return s.make(set), nil
}

// Offers says in words what the service offers: answers, structured, vision, search.
func (s Service) Offers() []string {
	p := s.make(Settings{Model: "any", BaseURL: s.Base, Gate: engine.NewGate(engine.Limits{}, engine.Clock{}), service: &s})
	return offers(p)
}

func offers(p Provider) []string {
	list := []string{"answers"}
	if _, ok := p.(engine.Structured); ok {
		list = append(list, "structured")
	}
	if _, ok := p.(engine.Viewer); ok {
		list = append(list, "vision")
	}
	if _, ok := p.(engine.Grounder); ok {
		list = append(list, "search")
	}
	return list
}

// For gives what a role needs of the provider: one of engine's interfaces.
func For[T any](p Provider, role string) (T, error) {
	needed, ok := p.(T)
	if !ok {
		name := strings.TrimPrefix(fmt.Sprintf("%T", (*T)(nil)), "*engine.")
		need := map[string]string{"Structured": "structured answers", "Viewer": "vision", "Grounder": "web search"}[name]
		return needed, fmt.Errorf("%s can't take the role %s, which needs %s: it offers %s", p.Name(), role, need, strings.Join(offers(p), ", "))
	}
	return needed, nil
}

// base is what all providers have in common.
type base struct {
	name   string
	model  string
	free   bool
	client *engine.Client
}

// Name is "service:model".
func (b base) Name() string { return b.name }

// Free says that calls cost nothing.
func (b base) Free() bool { return b.free }

// connect sets up the way to the service. header carries the key.
func connect(set Settings, header http.Header, free bool) base {
	return base{
		name: set.service.Name + ":" + set.Model, model: set.Model, free: free,
		client: engine.NewClient(engine.Service{
			Provider: set.service.Name, Model: set.Model, BaseURL: set.BaseURL, Header: header, Key: set.Key, Free: free,
		}, set.Meter, set.Gate),
	}
}

func bearer(key engine.Key) http.Header {
	header := http.Header{}
	if key != "" {
		header.Set("Authorization", "Bearer "+string(key))
	}
	return header
}
