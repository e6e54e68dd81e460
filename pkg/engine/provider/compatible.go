package provider

import (
	"context"
	"net"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

// compatible is any server that speaks OpenAI's chat completions. Those without a key of need run on the operator's own machines, and cost nothing.
func compatible(name, address, baseVariable, keyVariable string) Service {
	s := Service{Name: name, Base: address, make: func(set Settings) Provider { return newChat(set) }}
	if baseVariable != "" {
		s.Bases = []string{baseVariable}
	}
	if keyVariable != "" {
		s.Keys = []string{keyVariable}
	}
	return s
}

// ollama's variable names a host, often without scheme and port, sometimes as a server listens.
func ollama() Service {
	s := compatible("ollama", "http://localhost:11434/v1", "OLLAMA_HOST", "OLLAMA_API_KEY")
	s.address = func(host string) string {
		if strings.Contains(host, "://") {
			return host
		}
		name, port, err := net.SplitHostPort(host)
		if err != nil {
			name, port = host, "11434"
		}
		if name == "" || name == "0.0.0.0" {
			name = "localhost"
		}
		return "http://" + net.JoinHostPort(name, port)
	}
	return s
}

// hosted is a service that is paid for.
func hosted(s Service) Service {
	s.NeedKey = true
	return s
}

func newChat(set Settings) chat {
	set.BaseURL = withPath(set.BaseURL)
	// A server of the operator's own; a key alone doesn't make it one that is paid for, but an address elsewhere may.
	local := !set.service.NeedKey && isLocal(set.BaseURL)
	c := chat{base: connect(set, bearer(set.Key), local), old: true, timeout: askTimeout}
	if local {
		c.timeout = localTimeout
	}
	return c
}

// withPath completes the address of a server given without a path.
func withPath(address string) string {
	if u, err := url.Parse(address); err == nil && u.Path == "" {
		return address + "/v1"
	}
	return address
}

// isLocal says that the address is this machine's, or one of a private network.
func isLocal(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate()) || ip == nil && (host == "localhost" || !strings.Contains(host, "."))
}

// openRouter is compatible, keeps its hosts to the schema, and searches.
func openRouter() Service {
	s := hosted(compatible("openrouter", "https://openrouter.ai/api/v1", "", "OPENROUTER_API_KEY"))
	s.make = func(set Settings) Provider {
		c := newChat(set)
		c.strictRouting = true
		return router{c}
	}
	return s
}

type router struct{ chat }

// Ground asks with the search of the model's own maker, which alone knows the place.
func (r router) Ground(ctx context.Context, q engine.Question) (engine.Grounding, error) {
	limit := answerTokens(q.MaxTokens) + reasoning
	request := chatRequest{
		Messages: messages(searchFirst(q), q.Text), MaxToolCalls: maxSearches,
		Tools: []any{map[string]any{"type": "openrouter:web_search", "parameters": map[string]any{
			"engine": "native", "max_uses": maxSearches, "user_location": locate(q.Place),
		}}},
	}
	reply, usage, err := r.do(ctx, request, limit, worstGround(limit, maxSearches, q.Text))
	if err != nil {
		return engine.Grounding{}, err
	}
	text := reply.text()
	g := engine.Grounding{Answer: engine.Answer{Text: text, Model: reply.Model, Usage: usage}, Searches: usage.Searches}
	shifted := text != string(reply.Choices[0].Message.Content) // what was thought aloud is gone, and the offsets count it
	for _, a := range reply.Choices[0].Message.Annotations {
		page, ok := source(a.URLCitation.URL, a.URLCitation.Title)
		if !ok || a.Type != "url_citation" || len(g.Citations) == maxCitations {
			continue
		}
		c := engine.Citation{Source: page, Quote: a.URLCitation.Content}
		if !shifted {
			c.Start, c.End = span(a.URLCitation.StartIndex, a.URLCitation.EndIndex, utf8.RuneCountInString(text))
		}
		if !slices.Contains(g.Citations, c) {
			g.Citations = append(g.Citations, c)
		}
	}
	if len(g.Citations) == 0 && g.Searches == 0 {
		return engine.Grounding{}, r.client.Fault(engine.Ungrounded, "", usage)
	}
	return g, nil
}

// location is where a question is asked from, as OpenAI, Anthropic and OpenRouter take it.
type location struct {
	Type     string `json:"type"`
	City     string `json:"city,omitempty"`
	Region   string `json:"region,omitempty"`
	Country  string `json:"country,omitempty"`
	Timezone string `json:"timezone,omitempty"`
}

func locate(p engine.Place) location {
	return location{Type: "approximate", City: p.City, Region: p.Region, Country: p.Country, Timezone: p.Timezone}
}
