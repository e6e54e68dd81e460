package provider

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	// reasoning is what a model may think before it answers, in tokens beyond those of the answer: where it thinks, the limit counts both.
	reasoning = 2048
	// imageTokens is the most that a picture counts for.
	imageTokens = 5000
	// searchTokens is the most that one search adds to the prompt.
	searchTokens = 20_000
	// maxSearches is how often a model may search for one question.
	maxSearches = 3
	// maxCitations is how many are taken over of one answer: honest ones have a dozen.
	maxCitations = 200

	askTimeout    = 60 * time.Second
	groundTimeout = 90 * time.Second
	localTimeout  = 300 * time.Second // the first call loads the weights
)

// answerTokens is how long the answer may be.
func answerTokens(asked int) int {
	if asked <= 0 {
		return 1024
	}
	return asked
}

// overhead is what services add to a prompt of their own, in tokens: roles, tools, the words that explain a tool.
const overhead = 1000

// worst is the most that a call can use. Three bytes of prompt count as a token: prose takes more of them, in every script.
func worst(limit int, prompt ...string) engine.Usage {
	length := 0
	for _, text := range prompt {
		length += len(text)
	}
	return engine.Usage{InputTokens: length/3 + overhead, OutputTokens: limit}
}

// Worst is the most that one attempt at a structured answer can use, with any provider.
func Worst(p engine.Prompt, s engine.Schema) engine.Usage {
	return worst(answerTokens(p.MaxTokens)+reasoning, p.System, p.User, string(s.JSON))
}

// WorstLook is Worst with a picture.
func WorstLook(p engine.Prompt, s engine.Schema) engine.Usage {
	u := Worst(p, s)
	u.InputTokens += imageTokens
	return u
}

// WorstGround is what one attempt at an answer after a search can use at most.
func WorstGround(q engine.Question) engine.Usage {
	return worstGround(answerTokens(q.MaxTokens)+reasoning, maxSearches, q.Text)
}

// worstLook is worst with a picture in the prompt.
func worstLook(limit int, i *engine.Image, prompt ...string) engine.Usage {
	u := worst(limit, prompt...)
	if i != nil {
		u.InputTokens += imageTokens
	}
	return u
}

// worstGround is worst with searches.
func worstGround(limit, searches int, prompt ...string) engine.Usage {
	u := worst(limit, prompt...)
	u.InputTokens += searches * searchTokens
	u.Searches = searches
	return u
}

func fault(kind engine.Kind, detail string) *engine.Error {
	return &engine.Error{Kind: kind, Detail: detail}
}

// decode reads an answer's JSON.
func decode[T any](body []byte) (T, error) {
	var into T
	err := json.Unmarshal(body, &into)
	return into, err
}

// searchFirst is the instruction of a grounded call.
func searchFirst(q engine.Question) string {
	text := "Search the web before you answer, and answer from what you find."
	if q.Lang != "" {
		text += " Answer in the language with the BCP 47 tag " + q.Lang + "."
	}
	return text
}

// source gives a page as a service named it, without the marks that services add; false where it is no page.
func source(address, title string) (engine.Source, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return engine.Source{}, false
	}
	if strings.Contains(u.RawQuery, "utm_") {
		kept := slices.DeleteFunc(strings.Split(u.RawQuery, "&"), func(pair string) bool { return strings.HasPrefix(pair, "utm_") })
		u.RawQuery = strings.Join(kept, "&")
		address = u.String()
	}
	return engine.Source{URL: address, Title: title}, true
}

// consulted leaves out what is cited, and what is there twice.
func consulted(read []engine.Source, cited []engine.Citation) []engine.Source {
	seen := map[string]bool{}
	for _, c := range cited {
		seen[c.URL] = true
	}
	return slices.DeleteFunc(read, func(s engine.Source) bool {
		before := seen[s.URL]
		seen[s.URL] = true
		return before
	})
}

// span clamps a part of a text to it. One that makes no sense is no part.
func span(start, end, length int) (int, int) {
	start, end = min(max(start, 0), length), min(max(end, 0), length)
	if start >= end {
		return 0, 0
	}
	return start, end
}

// runesBefore counts the runes before a byte of the text. An offset within a rune counts as its beginning.
func runesBefore(text string, offset int) int {
	offset = min(max(offset, 0), len(text))
	for offset > 0 && offset < len(text) && !utf8.RuneStart(text[offset]) {
		offset--
	}
	return utf8.RuneCountInString(text[:offset])
}

// outer gives the JSON object within what a model wrote around it; the text as it is where there is none.
func outer(text string) string {
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return text
	}
	return text[from : to+1]
}
