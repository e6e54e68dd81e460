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

// ask puts a question, and says where it was asked from in the end.
func (s serper) ask(ctx context.Context, path string, q engine.Question, read func(whole object) error) (from string, used engine.Usage, err error) {
	used, err = located(q.Place, func(location string) (engine.Usage, error) {
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
		call := engine.Call{Path: path, Body: request, Worst: oneSearch, Timeout: searchTimeout}
		return s.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) { return oneSearch, read(whole) }))
	})
	return from, used, err
}

// Search gives the results that aren't paid for.
func (s serper) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	var results engine.Results
	from, used, err := s.ask(ctx, "/search", q, func(whole object) (err error) {
		results.Hits, err = hits(whole, "organic", "link", "snippet")
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
	_, used, err := s.ask(ctx, "/places", q, func(whole object) error {
		places, err := listAt(whole, "places")
		found.Cards = cards(places)
		return err
	})
	if err != nil {
		return engine.Listings{}, err
	}
	found.Usage = used
	return found, nil
}
