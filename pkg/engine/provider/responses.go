package provider

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

// responsesReply is an answer of the Responses API, as OpenAI and Perplexity give it. Items of unknown types are skipped.
type responsesReply struct {
	Model             string `json:"model"`
	Status            string `json:"status"`
	IncompleteDetails struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []struct {
		Type    string `json:"type"`
		Status  string `json:"status"`
		Content []struct {
			Type        string `json:"type"`
			Text        string `json:"text"`
			Refusal     string `json:"refusal"`
			Annotations []struct {
				Type       string `json:"type"`
				URL        string `json:"url"`
				Title      string `json:"title"`
				StartIndex int    `json:"start_index"`
				EndIndex   int    `json:"end_index"`
			} `json:"annotations"`
		} `json:"content"`
		Action struct { // OpenAI's searches
			Type    string `json:"type"`
			URL     string `json:"url"`
			Sources []struct {
				URL string `json:"url"`
			} `json:"sources"`
		} `json:"action"`
		Results []struct { // Perplexity's
			ID      int    `json:"id"`
			URL     string `json:"url"`
			Title   string `json:"title"`
			Snippet string `json:"snippet"`
		} `json:"results"`
	} `json:"output"`
	Usage struct {
		InputTokens      int `json:"input_tokens"`
		OutputTokens     int `json:"output_tokens"`
		ToolCallsDetails struct {
			SearchWeb struct {
				Invocation int `json:"invocation"`
			} `json:"search_web"`
		} `json:"tool_calls_details"`
		Cost struct {
			Currency  string   `json:"currency"`
			TotalCost *float64 `json:"total_cost"`
		} `json:"cost"`
	} `json:"usage"`
	ToolUsage struct {
		WebSearch struct {
			NumRequests *int `json:"num_requests"`
		} `json:"web_search"`
	} `json:"tool_usage"`
}

// respond sends a request of the Responses API.
func respond(ctx context.Context, client *engine.Client, path string, request responsesRequest, timeout time.Duration, most engine.Usage) (responsesReply, engine.Usage, error) {
	var reply responsesReply
	usage, err := client.Do(ctx, engine.Call{Path: path, Body: request, Worst: most, Timeout: timeout}, func(body []byte) (engine.Usage, error) {
		var err error
		if reply, err = decode[responsesReply](body); err != nil {
			return engine.Usage{}, err
		}
		return reply.usage(), reply.fault()
	})
	return reply, usage, err
}

func (r *responsesReply) usage() engine.Usage {
	u := engine.Usage{InputTokens: r.Usage.InputTokens, OutputTokens: r.Usage.OutputTokens}
	if r.Usage.Cost.Currency == "" || r.Usage.Cost.Currency == "USD" {
		u.USD = r.Usage.Cost.TotalCost
	}
	for _, item := range r.Output {
		if item.Type == "search_results" || item.Type == "web_search_call" && item.Action.Type == "search" && item.Status == "completed" {
			u.Searches++
		}
	}
	// What is billed, where it is said.
	if n := r.ToolUsage.WebSearch.NumRequests; n != nil {
		u.Searches = *n
	} else if n := r.Usage.ToolCallsDetails.SearchWeb.Invocation; n > 0 {
		u.Searches = n
	}
	return u
}

// fault says why the reply is no answer; nil where it is one.
func (r *responsesReply) fault() error {
	text := ""
	for _, item := range r.Output {
		for _, part := range item.Content {
			if part.Type == "refusal" {
				return fault(engine.Refused, part.Refusal)
			}
			text += part.Text
		}
	}
	switch {
	case r.IncompleteDetails.Reason == "content_filter":
		return fault(engine.Filtered, "")
	case r.Status == "incomplete":
		return fault(engine.Cut, r.IncompleteDetails.Reason)
	case r.Status == "failed", r.Status == "cancelled":
		return fault(engine.Temporary, r.Status)
	case r.Status != "completed":
		return fault(engine.Malformed, "status "+r.Status)
	case strings.TrimSpace(text) == "":
		return fault(engine.Empty, "")
	}
	return nil
}

// searched says that a search came to its end.
func (r *responsesReply) searched(kind string) bool {
	for _, item := range r.Output {
		if item.Type == kind && item.Status != "failed" {
			return true
		}
	}
	return false
}

// annotated gives the text, and the pages that its annotations cite.
func (r *responsesReply) annotated() (string, []engine.Citation) {
	var text strings.Builder
	var cited []engine.Citation
	length := 0 // of the text so far, in runes
	for _, item := range r.Output {
		if item.Type != "message" {
			continue
		}
		if length > 0 {
			text.WriteByte('\n')
			length++
		}
		for _, part := range item.Content {
			if part.Type != "output_text" {
				continue
			}
			runes := utf8.RuneCountInString(part.Text)
			for _, a := range part.Annotations {
				page, ok := source(a.URL, a.Title)
				if !ok || a.Type != "url_citation" && a.Type != "citation" && a.Type != "" || len(cited) == maxCitations {
					continue
				}
				c := engine.Citation{Source: page}
				if start, end := span(a.StartIndex, a.EndIndex, runes); end > 0 {
					c.Start, c.End = length+start, length+end
				}
				cited = append(cited, c)
			}
			text.WriteString(part.Text)
			length += runes
		}
	}
	return text.String(), cited
}
