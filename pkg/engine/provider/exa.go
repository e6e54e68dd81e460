package provider

import (
	"context"
	"net/http"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// exaSearch searches an index of its own by meaning.
func exaSearch() Service {
	return Service{
		Name: "exa", Keys: []string{"EXA_API_KEY"}, NeedKey: true, Base: "https://api.exa.ai", NoModel: true,
		make: func(set Settings) Provider {
			header := http.Header{}
			header.Set("X-Api-Key", string(set.Key))
			return exa{connect(set, header, false)}
		},
	}
}

type exa struct{ base }

// Search searches the web. Texts of the pages aren't asked for: they cost extra.
func (e exa) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	country := strings.ToUpper(q.Place.Country)
	request := object{"query": q.Text, "type": "auto", "numResults": maxHits}
	if country != "" {
		request["userLocation"] = country
	}
	results := engine.Results{How: how("exa", country)}
	var err error
	call := engine.Call{Path: "/search", Body: request, Worst: oneSearch, Timeout: searchTimeout}
	results.Usage, err = e.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) {
		used := oneSearch
		if cost, ok := whole["costDollars"].(object); ok {
			used.USD = usd(cost["total"])
		}
		var err error
		results.Hits, err = hits(whole, "results", "url", "highlights", "text")
		return used, err
	}))
	if err != nil {
		return engine.Results{}, err
	}
	return results, nil
}
