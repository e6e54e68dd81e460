package provider

import (
	"context"
	"net/http"

	"github.com/auditctl/auditctl/pkg/engine"
)

// serperDev shows what Google shows, and its places.
func serperDev() Service {
	return Service{
		Name: "serper", Keys: []string{"SERPER_API_KEY"}, NeedKey: true, Base: "https://google.serper.dev", NoModel: true,
		make: func(set Settings) Provider {
			header := http.Header{}
			header.Set("X-Api-Key", string(set.Key))
			return serper{connect(set, header, false)}
		},
	}
}

type serper struct{ base }

// ask puts a question, and gives the list of that name, and where it was asked from.
func (s serper) ask(ctx context.Context, path, name string, q engine.Question, read func(entries []any) error) (string, engine.Usage, error) {
	var from string
	used, err := located(q.Place, func(location string) (engine.Usage, error) {
		from = location
		request := object{"q": q.Text, "autocorrect": false}
		for name, value := range map[string]string{"location": location, "gl": googleCountry(q.Place.Country), "hl": googleLanguage(q.Lang)} {
			if value != "" {
				request[name] = value
			}
		}
		if path == "/search" {
			request["num"], request["page"] = maxHits, 1
		}
		return s.client.Do(ctx, engine.Call{Path: path, Body: request, Worst: oneSearch, Timeout: searchTimeout}, func(body []byte) (engine.Usage, error) {
			whole, err := readObject(body)
			if err != nil {
				return oneSearch, err
			}
			entries, err := listAt(whole, name)
			if err != nil {
				return oneSearch, err
			}
			return oneSearch, read(entries)
		})
	})
	return from, used, err
}

// Search gives the results that aren't paid for.
func (s serper) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	var results engine.Results
	from, used, err := s.ask(ctx, "/search", "organic", q, func(entries []any) error {
		var err error
		results.Hits, err = hits(entries, "link", "title", "snippet")
		return err
	})
	if err != nil {
		return engine.Results{}, err
	}
	results.How, results.Usage = how("serper", from, googleLanguage(q.Lang)), used
	return results, nil
}

// Listings gives Google's places.
func (s serper) Listings(ctx context.Context, q engine.Question) (engine.Listings, error) {
	var found engine.Listings
	_, used, err := s.ask(ctx, "/places", "places", q, func(entries []any) error {
		found.Cards = cards(entries)
		return nil
	})
	if err != nil {
		return engine.Listings{}, err
	}
	found.Usage = used
	return found, nil
}
