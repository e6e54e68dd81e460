package provider

import (
	"context"

	"github.com/auditctl/auditctl/pkg/engine"
)

// searchAPI shows Google's AI mode.
func searchAPI() Service {
	return Service{
		Name: "searchapi", Keys: []string{"SEARCHAPI_API_KEY"}, NeedKey: true, Base: "https://www.searchapi.io/api/v1", NoModel: true,
		make: func(set Settings) Provider { return searchapi{connect(set, bearer(set.Key), false)} },
	}
}

type searchapi struct{ base }

// maxSearchAPI is how long a question may be, in characters.
const maxSearchAPI = 8193

// AskAIMode asks Google's AI mode.
func (s searchapi) AskAIMode(ctx context.Context, q engine.Question) (engine.Overview, error) {
	q.Text = shortened(q.Text, maxSearchAPI, 0)
	var o engine.Overview
	used, err := located(q.Place, func(location string) (engine.Usage, error) {
		call := engine.Call{Path: "/search", Query: googleQuery("google_ai_mode", q, location), Worst: oneSearch, Timeout: aiModeTimeout, OwnErrors: true}
		return s.client.Do(ctx, call, func(body []byte) (engine.Usage, error) {
			var err error
			o, err = overviewOf(body, q.Place)
			return oneSearch, err
		})
	})
	if err != nil {
		return engine.Overview{}, err
	}
	o.Usage = used
	return o, nil
}
