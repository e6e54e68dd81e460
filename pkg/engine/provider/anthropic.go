package provider

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

// anthropicMessages is the Messages API.
func anthropicMessages() Service {
	return Service{
		Name: "anthropic", Keys: []string{"ANTHROPIC_API_KEY"}, NeedKey: true, Bases: []string{"ANTHROPIC_BASE_URL"}, Base: "https://api.anthropic.com",
		make: func(set Settings) Provider {
			header := http.Header{}
			header.Set("X-Api-Key", string(set.Key))
			header.Set("Anthropic-Version", "2023-06-01")
			return anthropic{connect(set, header, false)}
		},
	}
}

type anthropic struct{ base }

type anthropicRequest struct {
	Model      string             `json:"model"`
	MaxTokens  int                `json:"max_tokens"`
	System     string             `json:"system,omitempty"`
	Messages   []anthropicMessage `json:"messages"`
	Tools      []any              `json:"tools,omitempty"`
	ToolChoice any                `json:"tool_choice,omitempty"`
}

type anthropicMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // parts
}

type anthropicReply struct {
	Model       string            `json:"model"`
	Content     []json.RawMessage `json:"content"` // as it came: a turn that paused is continued with the same bytes
	StopReason  string            `json:"stop_reason"`
	StopDetails struct {
		Category    string `json:"category"`
		Explanation string `json:"explanation"`
	} `json:"stop_details"`
	Usage struct {
		InputTokens              int `json:"input_tokens"`
		CacheCreationInputTokens int `json:"cache_creation_input_tokens"`
		CacheReadInputTokens     int `json:"cache_read_input_tokens"`
		OutputTokens             int `json:"output_tokens"`
		ServerToolUse            struct {
			WebSearchRequests int `json:"web_search_requests"`
		} `json:"server_tool_use"`
	} `json:"usage"`
}

type anthropicBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	Content   json.RawMessage `json:"content"` // a list of results, or an object with an error
	Citations []struct {
		Type      string `json:"type"`
		URL       string `json:"url"`
		Title     string `json:"title"`
		CitedText string `json:"cited_text"`
	} `json:"citations"`
}

func (r *anthropicReply) usage() engine.Usage {
	return engine.Usage{
		InputTokens:  r.Usage.InputTokens + r.Usage.CacheCreationInputTokens + r.Usage.CacheReadInputTokens,
		OutputTokens: r.Usage.OutputTokens, Searches: r.Usage.ServerToolUse.WebSearchRequests,
	}
}

// fault says why the reply is no answer; nil where it is one, or where the turn paused.
func (r *anthropicReply) fault() error {
	switch r.StopReason {
	case "refusal":
		return fault(engine.Refused, strings.TrimSpace(r.StopDetails.Category+" "+r.StopDetails.Explanation))
	case "max_tokens", "model_context_window_exceeded":
		return fault(engine.Cut, r.StopReason)
	}
	if len(r.Content) == 0 {
		return fault(engine.Empty, r.StopReason)
	}
	return nil
}

// do sends a request and gives the answer's blocks.
func (a anthropic) do(ctx context.Context, call engine.Call) (reply anthropicReply, blocks []anthropicBlock, used engine.Usage, err error) {
	call.Path = "/v1/messages"
	used, err = a.client.Do(ctx, call, func(body []byte) (engine.Usage, error) {
		var err error
		if reply, err = decode[anthropicReply](body); err != nil {
			return engine.Usage{}, err
		}
		blocks = make([]anthropicBlock, len(reply.Content))
		for i, raw := range reply.Content {
			if blocks[i], err = decode[anthropicBlock](raw); err != nil {
				return reply.usage(), err
			}
		}
		return reply.usage(), reply.fault()
	})
	return reply, blocks, used, err
}

// Ask answers in plain text.
func (a anthropic) Ask(ctx context.Context, p engine.Prompt) (engine.Answer, error) {
	limit := answerTokens(p.MaxTokens)
	reply, blocks, used, err := a.do(ctx, engine.Call{
		Body:    anthropicRequest{Model: a.model, MaxTokens: limit, System: p.System, Messages: []anthropicMessage{{Role: "user", Content: anthropicText(p.User)}}},
		Worst:   worst(limit, p.System, p.User),
		Timeout: askTimeout,
	})
	if err != nil {
		return engine.Answer{}, err
	}
	text, _ := anthropicCited(blocks)
	if strings.TrimSpace(text) == "" {
		return engine.Answer{}, a.client.Fault(engine.Empty, reply.StopReason, used)
	}
	return engine.Answer{Text: text, Model: reply.Model, Usage: used}, nil
}

// Fill answers in JSON: as the input of a tool that the model has to use, which every model offers.
func (a anthropic) Fill(ctx context.Context, p engine.Prompt, s engine.Schema) (engine.Answer, error) {
	return a.fill(ctx, p, s, nil)
}

// Look answers in JSON about a picture.
func (a anthropic) Look(ctx context.Context, p engine.Prompt, s engine.Schema, i engine.Image) (engine.Answer, error) {
	return a.fill(ctx, p, s, &i)
}

