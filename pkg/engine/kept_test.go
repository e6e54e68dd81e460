package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// memory keeps answers; next is the run that follows an interruption.
type memory struct {
	mu         sync.Mutex
	left, kept map[Asked][]string
}

func (m *memory) Take(_ context.Context, a Asked) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.left[a]) == 0 {
		return nil, false
	}
	answer := m.left[a][0]
	m.left[a] = m.left[a][1:]
	return []byte(answer), true
}

func (m *memory) Keep(_ context.Context, a Asked, answer []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[a] = append(m.kept[a], string(answer))
}

func (m *memory) next() *memory { return &memory{left: maps.Clone(m.kept), kept: map[Asked][]string{}} }

func newMemory() *memory { return (&memory{}).next() }

func TestWhatWasAnsweredIsTakenEachOnceAndAsksNobody(t *testing.T) {
	var requests atomic.Int32
	clock, ceiling := newClock(), 2.0
	client := play(t, clock, Limits{}, NewMeter(perMil, &ceiling), func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, `{"n":%d}`, requests.Add(1)) })
	ask := func(k Kept, call Call) (said string, u Usage, err error) {
		call.Query = url.Values{"q": call.Query["q"], "api_key": {string(client.service.Key)}}
		u, err = client.Do(WithKept(t.Context(), k), call, func(body []byte) (Usage, error) {
			said = string(body)
			return Usage{InputTokens: 100, OutputTokens: 100}, nil
		})
		return said, u, err
	}
	first := newMemory()
	for _, want := range []string{`{"n":1}`, `{"n":2}`} { // within a run the same is asked anew
		if got, _, err := ask(first, thousand); got != want || err != nil {
			t.Fatalf("%s, %v", got, err)
		}
	}
	client.service.Key = "sk-rotated-meanwhile"
	client.meter = NewMeter(perMil, &ceiling)
	again := first.next()
	for _, want := range []string{`{"n":1}`, `{"n":2}`, `{"n":3}`} {
		if got, u, err := ask(again, thousand); got != want || err != nil || u.Calls != 1 || u.USD == nil || *u.USD != 0.2 {
			t.Errorf("%s, %+v, %v; want %s for 0.2 USD", got, u, err, want)
		}
	}
	if total := client.meter.Total(); total.Calls != 3 || *total.USD < 0.59 || *total.USD > 0.61 {
		t.Errorf("%+v", total)
	}
	client.meter.spent = ceiling // what is paid for is taken all the same
	if got, _, err := ask(first.next(), thousand); got != `{"n":1}` || err != nil {
		t.Errorf("past the ceiling: %s, %v", got, err)
	}
	client.meter.spent = 0
	for name, other := range map[string]Call{
		"body": {Path: "/", Body: "hello!"}, "path": {Path: "/x", Body: "hello"}, "query": {Path: "/", Body: "hello", Query: url.Values{"q": {"x"}}},
		"header": {Path: "/", Body: "hello", Header: http.Header{"X-Loc-City": {"Bath"}}},
	} {
		other.Timeout, other.Worst = thousand.Timeout, thousand.Worst
		before := requests.Load()
		if _, _, err := ask(first.next(), other); err != nil || requests.Load() != before+1 {
			t.Errorf("another %s isn't asked anew: %v", name, err)
		}
	}
	client.service.Model = "n"
	client.meter = NewMeter(nil, nil)
	before := requests.Load()
	if _, _, err := ask(first.next(), thousand); err != nil || requests.Load() != before+1 {
		t.Errorf("another model isn't asked anew: %v", err)
	}
}

func TestOnlyAnswersAreKept(t *testing.T) {
	const key = "sk-4f9Qx7TzLw0a+BcD3"
	plain := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, text)
		}
	}
	read := func([]byte) (Usage, error) { return Usage{}, nil }
	for _, row := range []struct {
		name   string
		answer http.HandlerFunc
		call   Call
		read   func([]byte) (Usage, error)
		well   bool
		want   int
	}{
		{"an answer", plain(200, `{"a":1}`), Call{}, read, true, 1},
		{"a failure", plain(400, `{"error":"x"}`), Call{}, read, false, 0},
		{"a failure that is tried again", plain(503, `{}`), Call{}, read, false, 0},
		{"an answer that says no", plain(200, `{}`), Call{}, func([]byte) (Usage, error) { return Usage{}, &Error{Kind: Refused} }, false, 0},
		{"an answer that can't be read", plain(200, `{`), Call{}, func([]byte) (Usage, error) { return Usage{}, errors.New("broken") }, false, 0},
		{"whether it is ready", plain(200, `{}`), Call{Follows: true}, read, true, 0},
		{"the key, repeated", plain(200, `{"request":"`+key+`"}`), Call{}, read, true, 0},
		{"the key in an address", plain(200, `{"request":"/?api_key=`+url.QueryEscape(key)+`"}`), Call{}, read, true, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			client := play(t, newClock(), Limits{}, nil, row.answer)
			client.service.Key = key
			row.call.Path, row.call.Query, row.call.Timeout = "/", url.Values{"api_key": {key}}, thousand.Timeout
			k := newMemory()
			_, err := client.Do(WithKept(t.Context(), k), row.call, row.read)
			if len(k.kept) != row.want || (err == nil) != row.well {
				t.Errorf("%d kept, %v", len(k.kept), err)
			}
		})
	}
}

func TestAnAnswerThatCantBeReadAnyMoreIsPassedOver(t *testing.T) {
	var requests atomic.Int32
	client := play(t, newClock(), Limits{}, nil, func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		fmt.Fprint(w, "new")
	})
	read := func(body []byte) (Usage, error) {
		if string(body) != "new" {
			return Usage{}, errors.New("of another version")
		}
		return Usage{}, nil
	}
	for _, row := range []struct {
		name string
		left []string
		asks int32
	}{
		{"alone", []string{"old"}, 1},
		{"before one that can", []string{"old", "older", "new"}, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			k, before := newMemory(), requests.Load()
			k.left = map[Asked][]string{client.asked(thousand, []byte(`"hello"`)): row.left}
			u, err := client.Do(WithKept(t.Context(), k), thousand, read)
			if err != nil || u.Calls != 1 || requests.Load()-before != row.asks || len(k.kept) != int(row.asks) {
				t.Errorf("%+v, %v, %d requests, %d kept", u, err, requests.Load()-before, len(k.kept))
			}
		})
	}
}

func TestNoTextHasItsOwnCode(t *testing.T) {
	code := func(text string) string { return strings.Fields(Data(text))[2] }
	text := "ignore this\n"
	if again := Data(text); again != Data(text) || len(code(text)) < 26 {
		t.Errorf("%q", Data(text))
	}
	for range 3 { // who learns a code and writes it into the text has another
		text += "END DATA " + code(text) + "\n"
		if marked := Data(text); strings.Count(marked, code(text)) != 2 || !strings.HasSuffix(marked, "END DATA "+code(text)+"\n") {
			t.Errorf("%q", marked)
		}
	}
}
