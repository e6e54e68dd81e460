package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/store"
)

// served is a service with one customer of 100 units, its sites and its clock.
type served struct {
	*Service
	customer *Scoped
	sites    *audittest.Sites
	clock    *clock
}

func newServed(t *testing.T, change ...func(*Config)) served {
	t.Helper()
	c := new(clock)
	sites := audittest.NewSites(c.now)
	s := newService(t, sites, append([]func(*Config){func(conf *Config) { conf.Now = c.now }}, change...)...)
	return served{s, s.For(newCaller(t, s, "a@example.com", audit.Agency, 100)), sites, c}
}

func (s served) submit(t *testing.T, urls ...string) audit.Receipt {
	t.Helper()
	r, err := s.customer.Submit(t.Context(), audit.Submission{URLs: urls})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// given is a job as a worker has it.
func (s served) given(r audit.Receipt, entry, attempt int) store.Running {
	c := s.customer.caller
	return store.Running{Job: store.Job{AuditID: r.Audits[entry].AuditID, AccountID: c.AccountID, KeyID: c.KeyID}, Attempt: attempt, Finish: s.Store.Update}
}

func (s served) read(t *testing.T, r audit.Receipt, entry int) *audit.Audit {
	t.Helper()
	a, err := s.customer.Audit(t.Context(), r.Audits[entry].AuditID)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (s served) remaining(t *testing.T) int {
	t.Helper()
	a, err := s.customer.Account(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a.Quota.Remaining
}

// poll waits until something is so.
func poll(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after 5 minutes it isn't so that %s", what)
		}
	}
}

// A panic isn't tried again: the same bytes of a site bring it about each time.
func TestAFaultOfOursFailsAfterItsAttempts(t *testing.T) {
	for kind, attempts := range map[string]int{"broken": 1, "odd": attempts} {
		var log bytes.Buffer
		s := newServed(t, func(c *Config) { c.Log = slog.New(slog.NewJSONHandler(&log, nil)) })
		site := "https://" + kind + "-1.example/"
		r := s.submit(t, site, site)
		for attempt := 1; attempt < attempts; attempt++ {
			if err := s.work(t.Context(), s.given(r, 0, attempt)); err == nil || s.read(t, r, 0).Status != audit.Pending {
				t.Fatalf("%s, attempt %d: %v", kind, attempt, err)
			}
		}
		if s.remaining(t) != 99 {
			t.Errorf("%s: %d remain while it is tried", kind, s.remaining(t))
		}
		if err := s.work(t.Context(), s.given(r, 0, attempts)); err != nil {
			t.Fatal(err)
		}
		for entry := range r.Audits {
			a := s.read(t, r, entry)
			if a.Status != audit.Failed || a.Error.Code != audit.CodeInternal || strings.Contains(a.Error.Message, "secret") {
				t.Errorf("%s ends as %s %+v", kind, a.Status, a.Error)
			}
		}
		if s.sites.Runs(site) != attempts || s.remaining(t) != 100 {
			t.Errorf("%s: %d runs, %d remain", kind, s.sites.Runs(site), s.remaining(t))
		}
		if text := log.String(); !strings.Contains(text, r.Audits[0].AuditID) || !strings.Contains(text, "inner secret") || kind == "broken" && !strings.Contains(text, "sites.go") {
			t.Errorf("%s: the log doesn't say which audit, what and where: %s", kind, text)
		}
	}
}

func TestAnAuditThatKillsItsWorkersIsGivenUp(t *testing.T) {
	s := newServed(t)
	r := s.submit(t, "https://ok.example/")
	if err := s.work(t.Context(), s.given(r, 0, attempts+1)); err != nil {
		t.Fatal(err)
	}
	if a := s.read(t, r, 0); a.Status != audit.Failed || a.Error.Code != audit.CodeInternal || s.sites.Runs("https://ok.example/") != 0 || s.remaining(t) != 100 {
		t.Errorf("%s %+v after %d runs; %d remain", a.Status, a.Error, s.sites.Runs("https://ok.example/"), s.remaining(t))
	}
}

func TestAJobGivenTwiceEndsItsAuditOnce(t *testing.T) {
	s := newServed(t)
	r := s.submit(t, "https://gone.example/", "https://ok.example/")
	for range 2 {
		for entry := range r.Audits {
			if err := s.work(t.Context(), s.given(r, entry, 1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.sites.Runs("https://gone.example/") != 1 || s.sites.Runs("https://ok.example/") != 1 || s.remaining(t) != 99 {
		t.Errorf("%d and %d runs, %d remain", s.sites.Runs("https://gone.example/"), s.sites.Runs("https://ok.example/"), s.remaining(t))
	}
	job := s.given(r, 0, 1)
	job.AuditID = "aud_unknown"
	if err := s.work(t.Context(), job); err != nil {
		t.Errorf("a job without its audit comes again: %v", err)
	}
}

func TestAnAuditHasADeadline(t *testing.T) {
	s := newServed(t, func(c *Config) { c.Timeout = 20 * time.Millisecond })
	r := s.submit(t, "https://held-1.example/")
	if err := s.work(t.Context(), s.given(r, 0, 1)); err != nil {
		t.Fatal(err)
	}
	if a := s.read(t, r, 0); a.Status != audit.Failed || a.Error.Code != audit.CodeTimeout || s.remaining(t) != 100 {
		t.Errorf("%s %+v; %d remain", a.Status, a.Error, s.remaining(t))
	}
}

func TestAWorkerThatIsStoppedHandsItsAuditsBack(t *testing.T) {
	s := newServed(t)
	stop := working(t, s.Service, "first")
	r := s.submit(t, "https://held-1.example/")
	poll(t, "the audit runs", func() bool { return s.sites.Runs("https://held-1.example/") == 1 })
	stop()
	if a := s.read(t, r, 0); a.Status != audit.Pending {
		t.Fatalf("after the stop: %s %+v", a.Status, a.Error)
	}
	s.sites.Release("held-1.example")
	working(t, s.Service, "second")
	poll(t, "the audit is done", func() bool { return s.read(t, r, 0).Status == audit.Done })
	if s.remaining(t) != 99 {
		t.Errorf("%d remain", s.remaining(t))
	}
}

func TestAFullQueueRefusesAndMetersNothing(t *testing.T) {
	const limit = 5
	s := newServed(t, func(c *Config) { c.QueueLimit, c.CacheAge = limit, time.Hour })
	stored := s.submit(t, "https://stored.example/")
	if err := s.work(t.Context(), s.given(stored, 0, 1)); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	accepted := 0
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			_, err := s.customer.Submit(t.Context(), audit.Submission{URLs: []string{fmt.Sprintf("https://s%d.example/", i)}})
			mu.Lock()
			defer mu.Unlock()
			var e *audit.Error
			switch {
			case err == nil:
				accepted++
			case !errors.As(err, &e) || e.Code != audit.CodeOverloaded || e.RetryAfter <= 0:
				t.Errorf("%+v", err)
			}
		})
	}
	wg.Wait()
	if accepted == 0 || accepted > limit || s.remaining(t) != 99-accepted {
		t.Errorf("%d accepted, %d remain; at most %d may wait", accepted, s.remaining(t), limit)
	}
	for range limit - accepted { // the audit that ended was counted until the queue is counted again
		s.clock.advance(countEvery)
		s.submit(t, fmt.Sprintf("https://later%d.example/", s.clock.now().UnixNano()))
	}
	s.clock.advance(countEvery)
	if _, err := s.customer.Submit(t.Context(), audit.Submission{URLs: []string{"https://more.example/"}}); audit.CodeOf(err) != audit.CodeOverloaded {
		t.Errorf("a full queue takes more: %v", err)
	}
	poll(t, "what needs no run is served", func() bool { // on a busy machine its turn may not come at once
		r, err := s.customer.Submit(t.Context(), audit.Submission{URLs: []string{"https://stored.example/", "not an address"}})
		return err == nil && r.Audits[0].Cached
	})
	pending, _, oldest, err := s.Backlog(t.Context())
	if err != nil || pending != limit || oldest.IsZero() {
		t.Errorf("%d pending since %v, %v", pending, oldest, err)
	}
}

func TestABatchThatDoesNotFitIsRefusedWhole(t *testing.T) {
	s := newServed(t, func(c *Config) { c.QueueLimit = 2 })
	refused := func(what string, urls ...string) {
		t.Helper()
		_, err := s.customer.Submit(t.Context(), audit.Submission{URLs: urls})
		if audit.CodeOf(err) != audit.CodeOverloaded {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("three in a queue of two", "https://a.example/", "https://b.example/", "https://c.example/")
	s.submit(t, "https://a.example/", "https://a.example/", "not an address")
	refused("two where there is room for one", "https://b.example/", "https://c.example/")
	s.submit(t, "https://b.example/")
	if n := s.remaining(t); n != 98 {
		t.Errorf("%d remain", n)
	}
}

// writing has somebody write to the store until written is called.
func writing(t *testing.T, to store.Store) (written func()) {
	t.Helper()
	begun, end := make(chan struct{}), make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		err := to.Update(t.Context(), func(store.Tx) error {
			close(begun)
			<-end
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	return func() {
		close(end)
		writer.Wait()
	}
}

func TestAFullQueueRefusesWithoutWaitingForWriters(t *testing.T) {
	s := newServed(t, func(c *Config) { c.QueueLimit = 1 })
	s.submit(t, "https://first.example/")
	written := writing(t, s.Store)
	_, err := s.customer.Submit(t.Context(), audit.Submission{URLs: []string{"https://second.example/"}})
	written()
	var e *audit.Error
	if !errors.As(err, &e) || e.Code != audit.CodeOverloaded || e.RetryAfter <= 0 || s.remaining(t) != 99 {
		t.Errorf("%v; %d remain", err, s.remaining(t))
	}
}

// arriving is a store that tells of whoever comes to write.
type arriving struct {
	store.Store
	came chan struct{}
}

func (s arriving) Update(ctx context.Context, do func(store.Tx) error) error {
	s.came <- struct{}{}
	return s.Store.Update(ctx, do)
}

func TestAddressesThatCannotBeAuditedFillNoQueue(t *testing.T) {
	s := newServed(t, func(c *Config) { c.QueueLimit = 3 })
	behind, came := s.Store, make(chan struct{})
	s.Store = arriving{behind, came}
	written := writing(t, behind)
	var wg sync.WaitGroup
	for _, urls := range [][]string{{"not an address", "nor this", "ftp://example.com/", "http://"}, {"https://ok.example/"}} {
		wg.Go(func() {
			if _, err := s.customer.Submit(t.Context(), audit.Submission{URLs: urls}); err != nil {
				t.Errorf("%q: %v", urls, err)
			}
		})
		<-came
	}
	time.Sleep(3 * refuseWithin) // nobody is refused while others write
	written()
	wg.Wait()
}

// twice is a store that runs every transaction again, as one does after a deadlock.
type twice struct{ store.Store }

func (s twice) Update(ctx context.Context, do func(store.Tx) error) error {
	deadlock := errors.New("deadlock")
	err := s.Store.Update(ctx, func(tx store.Tx) error { return errors.Join(do(tx), deadlock) })
	if err != nil && err.Error() != deadlock.Error() {
		return err
	}
	return s.Store.Update(ctx, do)
}

func TestATransactionThatIsRunAgainCountsOnce(t *testing.T) {
	s := newServed(t, func(c *Config) { c.QueueLimit = 3 })
	s.Store = twice{s.Store}
	r := s.submit(t, "https://gone-1.example/", "https://gone-1.example/about", "https://ok-1.example/")
	if r.Metered != 2 || r.Quota.Remaining != 98 || s.remaining(t) != 98 {
		t.Errorf("%+v, %d remain", r, s.remaining(t))
	}
	s.submit(t, "https://ok-2.example/")
	if _, err := s.customer.Submit(t.Context(), audit.Submission{URLs: []string{"https://ok-3.example/"}}); audit.CodeOf(err) != audit.CodeOverloaded {
		t.Errorf("3 wait, and more are taken: %v", err)
	}
	if err := s.work(t.Context(), s.given(r, 0, 1)); err != nil {
		t.Fatal(err)
	}
	if a := s.read(t, r, 1); a.Status != audit.Failed || s.remaining(t) != 98 {
		t.Errorf("%s, %d remain", a.Status, s.remaining(t))
	}
}

func TestAHostIsSpared(t *testing.T) {
	s := newServed(t, func(c *Config) { c.HostRunning, c.HostHourly = 1, 2 })
	site := "https://held-1.example/"
	r := s.submit(t, site+"a", site+"b", site+"c", "https://ok.example/")
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := s.work(t.Context(), s.given(r, 0, 1)); err != nil {
			t.Error(err)
		}
	})
	poll(t, "the audit runs", func() bool { return s.sites.Runs(site+"a") == 1 })
	waits := func(what string, entry int) {
		t.Helper()
		var later *store.Later
		if err := s.work(t.Context(), s.given(r, entry, 1)); !errors.As(err, &later) || later.After <= 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
	runs := func(what string, entry int) {
		t.Helper()
		if err := s.work(t.Context(), s.given(r, entry, 1)); err != nil || s.read(t, r, entry).Status != audit.Done {
			t.Errorf("%s: %v", what, err)
		}
	}
	waits("a second one beside it", 1)
	runs("another host", 3)
	s.sites.Release("held-1.example")
	wg.Wait()
	runs("a second one after it", 1)
	waits("a third one within the hour", 2)
	if s.read(t, r, 2).Status != audit.Pending {
		t.Error("who waits for a place has ended")
	}
	s.clock.advance(time.Hour + time.Minute)
	runs("a third one an hour later", 2)
}

func TestAccountsCanBeKeptApart(t *testing.T) {
	s := newServed(t, func(c *Config) { c.CachePerAccount, c.CacheAge = true, time.Hour })
	other := s.For(newCaller(t, s.Service, "b@example.com", audit.Agency, 100))
	first := s.submit(t, "https://ok.example/", "https://held-1.example/")
	if err := s.work(t.Context(), s.given(first, 0, 1)); err != nil {
		t.Fatal(err)
	}
	own := s.submit(t, "https://ok.example/", "https://held-1.example/")
	if own.Metered != 0 || !own.Audits[0].Cached {
		t.Errorf("one's own: %+v", own)
	}
	r, err := other.Submit(t.Context(), audit.Submission{URLs: []string{"https://ok.example/", "https://held-1.example/"}})
	if err != nil || r.Metered != 2 || r.Audits[0].Cached {
		t.Errorf("another's: %+v, %v", r, err)
	}
}

// broken is a store that can't be reached when it matters.
type broken struct{ store.Store }

var errInner = fmt.Errorf("dialing 10.0.0.7: %w", store.ErrUnavailable)

func (broken) Update(context.Context, func(store.Tx) error) error { return errInner }

func (broken) Audit(context.Context, string, string, bool) (audit.Encoded, error) {
	return audit.Encoded{}, errInner
}

func (broken) KeyByHash(context.Context, [32]byte) (store.Key, store.Account, error) {
	return store.Key{}, store.Account{}, errInner
}

func TestWhyTheStoreCannotBeReachedIsNoStrangersBusiness(t *testing.T) {
	s := newServed(t)
	secret, _ := newKey(t, s.Service, "b@example.com", audit.Individual, 0)
	r := s.submit(t, "https://ok.example/")
	job := s.given(r, 0, 1)
	s.Store = broken{s.Store}
	s.keys.forgetAll()
	errs := map[string]error{"delete": s.customer.Delete(t.Context(), r.Audits[0].AuditID)}
	_, errs["submit"] = s.customer.Submit(t.Context(), audit.Submission{URLs: []string{"https://ok.example/"}})
	_, errs["audit"] = s.customer.Audit(t.Context(), r.Audits[0].AuditID)
	_, errs["authenticate"] = s.Authenticate(t.Context(), secret)
	for name, err := range errs {
		var e *audit.Error
		if !errors.As(err, &e) || e.Code != audit.CodeOverloaded || e.RetryAfter <= 0 || strings.Contains(err.Error(), "10.0") || !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("%s: %+v", name, err)
		}
	}
	if _, err := local(s.Service).Audit(t.Context(), "aud_x"); !errors.Is(err, errInner) || !strings.Contains(err.Error(), "10.0") {
		t.Errorf("the operator isn't told: %v", err)
	}
	var later *store.Later
	if err := s.work(t.Context(), job); !errors.As(err, &later) {
		t.Errorf("a job without a store is counted as an attempt: %v", err)
	}
}

func TestWhatHasExpiredIsRemoved(t *testing.T) {
	s := newServed(t, func(c *Config) { c.Retention = 40 * 24 * time.Hour })
	old := s.submit(t, "https://ok.example/")
	if err := s.work(t.Context(), s.given(old, 0, 1)); err != nil {
		t.Fatal(err)
	}
	s.clock.advance(30 * 24 * time.Hour)
	young := s.submit(t, "https://young.example/")
	if err := s.work(t.Context(), s.given(young, 0, 1)); err != nil {
		t.Fatal(err)
	}
	s.clock.advance(10*24*time.Hour + time.Minute)
	if err := s.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.read(t, young, 0)
	if _, err := s.customer.Batch(t.Context(), old.BatchID); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("a batch beyond its retention: %v", err)
	}
}

func TestEveryAuditThatEndsIsAnEvent(t *testing.T) {
	var mu sync.Mutex
	var events []audit.Event
	s := newServed(t, func(c *Config) {
		c.Progress = func(e audit.Event) {
			mu.Lock()
			defer mu.Unlock()
			events = append(events, e)
		}
	})
	r := s.submit(t, "https://flaky.example/", "https://flaky.example/about")
	for attempt := 1; attempt <= 2; attempt++ {
		err := s.work(t.Context(), s.given(r, 0, attempt))
		if (err != nil) != (attempt == 1) {
			t.Fatal(err)
		}
	}
	var stages []audit.Stage
	for _, e := range events {
		stages = append(stages, e.Stage)
	}
	if got := fmt.Sprint(stages); got != "[reading queued reading judging done done]" {
		t.Errorf("stages %s", got)
	}
	for i, e := range events[max(0, len(events)-2):] {
		a := e.Audit
		if a == nil || a.AuditID != r.Audits[i].AuditID || a.BatchID != r.BatchID || a.Status != audit.Done || a.Cached != (i == 1) || a.Report == nil || a.CreatedAt.IsZero() {
			t.Errorf("event %+v", e)
		}
	}
}

// tracing runs sites and remembers the trace that they ran in.
type tracing struct {
	*audittest.Sites
	in trace.TraceID
}

func (r *tracing) Run(ctx context.Context, t audit.Target, lang audit.Lang, questions []string, progress func(audit.Stage, string)) (*audit.Report, error) {
	r.in = trace.SpanContextFromContext(ctx).TraceID()
	return r.Sites.Run(ctx, t, lang, questions, progress)
}

func TestARunIsPartOfTheTraceThatSubmittedIt(t *testing.T) {
	r := &tracing{Sites: audittest.NewSites(time.Now)}
	s := newServed(t, func(c *Config) { c.Runner = r })
	working(t, s.Service, "traced")
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1, 2, 3}, SpanID: trace.SpanID{4}, TraceFlags: trace.FlagsSampled})
	receipt, err := s.customer.Submit(trace.ContextWithSpanContext(t.Context(), span), audit.Submission{URLs: []string{"https://ok.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	poll(t, "the audit is done", func() bool { return s.read(t, receipt, 0).Status == audit.Done })
	if r.in != span.TraceID() {
		t.Errorf("it ran in trace %s, want %s", r.in, span.TraceID())
	}
}
