package provider

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

// geminiAPI is Google's Gemini for developers. It searches only where the operator says so: Google's terms forbid what an audit does with the results.
func geminiAPI() Service {
	return Service{
		// GOOGLE_API_KEY comes second: it is often another service's.
		Name: "gemini", Keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, NeedKey: true,
		Bases: []string{"GOOGLE_GEMINI_BASE_URL"}, Base: "https://generativelanguage.googleapis.com",
		make: func(set Settings) Provider {
			set.Model = strings.TrimPrefix(set.Model, "models/")
			header := http.Header{}
			header.Set("X-Goog-Api-Key", string(set.Key)) // in the address it would end in logs
			g := gemini{connect(set, header, false)}
			if set.GeminiGrounding {
				return searchingGemini{g}
			}
			return g
		},
	}
}

type gemini struct{ base }

// searchingGemini is a gemini whose operator answers for the terms.
type searchingGemini struct{ gemini }

type geminiRequest struct {
	SystemInstruction *geminiContent   `json:"systemInstruction,omitempty"`
	Contents          []geminiContent  `json:"contents"`
	GenerationConfig  geminiGeneration `json:"generationConfig"`
	Tools             []any            `json:"tools,omitempty"`
	ToolConfig        any              `json:"toolConfig,omitempty"`
}

type geminiContent struct {
	Role  string `json:"role,omitempty"`
	Parts []any  `json:"parts"`
}

type geminiGeneration struct {
	MaxOutputTokens    int             `json:"maxOutputTokens"`
	ResponseMIMEType   string          `json:"responseMimeType,omitempty"`
	ResponseJSONSchema json.RawMessage `json:"responseJsonSchema,omitempty"`
	ThinkingConfig     map[string]any  `json:"thinkingConfig,omitempty"`
}

// geminiThinking keeps thinking short, in the words of the model's generation: it counts against the answer's limit.
func geminiThinking(model string) map[string]any {
	switch {
	case strings.HasPrefix(model, "gemini-3"):
		return map[string]any{"thinkingLevel": "LOW"}
	case strings.HasPrefix(model, "gemini-2.5-flash"):
		return map[string]any{"thinkingBudget": 0}
	}
	return nil
}

type geminiReply struct {
	ModelVersion   string `json:"modelVersion"`
	PromptFeedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Candidates []struct {
		FinishReason string `json:"finishReason"`
		Content      struct {
			Parts []struct {
				Text    string `json:"text"`
				Thought bool   `json:"thought"`
			} `json:"parts"`
		} `json:"content"`
		GroundingMetadata struct {
			WebSearchQueries []string `json:"webSearchQueries"`
			GroundingChunks  []struct {
				Web struct {
					URI   string `json:"uri"`
					Title string `json:"title"`
				} `json:"web"`
			} `json:"groundingChunks"`
			GroundingSupports []struct {
				Segment struct {
					StartIndex int `json:"startIndex"` // in bytes
					EndIndex   int `json:"endIndex"`
					PartIndex  int `json:"partIndex"`
				} `json:"segment"`
				GroundingChunkIndices []int `json:"groundingChunkIndices"`
			} `json:"groundingSupports"`
		} `json:"groundingMetadata"`
	} `json:"candidates"`
	UsageMetadata struct {
		PromptTokenCount        int `json:"promptTokenCount"`
		CandidatesTokenCount    int `json:"candidatesTokenCount"`
		ThoughtsTokenCount      int `json:"thoughtsTokenCount"`
		ToolUsePromptTokenCount int `json:"toolUsePromptTokenCount"`
	} `json:"usageMetadata"`
}

func (r *geminiReply) usage() engine.Usage {
	u := engine.Usage{
		InputTokens:  r.UsageMetadata.PromptTokenCount + r.UsageMetadata.ToolUsePromptTokenCount,
		OutputTokens: r.UsageMetadata.CandidatesTokenCount + r.UsageMetadata.ThoughtsTokenCount,
	}
	if len(r.Candidates) > 0 {
		u.Searches = len(r.Candidates[0].GroundingMetadata.WebSearchQueries)
	}
	return u
}

func (r *geminiReply) text() string {
	var text strings.Builder
	for _, part := range r.Candidates[0].Content.Parts {
		if !part.Thought {
			text.WriteString(part.Text)
		}
	}
	return text.String()
}

// fault says why the reply is no answer; nil where it is one.
func (r *geminiReply) fault() error {
	if len(r.Candidates) == 0 {
		if r.PromptFeedback.BlockReason != "" {
			return fault(engine.Filtered, r.PromptFeedback.BlockReason)
		}
		return fault(engine.Empty, "no candidates")
	}
	switch reason := r.Candidates[0].FinishReason; reason {
	case "STOP", "":
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY":
		return fault(engine.Filtered, reason)
	default: // MAX_TOKENS, and what ended it before its time otherwise
		return fault(engine.Cut, reason)
	}
	if strings.TrimSpace(r.text()) == "" {
		return fault(engine.Empty, "")
	}
	return nil
}

func (g gemini) do(ctx context.Context, request geminiRequest, call engine.Call) (geminiReply, engine.Usage, error) {
	call.Path, call.Body = "/v1beta/models/"+url.PathEscape(g.model)+":generateContent", request
	var reply geminiReply
	used, err := g.client.Do(ctx, call, func(body []byte) (engine.Usage, error) {
		var err error
		if reply, err = decode[geminiReply](body); err != nil {
			return engine.Usage{}, err
		}
		return reply.usage(), reply.fault()
	})
	return reply, used, err
}

