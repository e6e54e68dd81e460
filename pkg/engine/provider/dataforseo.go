package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/engine"
)

// dataForSEO shows Google's AI mode, without business cards, and Google Maps.
func dataForSEO() Service {
	return Service{
		Name: "dataforseo", Keys: []string{"DATAFORSEO_LOGIN:DATAFORSEO_PASSWORD"}, NeedKey: true, Base: "https://api.dataforseo.com", NoModel: true,
		make: func(set Settings) Provider { return dataforseo{connect(set, basic(set.Key), false)} },
	}
}

// basic is the header for a key of "login:password".
func basic(key engine.Key) http.Header {
	header := http.Header{}
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(key)))
	return header
}

type dataforseo struct{ base }

// maxKeyword is how long a question may be, in characters.
const maxKeyword = 700

// do gives the result's items.
func (d dataforseo) do(ctx context.Context, path string, q engine.Question, task object, timeout time.Duration) ([]any, engine.Usage, error) {
	// Percent and plus signs are read as of an address.
	task["keyword"] = strings.NewReplacer("%", "%25", "+", "%2B").Replace(shortened(q.Text, maxKeyword, 0))
	task["language_code"], _, _ = subtags(q.Lang)
	if task["language_code"] == "" {
		task["language_code"] = "en"
	}
	var items []any
	used, err := located(q.Place, func(location string) (engine.Usage, error) {
		delete(task, "location_name")
		if location != "" {
			task["location_name"] = location
		}
		call := engine.Call{Path: path, Body: []object{task}, Worst: oneSearch, Timeout: timeout}
		return d.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) {
			used := oneSearch
			used.USD = usd(whole["cost"])
			var err error
			items, err = d.items(whole)
			return used, err
		}))
	})
	return items, used, err
}

// items are those of the one task's one result. A status stands at three levels; HTTP's is 200 mostly.
func (d dataforseo) items(whole object) ([]any, error) {
	if err := dataforseoFault(whole); err != nil {
		return nil, err
	}
	tasks := list(whole["tasks"])
	if len(tasks) == 0 {
		return nil, errors.New("there is no task in the answer")
	}
	task, _ := tasks[0].(object)
	if err := dataforseoFault(task); err != nil {
		return nil, err
	}
	if results := list(task["result"]); len(results) > 0 {
		result, _ := results[0].(object)
		return listAt(result, "items")
	}
	return nil, nil
}

// dataforseoFault reads a status: 20000 is well. The codes are those of its appendix of errors.
func dataforseoFault(m object) error {
	code, err := strconv.Atoi(text(m["status_code"]))
	said := text(m["status_message"])
	switch {
	case err != nil:
		return errors.New("there is no status in the answer")
	case code/10000 == 2:
		return nil
	case code == 40100, code == 40104:
		return fault(engine.Auth, said)
	case code == 40102: // no results
		return fault(engine.Empty, said)
	case code == 40202, code == 40209: // per minute, at once
		return fault(engine.Rate, said)
	case code/100 == 402:
		return fault(engine.Quota, said)
	case code/100 == 401, code/10000 == 5:
		return fault(engine.Temporary, said)
	case code/100 == 404:
		return fault(engine.Unknown, said)
	}
	return fault(engine.Invalid, said)
}

// AskAIMode asks Google's AI mode.
func (d dataforseo) AskAIMode(ctx context.Context, q engine.Question) (engine.Overview, error) {
	items, used, err := d.do(ctx, "/v3/serp/google/ai_mode/live/advanced", q, object{"device": "desktop", "os": "windows"}, aiModeTimeout)
	if err != nil {
		return engine.Overview{}, err
	}
	o := engine.Overview{Usage: used}
	var sources []any
	for _, item := range items {
		m, _ := item.(object)
		if text(m["type"]) != "ai_overview" {
			continue
		}
		o.Text = strings.TrimSpace(o.Text + "\n\n" + text(m["markdown"]))
		o.Blocks = append(o.Blocks, dataforseoBlocks(list(m["items"]))...)
		sources = append(sources, list(m["references"])...)
		for _, element := range list(m["items"]) {
			if m, ok := element.(object); ok {
				sources = append(sources, list(m["references"])...)
			}
		}
	}
	o.Sources = readSources(sources)
	if isBlank(o) {
		return engine.Overview{}, d.client.Fault(engine.Empty, "", used)
	}
	return o, nil
}

// bullet begins an entry of a list, in Markdown.
var bullet = regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,3}[.)])\s`)

// dataforseoBlocks reads elements. Each entry of a list is one; one that is nothing but pictures is a row of business cards, which the service can't read.
func dataforseoBlocks(elements []any) []engine.Block {
	var blocks []engine.Block
	for _, element := range elements {
		m, ok := element.(object)
		kind := text(m["type"])
		if !ok || strings.Contains(kind, "paid") || strings.Contains(kind, "shopping") || strings.Contains(kind, "video") {
			continue
		}
		title, said, markdown := text(m["title"]), text(m["text"]), text(m["markdown"])
		switch {
		case bullet.MatchString(markdown):
			item := engine.Item{Title: title, Text: said}
			if title == "" && said == "" {
				item.Text = bullet.ReplaceAllString(markdown, "")
			}
			if last := len(blocks) - 1; last >= 0 && blocks[last].Kind == engine.List {
				blocks[last].Items = append(blocks[last].Items, item)
			} else {
				blocks = append(blocks, engine.Block{Kind: engine.List, Items: []engine.Item{item}})
			}
		case title == "" && said == "" && markdown == "" && len(list(m["images"])) > 0:
			blocks = append(blocks, engine.Block{Kind: engine.Local, Cards: make([]engine.Card, len(list(m["images"])))})
		default:
			blocks = append(blocks, readBlocks([]any{m}, maxDepth)...)
		}
	}
	return blocks
}

// Listings asks Google Maps.
func (d dataforseo) Listings(ctx context.Context, q engine.Question) (engine.Listings, error) {
	items, used, err := d.do(ctx, "/v3/serp/google/maps/live/advanced", q, object{"depth": 20}, searchTimeout)
	var missing *engine.Error
	if errors.As(err, &missing) && missing.Kind == engine.Empty {
		return engine.Listings{Usage: used}, nil
	}
	if err != nil {
		return engine.Listings{}, err
	}
	found := engine.Listings{Usage: used}
	for _, item := range items {
		m, _ := item.(object)
		if text(m["type"]) != "maps_search" { // others are paid for
			continue
		}
		card := readCard(m)
		card.Category, card.Website = text(m["category"]), text(m["url"])
		found.Cards = append(found.Cards, card)
	}
	return found, nil
}
