package provider

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/engine"
)

// cloroMonitor shows Google's AI mode. An answer is ordered, and fetched when it is ready.
func cloroMonitor() Service {
	return Service{
		Name: "cloro", Keys: []string{"CLORO_API_KEY"}, NeedKey: true, Base: "https://api.cloro.dev", NoModel: true,
		make: func(set Settings) Provider { return cloro{connect(set, bearer(set.Key), false)} },
	}
}

type cloro struct{ base }

const (
	cloroEvery = 2 * time.Second // between looks
	cloroLooks = 45              // in all
)

// AskAIMode knows countries; the town it learns from the question.
func (c cloro) AskAIMode(ctx context.Context, q engine.Question) (engine.Overview, error) {
	payload := object{"prompt": q.Text, "include": object{"markdown": true}}
	if q.Place.Country != "" {
		payload["country"] = strings.ToUpper(q.Place.Country)
	}
	if q.Place.City != "" && !strings.Contains(strings.ToLower(q.Text), strings.ToLower(q.Place.City)) {
		payload["prompt"] = q.Text + " (" + q.Place.City + ")"
	}
	var state object
	read := func(body []byte) (err error) {
		if len(body) > 0 { // 204: not yet
			state, err = readObject(body)
		}
		return err
	}
	order := engine.Call{Path: "/v1/async/task", Body: object{"taskType": "AIMODE", "payload": payload}, Worst: oneSearch, Timeout: searchTimeout}
	used, err := c.client.Do(ctx, order, func(body []byte) (engine.Usage, error) { return oneSearch, read(body) })
	if err != nil {
		return engine.Overview{}, err
	}
	task, _ := state["task"].(object)
	id := text(task["id"])
	if id == "" {
		return engine.Overview{}, c.client.Fault(engine.Malformed, "the order has no identifier", used)
	}
	look := engine.Call{Path: "/v1/async/task/" + url.PathEscape(id), Timeout: searchTimeout, Follows: true}
	for range cloroLooks {
		task, _ = state["task"].(object)
		switch strings.ToUpper(text(task["status"])) {
		case "COMPLETED":
			return c.overview(state, used)
		case "FAILED":
			return engine.Overview{}, c.client.Fault(engine.Temporary, firstText(task, "error", "message"), used)
		}
		if err := c.client.Pause(ctx, cloroEvery); err != nil {
			break
		}
		more, err := c.client.Do(ctx, look, func(body []byte) (engine.Usage, error) { return engine.Usage{}, read(body) })
		used = used.Add(more)
		if err != nil {
			return engine.Overview{}, withUsage(err, used)
		}
	}
	return engine.Overview{}, c.client.Fault(engine.Network, "the answer was not ready in time", used)
}

func (c cloro) overview(state object, used engine.Usage) (engine.Overview, error) {
	shown, _ := state["response"].(object)
	if inner, ok := shown["result"].(object); ok {
		shown = inner
	}
	o := readOverview(shown)
	o.Sources, o.Usage = readSources(append(list(shown["sources"]), list(shown["citationPills"])...)), used
	if isBlank(o) {
		missing := nothingShown(text(shown["error"]))
		return engine.Overview{}, c.client.Fault(missing.Kind, missing.Detail, used)
	}
	return o, nil
}
