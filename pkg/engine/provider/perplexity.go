package provider

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

// perplexityAgent is the Agent API; the chat completions of Sonar have ended.
func perplexityAgent() Service {
	return Service{
		Name: "perplexity", Keys: []string{"PERPLEXITY_API_KEY"}, NeedKey: true, Bases: []string{"PERPLEXITY_BASE_URL"}, Base: "https://api.perplexity.ai",
		make: func(set Settings) Provider { return perplexity{connect(set, bearer(set.Key), false)} },
	}
}

type perplexity struct{ base }

// Ask answers in plain text, without a search: a model has no tools but those it is given.
func (p perplexity) Ask(ctx context.Context, prompt engine.Prompt) (engine.Answer, error) {
	return p.answer(ctx, prompt, nil)
}

// Fill answers in JSON.
func (p perplexity) Fill(ctx context.Context, prompt engine.Prompt, s engine.Schema) (engine.Answer, error) {
	return p.answer(ctx, prompt, &s)
}

func (p perplexity) answer(ctx context.Context, prompt engine.Prompt, s *engine.Schema) (engine.Answer, error) {
	limit := answerTokens(prompt.MaxTokens) + reasoning
	request := responsesRequest{Model: p.model, Input: prompt.User, Instructions: prompt.System, MaxOutputTokens: limit}
	most := worst(limit, prompt.System, prompt.User)
	if s != nil {
		request.ResponseFormat = &chatFormat{Type: "json_schema", JSONSchema: chatSchema{Name: s.Name, Strict: true, Schema: s.JSON}}
		most = worst(limit, prompt.System, prompt.User, string(s.JSON))
	}
	reply, used, err := respond(ctx, p.client, "/v1/agent", request, askTimeout, most)
	if err != nil {
		return engine.Answer{}, err
	}
	text, _ := reply.annotated()
	if s != nil {
		text = outer(text)
	}
	return engine.Answer{Text: text, Model: reply.Model, Usage: used}, nil
}

// Ground searches the web. A citation's part is the text back to the marker, the sentence or the list entry before; the markers are taken out.
func (p perplexity) Ground(ctx context.Context, q engine.Question) (engine.Grounding, error) {
	limit := answerTokens(q.MaxTokens) + reasoning
	place := map[string]string{}
	for name, value := range map[string]string{"country": q.Place.Country, "region": q.Place.Region, "city": q.Place.City} {
		if value != "" {
			place[name] = value
		}
	}
	search := map[string]any{"type": "web_search", "search_context_size": "medium", "max_results": 10}
	if len(place) > 0 {
		search["user_location"] = place
	}
	language, _, _ := strings.Cut(q.Lang, "-")
	request := responsesRequest{
		Model: p.model, Input: q.Text, Instructions: searchFirst(q), MaxOutputTokens: limit, MaxSteps: maxSearches, LanguagePreference: language,
		Tools: []any{search},
	}
	reply, used, err := respond(ctx, p.client, "/v1/agent", request, groundTimeout, worstGround(limit, maxSearches, q.Text))
	if err != nil {
		return engine.Grounding{}, err
	}
	if !reply.searched("search_results") {
		return engine.Grounding{}, p.client.Fault(engine.Ungrounded, "", used)
	}
	pages := map[int]engine.Citation{}
	var read []engine.Source
	for _, item := range reply.Output {
		if item.Type != "search_results" {
			continue
		}
		for _, r := range item.Results {
			if page, ok := source(r.URL, r.Title); ok {
				pages[r.ID] = engine.Citation{Source: page, Quote: r.Snippet}
				read = append(read, page)
			}
		}
	}
	text, cited := reply.annotated()
	if len(cited) == 0 {
		text, cited = byMarkers(text, pages)
	}
	return engine.Grounding{
		Answer: engine.Answer{Text: text, Model: reply.Model, Usage: used}, Citations: cited, Consulted: consulted(read, cited), Searches: used.Searches,
	}, nil
}

var (
	marker = regexp.MustCompile(` ?\[(\d{1,3})\]`)
	// Where a statement begins: after a sentence, or in a new line.
	statement = regexp.MustCompile(`[.!?…] |\n[ \t]*(?:[-*•]|\d+[.)])?[ \t]*`)
)

// byMarkers takes the markers out of a text, and says what rests on which page. A marker that leads nowhere is text.
func byMarkers(text string, pages map[int]engine.Citation) (string, []engine.Citation) {
	var plain strings.Builder
	var cited []engine.Citation
	copied := 0        // bytes of the text
	start, end := 0, 0 // of the part that the last marker closed, in bytes of plain
	for _, at := range marker.FindAllStringSubmatchIndex(text, -1) {
		n, _ := strconv.Atoi(text[at[2]:at[3]])
		page, ok := pages[n]
		if !ok || len(cited) == maxCitations {
			continue
		}
		plain.WriteString(text[copied:at[0]])
		copied = at[1]
		if plain.Len() > end { // else it stands beside the marker before, and closes the same part
			written := plain.String()
			start = end
			if breaks := statement.FindAllStringIndex(written[start:], -1); len(breaks) > 0 {
				start += breaks[len(breaks)-1][1]
			}
			start += len(written[start:]) - len(strings.TrimLeft(written[start:], " ,;.!?\n"))
			end = plain.Len()
		}
		page.Start = utf8.RuneCountInString(plain.String()[:start])
		page.End = utf8.RuneCountInString(plain.String()[:end])
		if page.Start >= page.End {
			page.Start, page.End = 0, 0
		}
		if !slices.Contains(cited, page) {
			cited = append(cited, page)
		}
	}
	plain.WriteString(text[copied:])
	return plain.String(), cited
}
