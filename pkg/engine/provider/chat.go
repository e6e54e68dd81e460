package provider

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/engine"
)

// chat is the chat completions API, which OpenAI wrote and many servers speak.
type chat struct {
	base
	timeout time.Duration
	// old servers know only max_tokens, which OpenAI's newer models refuse.
	old bool
	// strictRouting has OpenRouter choose only hosts that keep to the schema.
	strictRouting bool
}

type chatRequest struct {
	Model               string         `json:"model"`
	Messages            []chatMessage  `json:"messages"`
	MaxTokens           int            `json:"max_tokens,omitempty"`
	MaxCompletionTokens int            `json:"max_completion_tokens,omitempty"`
	ResponseFormat      *chatFormat    `json:"response_format,omitempty"`
	Provider            map[string]any `json:"provider,omitempty"`
	Tools               []any          `json:"tools,omitempty"`
	MaxToolCalls        int            `json:"max_tool_calls,omitempty"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string, or parts
}

type chatFormat struct {
	Type       string     `json:"type"`
	JSONSchema chatSchema `json:"json_schema"`
}

type chatSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// chatReply is an answer, leniently.
type chatReply struct {
	Model   string `json:"model"`
	Choices []struct {
		FinishReason string          `json:"finish_reason"`
		Error        json.RawMessage `json:"error"`
		Message      struct {
			Content     chatText `json:"content"`
			Refusal     string   `json:"refusal"`
			Annotations []struct {
				Type        string `json:"type"`
				URLCitation struct {
					URL        string `json:"url"`
					Title      string `json:"title"`
					Content    string `json:"content"`
					StartIndex int    `json:"start_index"`
					EndIndex   int    `json:"end_index"`
				} `json:"url_citation"`
			} `json:"annotations"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int      `json:"prompt_tokens"`
		CompletionTokens int      `json:"completion_tokens"`
		Cost             *float64 `json:"cost"` // OpenRouter, in USD
		ServerToolUse    struct {
			WebSearchRequests int `json:"web_search_requests"`
		} `json:"server_tool_use"`
	} `json:"usage"`
}

// chatText is a string, null, or text in parts.
type chatText string

// UnmarshalJSON reads any of the three.
func (t *chatText) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		var parts []struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(data, &parts); err != nil {
			return err
		}
		for _, part := range parts {
			*t += chatText(part.Text)
		}
		return nil
	}
	return json.Unmarshal(data, (*string)(t))
}

// text is what the model said, without what it thought aloud before.
func (r *chatReply) text() string {
	text := string(r.Choices[0].Message.Content)
	if thought, ok := strings.CutPrefix(strings.TrimLeft(text, " \n"), "<think>"); ok {
		_, text, _ = strings.Cut(thought, "</think>")
		text = strings.TrimLeft(text, " \n")
	}
	return text
}

func (r *chatReply) usage() engine.Usage {
	return engine.Usage{
		InputTokens: r.Usage.PromptTokens, OutputTokens: r.Usage.CompletionTokens, Searches: r.Usage.ServerToolUse.WebSearchRequests, USD: r.Usage.Cost,
	}
}

// fault says why the reply is no answer; nil where it is one.
func (r *chatReply) fault() error {
	if len(r.Choices) == 0 {
		return fault(engine.Empty, "no choices")
	}
	choice := r.Choices[0]
	switch {
	case len(choice.Error) > 0 && string(choice.Error) != "null":
		return fault(engine.Temporary, string(choice.Error))
	case choice.FinishReason == "error":
		return fault(engine.Temporary, "the answer ended with an error")
	case choice.Message.Refusal != "":
		return fault(engine.Refused, choice.Message.Refusal)
	case choice.FinishReason == "content_filter":
		return fault(engine.Filtered, "")
	case choice.FinishReason == "length":
		return fault(engine.Cut, "more tokens were needed")
	case strings.TrimSpace(r.text()) == "":
		return fault(engine.Empty, choice.FinishReason)
	}
	return nil
}

func (c chat) do(ctx context.Context, request chatRequest, limit int, most engine.Usage) (chatReply, engine.Usage, error) {
	if c.old {
		request.MaxTokens = limit
	} else {
		request.MaxCompletionTokens = limit
	}
	request.Model = c.model
	var reply chatReply
	usage, err := c.client.Do(ctx, engine.Call{Path: "/chat/completions", Body: request, Worst: most, Timeout: c.timeout}, func(body []byte) (engine.Usage, error) {
		var err error
		if reply, err = decode[chatReply](body); err != nil {
			return engine.Usage{}, err
		}
		return reply.usage(), reply.fault()
	})
	return reply, usage, err
}

// Ask answers in plain text.
func (c chat) Ask(ctx context.Context, p engine.Prompt) (engine.Answer, error) {
	limit := answerTokens(p.MaxTokens) + reasoning
	reply, usage, err := c.do(ctx, chatRequest{Messages: messages(p.System, p.User)}, limit, worst(limit, p.System, p.User))
	if err != nil {
		return engine.Answer{}, err
	}
	return engine.Answer{Text: reply.text(), Model: reply.Model, Usage: usage}, nil
}

// Fill answers in JSON.
func (c chat) Fill(ctx context.Context, p engine.Prompt, s engine.Schema) (engine.Answer, error) {
	return c.fill(ctx, p, s, nil)
}

// Look answers in JSON about a picture.
func (c chat) Look(ctx context.Context, p engine.Prompt, s engine.Schema, i engine.Image) (engine.Answer, error) {
	return c.fill(ctx, p, s, &i)
}

func (c chat) fill(ctx context.Context, p engine.Prompt, s engine.Schema, i *engine.Image) (engine.Answer, error) {
	limit := answerTokens(p.MaxTokens) + reasoning
	var user any = p.User
	if i != nil {
		user = []any{
			map[string]any{"type": "text", "text": p.User},
			map[string]any{"type": "image_url", "image_url": map[string]string{"url": dataURL(i)}},
		}
	}
	request := chatRequest{
		Messages:       messages(p.System, user),
		ResponseFormat: &chatFormat{Type: "json_schema", JSONSchema: chatSchema{Name: s.Name, Strict: true, Schema: s.JSON}},
	}
	if c.strictRouting {
		request.Provider = map[string]any{"require_parameters": true}
	}
	reply, usage, err := c.do(ctx, request, limit, worstLook(limit, i, p.System, p.User, string(s.JSON)))
	if err != nil {
		return engine.Answer{}, err
	}
	return engine.Answer{Text: outer(reply.text()), Model: reply.Model, Usage: usage}, nil
}

func messages(system string, user any) []chatMessage {
	list := []chatMessage{{Role: "user", Content: user}}
	if system != "" {
		list = append([]chatMessage{{Role: "system", Content: system}}, list...)
	}
	return list
}

func dataURL(i *engine.Image) string {
	return "data:" + i.MediaType + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
}
