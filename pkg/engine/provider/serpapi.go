package provider

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// serpAPI shows Google's AI mode and Google Maps.
func serpAPI() Service {
	return Service{
		Name: "serpapi", Keys: []string{"SERPAPI_API_KEY", "SERPAPI_KEY", "SERP_API_KEY"}, NeedKey: true, Base: "https://serpapi.com", NoModel: true,
		make: func(set Settings) Provider { return serpapi{connect(set, nil, false), set.Key} },
	}
}

type serpapi struct {
	base
	key engine.Key // it knows a key in the address only
}

// ReadSerpAPI reads SerpApi's JSON of Google's AI mode. Cards without a name keep their places. The error is an *engine.Error: Empty where nothing came,
// Unknown where the AI mode isn't offered in the market, Malformed where it is no JSON object.
func ReadSerpAPI(raw []byte) (engine.Overview, error) {
	o, err := overviewOf(raw, engine.Place{})
	var missing *engine.Error
	if errors.As(err, &missing) {
		missing.Provider = "serpapi"
	}
	return o, err
}

// overviewOf reads an answer as SerpApi and SearchApi give it. One from another country than was asked for answers another question.
func overviewOf(raw []byte, from engine.Place) (engine.Overview, error) {
	whole, err := readObject(raw)
	if err != nil {
		return engine.Overview{}, &engine.Error{Kind: engine.Malformed, Detail: "it is no JSON object", Err: err}
	}
	o := readOverview(whole)
	if isBlank(o) {
		return engine.Overview{}, nothingShown(text(whole["error"]))
	}
	asked, _ := whole["search_parameters"].(object)
	if taken := text(asked["location_used"]); isAbroad(taken, from.Country) {
		return engine.Overview{}, fault(engine.Unknown, "the service asked from "+taken)
	}
	return o, nil
}

// AskAIMode asks once more past the service's cache where nothing came: now and then it keeps an empty answer.
func (s serpapi) AskAIMode(ctx context.Context, q engine.Question) (engine.Overview, error) {
	o, err := s.askAIMode(ctx, q, false)
	var missing *engine.Error
	if !errors.As(err, &missing) || missing.Kind != engine.Empty {
		return o, err
	}
	before := missing.Usage
	o, err = s.askAIMode(ctx, q, true)
	o.Usage = o.Usage.Add(before)
	if errors.As(err, &missing) {
		missing.Usage = missing.Usage.Add(before)
	}
	return o, err
}

func (s serpapi) askAIMode(ctx context.Context, q engine.Question, fresh bool) (engine.Overview, error) {
	var o engine.Overview
	used, err := located(q.Place, func(location string) (engine.Usage, error) {
		query := s.query("google_ai_mode", q, location)
		query.Set("device", "desktop")
		query.Set("no_cache", strconv.FormatBool(fresh))
		call := engine.Call{Path: "/search.json", Query: query, Worst: oneSearch, Timeout: aiModeTimeout, OwnErrors: true}
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

func (s serpapi) query(kind string, q engine.Question, location string) url.Values {
	query := googleQuery(kind, q, location)
	query.Set("api_key", string(s.key))
	return query
}

// googleQuery is what SerpApi and SearchApi ask Google by.
func googleQuery(kind string, q engine.Question, location string) url.Values {
	query := url.Values{"engine": {kind}, "q": {q.Text}}
	for name, value := range map[string]string{"location": location, "gl": googleCountry(q.Place.Country), "hl": googleLanguage(q.Lang)} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// Listings asks Google Maps.
func (s serpapi) Listings(ctx context.Context, q engine.Question) (engine.Listings, error) {
	var found engine.Listings
	used, err := located(q.Place, func(location string) (engine.Usage, error) {
		query := s.query("google_maps", q, location)
		query.Set("type", "search")
		if location != "" {
			query.Set("z", "14") // a town; a location isn't taken without
		}
		call := engine.Call{Path: "/search.json", Query: query, Worst: oneSearch, Timeout: searchTimeout, OwnErrors: true}
		return s.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) {
			found.Cards = readCards(whole)
			if one, ok := whole["place_results"].(object); ok { // the only one
				found.Cards = []engine.Card{readCard(one)}
			}
			if said := text(whole["error"]); len(found.Cards) == 0 && said != "" && !strings.Contains(said, "returned any results") {
				return oneSearch, fault(engine.Temporary, said)
			}
			return oneSearch, nil
		}))
	})
	if err != nil {
		return engine.Listings{}, err
	}
	found.Usage = used
	return found, nil
}
