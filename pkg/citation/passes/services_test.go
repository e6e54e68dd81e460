package passes

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// play has a service played on loopback, and gives the part of it that a pass asks. Its requests must be as the service documents them.
func play[T any](t *testing.T, service string, answer func(question string) fakeengine.Reply) Named[T] {
	t.Helper()
	key := "test-key"
	if service == "searxng" {
		key = ""
	}
	server := fakeengine.Play(service, key, answer)
	t.Cleanup(server.Close)
	t.Cleanup(func() {
		if wrong := server.Wrong(); len(wrong) > 0 {
			t.Errorf("%s was asked otherwise than documented: %s", service, wrong[0])
		}
	})
	name := service
	if _, _, err := provider.Parse(service); err != nil { // it has models
		name += ":model-1"
	}
	kind, m, err := provider.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	// One at a time, so that failures come in the order of the questions; and nobody waits between attempts.
	gate := engine.NewGate(engine.Limits{InFlight: 1, PerMinute: 6000}, engine.Clock{Sleep: func(context.Context, time.Duration) error { return nil }})
	p, err := kind.New(provider.Settings{Key: engine.Key(key), BaseURL: server.Base(), Model: m, Gate: gate})
	if err != nil {
		t.Fatal(err)
	}
	asked, err := provider.For[T](p, "test")
	if err != nil {
		t.Fatal(err)
	}
	return Named[T]{asked, p.Name()}
}

func body(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type object map[string]any

func chat(t *testing.T, text string) string {
	t.Helper()
	return body(t, object{
		"model": "model-1", "choices": []object{{"message": object{"role": "assistant", "content": text}, "finish_reason": "stop"}},
		"usage": object{"prompt_tokens": 20, "completion_tokens": 7},
	})
}

func TestHalfOfTheQuestionsMayFailAtAModel(t *testing.T) {
	c := Config{Reader: plainReader{}, InFlight: 1}
	c.Recall = play[engine.Model](t, "openai", func(question string) fakeengine.Reply {
		switch question {
		case "declines?":
			return fakeengine.Reply{Body: fakeengine.Sample("chat_refusal")}
		case "filtered?":
			return fakeengine.Reply{Body: fakeengine.Sample("chat_filtered")}
		case "down?":
			return fakeengine.Reply{Status: 500, Body: `{"error":{"message":"inner words"}}`}
		case "broken?":
			return fakeengine.Reply{Body: `{"choices":[{`}
		}
		return fakeengine.Reply{Body: chat(t, "A, Ours")}
	})
	o := c.Run(t.Context(), own, "fr", []string{"who?", "declines?", "filtered?", "down?", "broken?", "which?"}, nil)
	var errors []string
	for _, q := range o.Recall.Questions {
		errors = append(errors, q.Error)
	}
	want := []string{"", "the model declined to answer", "the model declined to answer", "the service failed", "the service's answer could not be used", ""}
	if diff := cmp.Diff(want, errors); diff != "" {
		t.Error(diff)
	}
	if o.Recall.Engine != "openai:model-1" || o.Recall.NamedIn != 2 || o.Recall.QuestionsUnanswered != 4 || o.Usage.Calls < 6 {
		t.Errorf("%+v, used %+v", o.Recall, o.Usage)
	}
	if strings.Contains(results(t, o)+string(unpacked(t, o.Kept)), "inner words") {
		t.Error("what the service wrote is told")
	}
}

func TestAGroundedAnswersSourcesAreReadWhereTheServiceGivesNone(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "A is on %s", r.URL.Path)
	}))
	defer web.Close()
	c := Config{Reader: plainReader{}, Open: func(ctx context.Context, address string) (string, string, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return "", "", err
		}
		resp, err := web.Client().Do(req)
		if err != nil {
			return "", "", err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		return "", string(text), err
	}}
	c.Grounded = play[engine.Grounder](t, "openai", func(question string) fakeengine.Reply {
		page := object{"type": "url_citation", "url": web.URL + "/list?utm_source=openai", "title": "The list", "start_index": 0, "end_index": 1}
		return fakeengine.Reply{Body: body(t, object{
			"status": "completed", "model": "model-1", "output": []object{
				{"type": "web_search_call", "status": "completed", "action": object{"type": "search"}},
				{"type": "message", "content": []object{{"type": "output_text", "text": "A, Ours, Made Up", "annotations": []object{page, page}}}},
			}, "usage": object{"input_tokens": 100, "output_tokens": 10},
		})}
	})
	o := c.Run(t.Context(), own, "fr", []string{"who?"}, nil)
	if o.Grounded == nil {
		t.Fatalf("%+v", o.Failed)
	}
	q := o.Grounded.Questions[0]
	if !q.Named || *q.Rank != 2 || o.Grounded.NamedUnverified != 1 || cmp.Diff([]string{"A"}, q.NamedInstead) != "" || len(q.Sources) != 1 {
		t.Errorf("%+v", q)
	}
	if findings := Diagnose(o, "en"); findings[0].Finding != citation.NamedNotCited {
		t.Errorf("%+v", findings)
	}
}

