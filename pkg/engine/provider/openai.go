package provider

import (
	"context"

	"github.com/auditctl/auditctl/pkg/engine"
)

// openAI answers by chat completions and searches by Responses: the chat models that searched are gone.
func openAI() Service {
	return Service{
		Name: "openai", Keys: []string{"OPENAI_API_KEY"}, NeedKey: true, Bases: []string{"OPENAI_BASE_URL"}, Base: "https://api.openai.com/v1",
		make: func(set Settings) Provider {
			return openai{chat{base: connect(set, bearer(set.Key), false), timeout: askTimeout}}
		},
	}
}

type openai struct{ chat }

type responsesRequest struct {
	Model           string         `json:"model"`
	Input           string         `json:"input"`
	Instructions    string         `json:"instructions,omitempty"`
	Store           bool           `json:"store"` // the service keeps the answer unless told not to
	MaxOutputTokens int            `json:"max_output_tokens"`
	MaxToolCalls    int            `json:"max_tool_calls,omitempty"`
	Reasoning       map[string]any `json:"reasoning,omitempty"`
	ToolChoice      string         `json:"tool_choice,omitempty"`
	Include         []string       `json:"include,omitempty"`
	Tools           []any          `json:"tools,omitempty"`

	// Perplexity's own.
	MaxSteps           int         `json:"max_steps,omitempty"`
	LanguagePreference string      `json:"language_preference,omitempty"`
	ResponseFormat     *chatFormat `json:"response_format,omitempty"`
}

// Ground searches the web. A citation's part is the link as it stands in the text: what it speaks for is before it.
func (o openai) Ground(ctx context.Context, q engine.Question) (engine.Grounding, error) {
	limit := answerTokens(q.MaxTokens) + reasoning
	request := responsesRequest{
		Model: o.model, Input: q.Text, Instructions: searchFirst(q), MaxOutputTokens: limit, MaxToolCalls: maxSearches,
		Reasoning: map[string]any{"effort": "low"}, ToolChoice: "required", Include: []string{"web_search_call.action.sources"},
		Tools: []any{map[string]any{"type": "web_search", "search_context_size": "medium", "user_location": locate(q.Place)}},
	}
	reply, usage, err := respond(ctx, o.client, "/responses", request, groundTimeout, worstGround(limit, maxSearches, q.Text))
	if err != nil {
		return engine.Grounding{}, err
	}
	g := engine.Grounding{Searches: usage.Searches}
	if !reply.searched("web_search_call") {
		return g, o.client.Fault(engine.Ungrounded, "", usage)
	}
	text, annotations := reply.annotated()
	g.Answer = engine.Answer{Text: text, Model: reply.Model, Usage: usage}
	g.Citations = annotations
	var read []engine.Source
	for _, item := range reply.Output {
		for _, s := range item.Action.Sources {
			if page, ok := source(s.URL, ""); ok {
				read = append(read, page)
			}
		}
		if page, ok := source(item.Action.URL, ""); ok {
			read = append(read, page)
		}
	}
	g.Consulted = consulted(read, g.Citations)
	return g, nil
}
