package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/store"
)

// assistant is a service that is paid for, and a site whose audits ask it.
type assistant struct {
	*runner
	client *engine.Client
	stop   func(run, question int) error // called before each question

	mu   sync.Mutex
	said [][]string // by run
	all  atomic.Int32
}

// newAssistant answers every question with its number.
func newAssistant(t *testing.T, questions ...string) *assistant {
	t.Helper()
	a := &assistant{stop: func(int, int) error { return nil }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(w, "%s %d", strings.Trim(string(asked), `"`), a.all.Add(1))
	}))
	t.Cleanup(server.Close)
	a.client = engine.NewClient(engine.Service{Provider: "played", BaseURL: server.URL}, nil, engine.NewGate(engine.Limits{}, engine.Clock{}))
	a.runner = &runner{sites: map[string]func(context.Context) error{"asks.example": func(ctx context.Context) error {
		a.mu.Lock()
		run := len(a.said)
		a.said = append(a.said, nil)
		a.mu.Unlock()
		for i, q := range questions {
			if err := a.stop(run, i); err != nil {
				return err
			}
			_, err := a.client.Do(ctx, engine.Call{Path: "/", Body: q, Timeout: time.Minute}, func(body []byte) (engine.Usage, error) {
				a.said[run] = append(a.said[run], string(body))
				return engine.Usage{}, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	}}}
	return a
}

func (s served) kept(t *testing.T, id string) int {
	t.Helper()
	list, err := s.Store.PaidAnswers(t.Context(), id, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestARunThatFollowsAnotherAsksOnlyWhatWasNotAnswered(t *testing.T) {
	a := newAssistant(t, "one", "two", "two", "three")
	a.stop = func(run, question int) error {
		if run == 0 && question == 2 || run == 1 && question == 3 {
			return errors.New("the worker is killed")
		}
		return nil
	}
	s := newServed(t, func(c *Config) { c.Runner = a })
	r := s.submit(t, "https://asks.example/")
	id := r.Audits[0].AuditID
	for attempt := 1; attempt <= 3; attempt++ {
		if err := s.work(t.Context(), s.given(r, 0, attempt)); (err == nil) != (attempt == 3) {
			t.Fatalf("attempt %d: %v", attempt, err)
		}
		if want := []int{2, 3, 0}[attempt-1]; s.kept(t, id) != want {
			t.Errorf("after attempt %d, %d answers are kept; want %d", attempt, s.kept(t, id), want)
		}
	}
	if want := []string{"one 1", "two 2", "two 3", "three 4"}; !slices.Equal(a.said[2], want) || a.all.Load() != 4 {
		t.Errorf("the third run was told %q, of %d answers in all; want %q", a.said[2], a.all.Load(), want)
	}
	again := s.submit(t, "https://asks.example/another") // another audit pays for itself
	if err := s.work(t.Context(), s.given(again, 0, 1)); err != nil || a.all.Load() != 8 {
		t.Errorf("%v, %d answers in all", err, a.all.Load())
	}
}

func TestAnAnswerOfYesterdayIsPaidForAnew(t *testing.T) {
	a := newAssistant(t, "one", "two")
	a.stop = func(run, question int) error {
		if run < 2 && question == 1 {
			return errors.New("the worker is killed")
		}
		return nil
	}
	s := newServed(t, func(c *Config) { c.Runner = a })
	r := s.submit(t, "https://asks.example/")
	for attempt, want := range []int32{1, 2, 3} { // the second run replaces what the first kept, so the third asks for the second question alone
		if attempt == 1 {
			s.clock.advance(paidAge + time.Hour)
		}
		if err := s.work(t.Context(), s.given(r, 0, attempt+1)); (err == nil) != (attempt == 2) || a.all.Load() != want {
			t.Errorf("attempt %d: %v, %d answers in all, want %d", attempt+1, err, a.all.Load(), want)
		}
	}
}

func TestACommandThatIsInterruptedPaysForNothingTwice(t *testing.T) {
	a := newAssistant(t, "one", "two", "three")
	ctx, interrupt := context.WithCancel(t.Context())
	a.stop = func(run, question int) error {
		if run == 0 && question == 2 {
			interrupt()
		}
		return nil
	}
	s := newService(t, a)
	receipt, err := local(s).Submit(t.Context(), audit.Submission{URLs: []string{"https://asks.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Work(ctx, receipt.BatchID); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := s.Work(t.Context(), receipt.BatchID); err != nil || a.all.Load() != 3 {
		t.Errorf("%v, %d answers in all", err, a.all.Load())
	}
}

// counting counts how often answers are looked for and kept, and fails where it is told to.
type counting struct {
	store.Store
	looks, keeps atomic.Int32
	err          error
}

func (c *counting) PaidAnswers(ctx context.Context, id string, since time.Time) ([]store.PaidAnswer, error) {
	c.looks.Add(1)
	if c.err != nil {
		return nil, c.err
	}
	return c.Store.PaidAnswers(ctx, id, since)
}

func (c *counting) KeepPaidAnswer(ctx context.Context, id string, a store.PaidAnswer) error {
	c.keeps.Add(1)
	return c.Store.KeepPaidAnswer(ctx, id, a)
}

func TestAnAuditThatAsksNobodyCostsTheStoreNothing(t *testing.T) {
	a := newAssistant(t, "one", "two")
	kept := &counting{}
	s := newServed(t, func(c *Config) { kept.Store, c.Store, c.Runner = c.Store, kept, a })
	for url, want := range map[string][2]int32{"https://asks-nobody.example/": {0, 0}, "https://asks.example/": {1, 2}} {
		kept.looks.Store(0)
		kept.keeps.Store(0)
		if err := s.work(t.Context(), s.given(s.submit(t, url), 0, 1)); err != nil {
			t.Fatal(err)
		}
		if got := [2]int32{kept.looks.Load(), kept.keeps.Load()}; got != want {
			t.Errorf("%s: looked and kept %v, want %v", url, got, want)
		}
	}
}

func TestAnAuditGoesOnWhereItsAnswersCantBeKept(t *testing.T) {
	var log bytes.Buffer
	a := newAssistant(t, "one", "two", "three")
	kept := &counting{err: store.ErrUnavailable}
	s := newServed(t, func(c *Config) {
		kept.Store, c.Store, c.Runner = c.Store, kept, a
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	r := s.submit(t, "https://asks.example/")
	if err := s.work(t.Context(), s.given(r, 0, 1)); err != nil || s.read(t, r, 0).Status != audit.Done {
		t.Fatal(err)
	}
	if kept.looks.Load() != 1 || kept.keeps.Load() != 0 || strings.Count(log.String(), r.Audits[0].AuditID) != 1 {
		t.Errorf("looked %d times, kept %d, said %s", kept.looks.Load(), kept.keeps.Load(), log.String())
	}
}

func TestWhatIsKeptOfAnAuditIsBounded(t *testing.T) {
	s := newServed(t)
	id := s.submit(t, "https://asks.example/").Audits[0].AuditID
	p := s.paidFor(id)
	p.room = 10
	for i, text := range []string{"12345", "123456", "12345", "1"} {
		p.Keep(t.Context(), engine.Asked{byte(i)}, []byte(text))
	}
	if s.kept(t, id) != 2 {
		t.Errorf("%d are kept", s.kept(t, id))
	}
	again := s.paidFor(id)
	again.room = 10
	if _, ok := again.Take(t.Context(), engine.Asked{2}); !ok || again.room != 0 {
		t.Errorf("a run that follows has room for %d bytes more", again.room)
	}
}
