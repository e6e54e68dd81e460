package provider

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	maxHits       = 10 // web results that are asked for and taken
	searchTimeout = 20 * time.Second
	aiModeTimeout = 75 * time.Second // the services give up after 60 s
)

// oneSearch is what a search uses, at most and as a rule.
var oneSearch = engine.Usage{Searches: 1}

// WorstSearch is the most that one call to a search service can use, its attempts apart: SerpApi's AI mode is asked once more where nothing came.
func WorstSearch(p Provider) engine.Usage {
	if _, twice := p.(serpapi); twice {
		return oneSearch.Add(oneSearch)
	}
	return oneSearch
}

// asObject has what a search gave read as a JSON object. The search is counted whatever it gave.
func asObject(read func(whole object) (engine.Usage, error)) func(body []byte) (engine.Usage, error) {
	return func(body []byte) (engine.Usage, error) {
		whole, err := readObject(body)
		if err != nil {
			return oneSearch, err
		}
		return read(whole)
	}
}

// hits reads the web results in a list, each address once, by the names of the fields of address and texts.
func hits(whole object, path, address string, texts ...string) ([]engine.Excerpt, error) {
	entries, err := listAt(whole, path)
	if err != nil {
		return nil, err
	}
	var found []engine.Excerpt
	seen := map[string]bool{}
	for _, entry := range entries {
		m, ok := entry.(object)
		if !ok {
			continue
		}
		page, ok := source(text(m[address]), text(m["title"]))
		if !ok || seen[page.URL] || len(found) == maxHits {
			continue
		}
		seen[page.URL] = true
		var said []string
		for _, name := range texts {
			several := list(m[name])
			if one := text(m[name]); len(several) == 0 && one != "" {
				several = []any{one}
			}
			for _, part := range several {
				if part := text(part); part != "" {
					said = append(said, part)
				}
			}
		}
		found = append(found, engine.Excerpt{Source: page, Text: strings.Join(said, "\n")})
	}
	if len(found) == 0 {
		return nil, fault(engine.Empty, "the search found nothing")
	}
	return found, nil
}

// listAt gives the list at a path of fields, "web.results". One that is missing is empty: services leave out what they didn't find.
func listAt(whole object, path string) ([]any, error) {
	var at any = whole
	for name := range strings.SplitSeq(path, ".") {
		m, ok := at.(object)
		if !ok {
			return nil, fmt.Errorf("what holds %s is no object", name)
		}
		if at = m[name]; at == nil {
			return nil, nil
		}
	}
	entries, ok := at.([]any)
	if !ok {
		return nil, fmt.Errorf("%s is no list", path)
	}
	return entries, nil
}

// how says how a search was asked.
func how(service string, asked ...string) string {
	var said []string
	for _, part := range asked {
		if part != "" {
			said = append(said, part)
		}
	}
	return fmt.Sprintf("%s (%s)", service, strings.Join(append(said, fmt.Sprintf("top %d", maxHits)), ", "))
}

// shortened cuts a question at a word, to at most so many characters and words; 0 words is any number.
func shortened(question string, characters, words int) string {
	question = strings.TrimSpace(question)
	for utf8.RuneCountInString(question) > characters || words > 0 && len(strings.Fields(question)) > words {
		cut := strings.LastIndexFunc(question, unicode.IsSpace)
		if cut < 0 {
			return string([]rune(question)[:characters])
		}
		question = strings.TrimSpace(question[:cut])
	}
	return question
}

// usd is a price as a service says it; nil where it doesn't.
func usd(v any) *float64 {
	if price, ok := quantity(v, false); ok && price >= 0 {
		return &price
	}
	return nil
}