func (a anthropic) fill(ctx context.Context, p engine.Prompt, s engine.Schema, i *engine.Image) (engine.Answer, error) {
	limit := answerTokens(p.MaxTokens)
	content := anthropicText(p.User)
	if i != nil {
		picture := map[string]string{"type": "base64", "media_type": i.MediaType, "data": base64.StdEncoding.EncodeToString(i.Data)}
		content = append([]any{map[string]any{"type": "image", "source": picture}}, content...)
	}
	reply, blocks, used, err := a.do(ctx, engine.Call{
		Body: anthropicRequest{
			Model: a.model, MaxTokens: limit, System: p.System, Messages: []anthropicMessage{{Role: "user", Content: content}},
			Tools:      []any{map[string]any{"name": s.Name, "description": "Records the answer.", "input_schema": s.JSON}},
			ToolChoice: map[string]string{"type": "tool", "name": s.Name},
		},
		Worst:   worstLook(limit, i, p.System, p.User, string(s.JSON)),
		Timeout: askTimeout,
	})
	if err != nil {
		return engine.Answer{}, err
	}
	for _, b := range blocks {
		if b.Type == "tool_use" && b.Name == s.Name {
			return engine.Answer{Text: string(b.Input), Model: reply.Model, Usage: used}, nil
		}
	}
	return engine.Answer{}, a.client.Fault(engine.Empty, reply.StopReason, used)
}

// maxRounds is how often a turn that pauses is continued.
const maxRounds = 3

// Ground searches the web. A citation's part is the text that rests on it.
func (a anthropic) Ground(ctx context.Context, q engine.Question) (engine.Grounding, error) {
	limit := answerTokens(q.MaxTokens)
	request := anthropicRequest{
		Model: a.model, MaxTokens: limit, System: searchFirst(q), Messages: []anthropicMessage{{Role: "user", Content: anthropicText(q.Text)}},
		// The later versions of the tool filter results by running code: results and citations no longer come as plain blocks.
		Tools: []any{map[string]any{"type": "web_search_20250305", "name": "web_search", "max_uses": maxSearches, "user_location": locate(q.Place)}},
	}
	var blocks []anthropicBlock
	var used engine.Usage
	prompt := q.Text
	for round := 1; ; round++ {
		reply, more, u, err := a.do(ctx, engine.Call{Body: request, Worst: worstGround(limit, maxSearches, prompt), Timeout: groundTimeout})
		used = used.Add(u)
		if err != nil {
			return engine.Grounding{}, withUsage(err, used)
		}
		blocks = append(blocks, more...)
		if reply.StopReason != "pause_turn" {
			return a.grounding(blocks, reply.Model, used)
		}
		if round == maxRounds {
			return engine.Grounding{}, a.client.Fault(engine.Cut, "the search went on and on", used)
		}
		request.Messages = append(request.Messages, anthropicMessage{Role: "assistant", Content: reply.Content})
		for _, raw := range reply.Content {
			prompt += string(raw)
		}
	}
}

func (a anthropic) grounding(blocks []anthropicBlock, model string, used engine.Usage) (engine.Grounding, error) {
	text, cited := anthropicCited(blocks)
	var read []engine.Source
	found, reason := false, ""
	for _, b := range blocks {
		if b.Type != "web_search_tool_result" {
			continue
		}
		var failed struct {
			ErrorCode string `json:"error_code"`
		}
		var results []struct {
			URL   string `json:"url"`
			Title string `json:"title"`
		}
		if json.Unmarshal(b.Content, &failed) == nil && failed.ErrorCode != "" {
			reason = failed.ErrorCode
			continue
		}
		if json.Unmarshal(b.Content, &results) != nil {
			continue
		}
		found = true
		for _, r := range results {
			if page, ok := source(r.URL, r.Title); ok {
				read = append(read, page)
			}
		}
	}
	switch {
	case !found:
		return engine.Grounding{}, a.client.Fault(engine.Ungrounded, reason, used)
	case strings.TrimSpace(text) == "":
		return engine.Grounding{}, a.client.Fault(engine.Empty, "", used)
	}
	return engine.Grounding{
		Answer:    engine.Answer{Text: text, Model: model, Usage: used},
		Citations: cited, Consulted: consulted(read, cited), Searches: used.Searches,
	}, nil
}

func anthropicText(text string) []any {
	return []any{map[string]string{"type": "text", "text": text}}
}

// anthropicCited joins the text blocks, with a new line where something else lies between, and gives what each rests on.
func anthropicCited(blocks []anthropicBlock) (string, []engine.Citation) {
	var text strings.Builder
	var cited []engine.Citation
	length, apart := 0, false
	for _, b := range blocks {
		if b.Type != "text" {
			apart = true
			continue
		}
		if apart && length > 0 {
			text.WriteByte('\n')
			length++
		}
		apart = false
		end := length + utf8.RuneCountInString(b.Text)
		for _, c := range b.Citations {
			if page, ok := source(c.URL, c.Title); ok && len(cited) < maxCitations {
				cited = append(cited, engine.Citation{Source: page, Quote: c.CitedText, Start: length, End: end})
			}
		}
		text.WriteString(b.Text)
		length = end
	}
	return text.String(), cited
}

// withUsage has an error say what all calls used.
func withUsage(err error, used engine.Usage) error {
	var own *engine.Error
	if errors.As(err, &own) {
		own.Usage = used
	}
	return err
}