func TestTheAIModeAndTheMapAreAskedOfOneService(t *testing.T) {
	c := Config{Reader: plainReader{}}
	answer := func(question string) fakeengine.Reply {
		switch question {
		case "blank?":
			return fakeengine.Reply{Body: body(t, object{"local_results": []object{{"position": 1}, {"position": 2, "title": " "}}})}
		case "nothing?":
			return fakeengine.Reply{Body: body(t, object{"error": "Google hasn't returned any results for this query."})}
		case "Ours Lyon":
			return fakeengine.Reply{Body: body(t, object{"local_results": []object{{"title": "Else"}, {"title": "Words", "website": "https://ours.example/", "rating": 4.5}}})}
		}
		return fakeengine.Reply{Body: body(t, object{
			"reconstructed_markdown": "A", "text_blocks": []object{{"type": "paragraph", "snippet": "A"}}, "local_results": []object{{"title": "A", "reviews": "1,2 k"}},
			"references": []object{{"title": "A list", "link": "https://www.list.example/lyon", "snippet": "A"}},
		})}
	}
	c.AIMode, c.Listings = play[engine.AIMode](t, "serpapi", answer), play[engine.Lister](t, "serpapi", answer)
	o := c.Run(t.Context(), own, "fr", []string{"who?", "blank?", "nothing?"}, nil)
	if o.AIMode == nil {
		t.Fatalf("%+v", o.Failed)
	}
	if m := o.AIMode; m.Engine != "serpapi" || m.QuestionsAnswered != 1 || m.QuestionsUnreadable != 1 || m.QuestionsUnanswered != 1 ||
		!m.YourListing.Found || *m.YourListing.Rating != 4.5 || len(m.Directories) != 1 || len(m.PicksAllMaps) != 1 {
		t.Errorf("%+v", m)
	}
}

func TestAWebSearchIsReadAsItCameAndAnotherPassMayBeDown(t *testing.T) {
	c := Config{Reader: plainReader{}}
	c.Live = play[engine.Searcher](t, "searxng", func(string) fakeengine.Reply {
		page := func(address string) object { return object{"url": address, "title": "t", "content": "c"} }
		return fakeengine.Reply{Body: body(t, object{"results": []object{
			page("https://a.example/1"), {"title": "no address"}, page("https://a.example/2"), page("https://ours.example/"),
		}})}
	})
	c.Grounded = play[engine.Grounder](t, "anthropic", func(string) fakeengine.Reply {
		return fakeengine.Reply{Status: 401, Body: `{"type":"error","error":{"type":"authentication_error","message":"inner words"}}`}
	})
	o := c.Run(t.Context(), own, "fr", []string{"who?", "which?"}, nil)
	if o.Grounded != nil || o.Live == nil {
		t.Fatalf("%+v", o)
	}
	if o.Live.NamedIn != 2 || *o.Live.BestRank != 3 || !strings.HasPrefix(o.Live.Engine, "searxng (") {
		t.Errorf("%+v", o.Live)
	}
	want := map[citation.Basis]Failure{citation.GroundedAnswer: {Reason: "auth", Unanswered: 2, Of: 2}}
	if diff := cmp.Diff(want, o.Failed); diff != "" {
		t.Error(diff)
	}
}
