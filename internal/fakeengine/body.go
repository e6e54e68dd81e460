package fakeengine

import (
	"encoding/json"
	"fmt"
)

// Page is a web page as a search finds it.
type Page struct{ URL, Title, Text string }

// Chat is the body of a plain answer, as those who speak chat completions give it: openai, ollama, vllm, groq, …
func Chat(text string) string {
	return write(map[string]any{
		"id": "c1", "object": "chat.completion", "model": "played",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}},
		"usage":   map[string]any{"prompt_tokens": 20, "completion_tokens": 10, "total_tokens": 30},
	})
}

// Grounded is the body of an answer after a search, as perplexity gives it. The text cites the pages as [1], [2], …
func Grounded(text string, pages ...Page) string {
	var results []any
	for i, p := range pages {
		results = append(results, map[string]any{"id": i + 1, "url": p.URL, "title": p.Title, "snippet": p.Text})
	}
	return write(map[string]any{
		"id": "r1", "object": "response", "status": "completed", "model": "played",
		"output": []any{
			map[string]any{"type": "search_results", "queries": []string{"played"}, "results": results},
			map[string]any{
				"type": "message", "role": "assistant", "status": "completed",
				"content": []any{map[string]any{"type": "output_text", "text": text, "annotations": []any{}}},
			},
		},
		"usage": map[string]any{"input_tokens": 20, "output_tokens": 10, "tool_calls_details": map[string]any{"search_web": map[string]any{"invocation": 1}}},
	})
}

// Overview is the body of an AI mode's answer, as serpapi gives it: a paragraph, and a card for each name beside it. A card without a name is "".
func Overview(text string, cards []string, pages ...Page) string {
	local, references := []any{}, []any{}
	for i, name := range cards {
		card := map[string]any{"position": i + 1, "rating": 4.5, "reviews": 100 + i}
		if name != "" {
			card["title"], card["place_id"] = name, fmt.Sprintf("place-%s", name)
		}
		local = append(local, card)
	}
	for i, p := range pages {
		references = append(references, map[string]any{"index": i, "link": p.URL, "title": p.Title, "snippet": p.Text})
	}
	return write(map[string]any{
		"search_metadata": map[string]any{"status": "Success"}, "reconstructed_markdown": text,
		"text_blocks":   []any{map[string]any{"type": "paragraph", "snippet": text}},
		"local_results": local, "references": references,
	})
}

// Hits is the body of web results, as brave gives them.
func Hits(pages ...Page) string {
	results := []any{}
	for _, p := range pages {
		results = append(results, map[string]any{"url": p.URL, "title": p.Title, "description": p.Text})
	}
	return write(map[string]any{"type": "search", "web": map[string]any{"results": results}})
}

func write(v any) string {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(body)
}
