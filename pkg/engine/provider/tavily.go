package provider

import (
	"context"
	"errors"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// tavilySearch searches as assistants do.
func tavilySearch() Service {
	return Service{
		Name: "tavily", Keys: []string{"TAVILY_API_KEY"}, NeedKey: true, Base: "https://api.tavily.com", NoModel: true,
		make: func(set Settings) Provider { return tavily{connect(set, bearer(set.Key), false)} },
	}
}

type tavily struct{ base }

// Search searches the web. Which countries the service knows it doesn't say: one that it refuses is left out.
func (t tavily) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	country := strings.ToLower(countryName(q.Place.Country))
	if country == "czechia" {
		country = "czech republic"
	}
	results, err := t.search(ctx, q, country)
	var refused *engine.Error
	if country == "" || !errors.As(err, &refused) || refused.Kind != engine.Invalid {
		return results, err
	}
	before := refused.Usage
	results, err = t.search(ctx, q, "")
	results.Usage = before.Add(results.Usage)
	if errors.As(err, &refused) {
		refused.Usage = refused.Usage.Add(before)
	}
	return results, err
}

func (t tavily) search(ctx context.Context, q engine.Question, country string) (engine.Results, error) {
	request := object{
		"query": shortened(q.Text, 400, 0), "search_depth": "basic", "topic": "general", "max_results": maxHits, "include_answer": false,
		"include_raw_content": false, "include_usage": true,
	}
	if country != "" {
		request["country"] = country
	}
	results := engine.Results{How: how("tavily", country)}
	var err error
	call := engine.Call{Path: "/search", Body: request, Worst: oneSearch, Timeout: searchTimeout}
	results.Usage, err = t.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) {
		var err error
		results.Hits, err = hits(whole, "results", "url", "content")
		return oneSearch, err
	}))
	if err != nil {
		return engine.Results{}, err
	}
	return results, nil
}
