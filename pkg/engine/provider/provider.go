// Package provider asks the language models and search services of the world: one file each, and the list of all. What a provider offers is said by the
// interfaces of package engine that it fills.
package provider

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// Service is a kind of service that there is a provider for.
type Service struct {
	Name string // as operators write it
	// Keys are environment variables; the first that is set counts. None where it needs no key. "LOGIN:PASSWORD" are two variables, whose values make up the
	// key together, with a colon between.
	Keys    []string
	NeedKey bool     // nothing works without
	Bases   []string // environment variables for the base URL
	Base    string   // the base URL where no other is set; empty where one must be
	NoModel bool     // a search service: it is named without a model

	make func(s Settings) Provider
	// address reads the base URL's variable where it isn't one by custom; nil where it is.
	address func(string) string
	// limits are those of a gate of its own, where the usual ones are too much for the service.
	limits engine.Limits
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

// Provider is a model of a service, which fills engine.Model and more, or a search service. What it offers is what it fills of package engine's interfaces.
type Provider interface {
	// Name is "service:model", or "service" where it has no model, as prices are configured by.
	Name() string
	// Free says that calls cost nothing, since it runs on the operator's own machines.
	Free() bool
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
		serpAPI(), searchAPI(), cloroMonitor(), dataForSEO(),
		braveSearch(), tavilySearch(), serperDev(), exaSearch(), searXNG(),
	}
}

// Parse reads "service:model". The model may have colons of its own. A search service has none: "service".
func Parse(text string) (service Service, model string, err error) {
	name, model, colon := strings.Cut(strings.TrimSpace(text), ":")
	all := All()
	at := slices.IndexFunc(all, func(s Service) bool { return s.Name == name })
	switch {
	case at < 0:
		names := make([]string, len(all))
		for i, s := range all {
			names[i] = s.Name
		}
		return Service{}, "", fmt.Errorf("%q names no provider: write provider:model, with one of %s", text, strings.Join(names, ", "))
	case all[at].NoModel && colon:
		return Service{}, "", fmt.Errorf("%q names a model, and %s has none: write %s alone", text, name, name)
	case all[at].NoModel:
	case model == "":
		return Service{}, "", fmt.Errorf("%q names no model: write %s:model", text, name)
	}
	return all[at], model, nil
}

// Environment gives what the environment says of the service: key and base URL.
func (s Service) Environment(getenv func(string) string) Settings {
	_, key := FirstSet(s.Keys, getenv)
	_, address := FirstSet(s.Bases, getenv)
	from := Settings{Key: engine.Key(key), BaseURL: address}
	if s.address != nil && from.BaseURL != "" {
		from.BaseURL = s.address(from.BaseURL)
	}
	return from
}

// FirstSet gives the first of the variables that is set, and its value. Of "LOGIN:PASSWORD" both must be; the value has the colon.
func FirstSet(variables []string, getenv func(string) string) (variable, value string) {
	for _, variable := range variables {
		var values []string
		for part := range strings.SplitSeq(variable, ":") {
			if value := strings.TrimSpace(getenv(part)); value != "" {
				values = append(values, value)
			}
		}
		if len(values) == strings.Count(variable, ":")+1 {
			return variable, strings.Join(values, ":")
		}
	}
	return "", ""
}

// New sets a provider up. Nothing is sent.
func (s Service) New(set Settings) (Provider, error) {
	switch {
	case set.Model == "" && !s.NoModel:
		return nil, fmt.Errorf("%s: no model is set", s.Name)
	case set.Key == "" && s.NeedKey:
		return nil, fmt.Errorf("%s needs an API key: set %s", s.Name, strings.ReplaceAll(strings.Join(s.Keys, " or "), ":", " and "))
	case !set.Key.Usable():
		return nil, fmt.Errorf("%s: the API key has characters that no key has", s.Name)
	case set.BaseURL == "" && s.Base == "" && len(s.Bases) > 0:
		return nil, fmt.Errorf("%s needs a base URL: set %s", s.Name, strings.Join(s.Bases, " or "))
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
		set.Gate = s.NewGate(engine.Limits{})
	}
	set.service = &s
	return s.make(set), nil
}

// NewGate gives the way to the service, for all of its models together. What the limits leave open is as the service is mostly treated.
func (s Service) NewGate(l engine.Limits) *engine.Gate {
	return engine.NewGate(engine.Limits{
		Timeout: cmp.Or(l.Timeout, s.limits.Timeout), InFlight: cmp.Or(l.InFlight, s.limits.InFlight), PerMinute: cmp.Or(l.PerMinute, s.limits.PerMinute),
	}, engine.Clock{})
}

// Offers says in words what the service offers: answers, structured, vision, search, results, ai-mode, listings.
func (s Service) Offers() []string {
	p := s.make(Settings{Model: "any", BaseURL: s.Base, Gate: engine.NewGate(engine.Limits{}, engine.Clock{}), service: &s})
	return offers(p)
}

func offers(p Provider) []string {
	_, answers := p.(engine.Model)
	_, structured := p.(engine.Structured)
	_, vision := p.(engine.Viewer)
	_, search := p.(engine.Grounder)
	_, results := p.(engine.Searcher)
	_, aiMode := p.(engine.AIMode)
	_, listings := p.(engine.Lister)
	var list []string
	for _, offer := range []struct {
		name   string
		filled bool
	}{
		{"answers", answers},
		{"structured", structured},
		{"vision", vision},
		{"search", search},
		{"results", results},
		{"ai-mode", aiMode},
		{"listings", listings},
	} {
		if offer.filled {
			list = append(list, offer.name)
		}
	}
	return list
}

// needs is what the interfaces are in words, by their names.
var needs = map[string]string{
	"Model": "answers", "Structured": "structured answers", "Viewer": "vision", "Grounder": "web search", "Searcher": "web search results", "AIMode": "an AI mode",
	"Lister": "map listings",
}

// For gives what a role needs of the provider: one of engine's interfaces.
func For[T any](p Provider, role string) (T, error) {
	needed, ok := p.(T)
	if !ok {
		name := strings.TrimPrefix(fmt.Sprintf("%T", (*T)(nil)), "*engine.")
		return needed, fmt.Errorf("%s can't take the role %s, which needs %s: it offers %s", p.Name(), role, needs[name], strings.Join(offers(p), ", "))
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

// Name is "service:model", or "service".
func (b base) Name() string { return b.name }

// Free says that calls cost nothing.
func (b base) Free() bool { return b.free }

// connect sets up the way to the service. header carries the key.
func connect(set Settings, header http.Header, free bool) base {
	s := engine.Service{Provider: set.service.Name, Model: set.Model, BaseURL: set.BaseURL, Header: header, Key: set.Key, Free: free}
	return base{name: s.Name(), model: set.Model, free: free, client: engine.NewClient(s, set.Meter, set.Gate)}
}

func bearer(key engine.Key) http.Header {
	header := http.Header{}
	if key != "" {
		header.Set("Authorization", "Bearer "+string(key))
	}
	return header
}
