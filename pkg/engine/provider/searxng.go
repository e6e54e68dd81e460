package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// searXNG is the operator's own metasearch. A key, where there is one, is for what stands before it: "login:password", or a bearer's.
func searXNG() Service {
	return Service{
		Name: "searxng", Bases: []string{"SEARXNG_URL"}, NoModel: true,
		make: func(set Settings) Provider {
			header := bearer(set.Key)
			if strings.Contains(string(set.Key), ":") {
				header = basic(set.Key)
			}
			return searxng{connect(set, header, true)}
		},
	}
}

type searxng struct{ base }

const searxngJSON = "JSON is off, as it is by default: set search.formats to [html, json] in SearXNG's settings.yml, and start it anew"

// Search searches the web. SearXNG knows no place but the region of the language.
func (s searxng) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	language, _, region := subtags(q.Lang)
	if region == "" {
		region = strings.ToUpper(q.Place.Country)
	}
	if language == "" {
		language = "all"
	} else if region != "" {
		language += "-" + region
	}
	query := url.Values{"q": {q.Text}, "format": {"json"}, "language": {language}, "categories": {"general"}, "pageno": {"1"}, "safesearch": {"0"}}
	results := engine.Results{How: how("searxng", language)}
	var err error
	call := engine.Call{Path: "/search", Query: query, Worst: oneSearch, Timeout: searchTimeout}
	results.Usage, err = s.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) {
		var err error
		results.Hits, err = hits(whole, "results", "url", "content")
		if silent := list(whole["unresponsive_engines"]); err != nil && len(silent) > 0 {
			return oneSearch, fault(engine.Temporary, unresponsive(silent))
		}
		return oneSearch, err
	}))
	var refused *engine.Error
	if errors.As(err, &refused) && refused.Kind == engine.Auth && refused.Detail == fmt.Sprintf("status %d", http.StatusForbidden) {
		refused.Kind, refused.Detail = engine.Invalid, searxngJSON
	}
	if err != nil {
		return engine.Results{}, err
	}
	return results, nil
}

// unresponsive says which engines didn't answer, and why: [["google", "timeout"]].
func unresponsive(engines []any) string {
	var said []string
	for _, entry := range engines {
		var parts []string
		for _, part := range list(entry) {
			parts = append(parts, text(part))
		}
		said = append(said, strings.Join(parts, ": "))
	}
	return "no engine answered; " + strings.Join(said, "; ")
}