// Ask answers in plain text.
func (g gemini) Ask(ctx context.Context, p engine.Prompt) (engine.Answer, error) {
	return g.answer(ctx, p, nil, nil)
}

// Fill answers in JSON.
func (g gemini) Fill(ctx context.Context, p engine.Prompt, s engine.Schema) (engine.Answer, error) {
	return g.answer(ctx, p, s.JSON, nil)
}

// Look answers in JSON about a picture.
func (g gemini) Look(ctx context.Context, p engine.Prompt, s engine.Schema, i engine.Image) (engine.Answer, error) {
	return g.answer(ctx, p, s.JSON, &i)
}

func (g gemini) answer(ctx context.Context, p engine.Prompt, schema json.RawMessage, i *engine.Image) (engine.Answer, error) {
	limit := answerTokens(p.MaxTokens) + reasoning
	request := g.prompt(p.System, p.User, limit)
	if i != nil {
		picture := map[string]string{"mimeType": i.MediaType, "data": base64.StdEncoding.EncodeToString(i.Data)}
		request.Contents[0].Parts = append(request.Contents[0].Parts, map[string]any{"inlineData": picture})
	}
	if schema != nil {
		request.GenerationConfig.ResponseMIMEType, request.GenerationConfig.ResponseJSONSchema = "application/json", schema
	}
	reply, used, err := g.do(ctx, request, engine.Call{Worst: worstLook(limit, i, p.System, p.User, string(schema)), Timeout: askTimeout})
	if err != nil {
		return engine.Answer{}, err
	}
	return engine.Answer{Text: reply.text(), Model: reply.ModelVersion, Usage: used}, nil
}

func (g gemini) prompt(system, user string, limit int) geminiRequest {
	request := geminiRequest{
		Contents:         []geminiContent{{Role: "user", Parts: []any{map[string]string{"text": user}}}},
		GenerationConfig: geminiGeneration{MaxOutputTokens: limit, ThinkingConfig: geminiThinking(g.model)},
	}
	if system != "" {
		request.SystemInstruction = &geminiContent{Parts: []any{map[string]string{"text": system}}}
	}
	return request
}

// Ground searches the web. It names sites, not pages: what it links to are redirects of Google's, which its terms forbid to follow. A citation's address is
// therefore the site's.
func (g searchingGemini) Ground(ctx context.Context, q engine.Question) (engine.Grounding, error) {
	limit := answerTokens(q.MaxTokens) + reasoning
	// There is no field for a place that is known to count.
	where := strings.Join(strings.FieldsFunc(strings.Join([]string{q.Place.City, q.Place.Region, q.Place.Country}, ","), func(r rune) bool { return r == ',' }), ", ")
	system := searchFirst(q)
	if where != "" {
		system += " The question is asked from " + where + "."
	}
	request := g.prompt(system, q.Text, limit)
	request.Tools = []any{map[string]any{"googleSearch": map[string]any{}}}
	if q.Lang != "" {
		request.ToolConfig = map[string]any{"retrievalConfig": map[string]string{"languageCode": q.Lang}}
	}
	// How often it searches is the model's to say; what it reads it counts as its own prompt.
	reply, used, err := g.do(ctx, request, engine.Call{Worst: worstGround(limit, 2*maxSearches, system, q.Text), Timeout: groundTimeout})
	if err != nil {
		return engine.Grounding{}, err
	}
	grounding := engine.Grounding{Answer: engine.Answer{Text: reply.text(), Model: reply.ModelVersion, Usage: used}, Searches: used.Searches}
	found := reply.Candidates[0].GroundingMetadata
	sites := make([]engine.Source, len(found.GroundingChunks))
	var read []engine.Source
	for i, chunk := range found.GroundingChunks {
		address := chunk.Web.URI
		if siteName.MatchString(chunk.Web.Title) {
			address = "https://" + chunk.Web.Title + "/"
		}
		if page, ok := source(address, chunk.Web.Title); ok {
			sites[i] = page
			read = append(read, page)
		}
	}
	if len(read) == 0 {
		return engine.Grounding{}, g.client.Fault(engine.Ungrounded, "", used)
	}
	for _, support := range found.GroundingSupports[:min(len(found.GroundingSupports), maxCitations)] {
		start, end := reply.runes(support.Segment.PartIndex, support.Segment.StartIndex, support.Segment.EndIndex)
		for _, i := range support.GroundingChunkIndices {
			if i >= 0 && i < len(sites) && sites[i].URL != "" && len(grounding.Citations) < maxCitations {
				grounding.Citations = append(grounding.Citations, engine.Citation{Source: sites[i], Start: start, End: end})
			}
		}
	}
	grounding.Consulted = consulted(read, grounding.Citations)
	return grounding, nil
}

var siteName = regexp.MustCompile(`^(?i:[a-z0-9\p{L}]([a-z0-9\p{L}-]*[a-z0-9\p{L}])?\.)+[a-z\p{L}]{2,}$`)

// runes turns bytes of a part into runes of the text.
func (r *geminiReply) runes(part, start, end int) (int, int) {
	before := 0
	for i, p := range r.Candidates[0].Content.Parts {
		length := utf8.RuneCountInString(p.Text)
		switch {
		case i == part && p.Thought:
			return 0, 0
		case i == part:
			start, end = span(runesBefore(p.Text, start), runesBefore(p.Text, end), length)
			if end == 0 {
				return 0, 0
			}
			return before + start, before + end
		case !p.Thought:
			before += length
		}
	}
	return 0, 0
}
