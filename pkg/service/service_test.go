package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
)

// runner plays the pipeline for the operator's own command: sites by host, what each does.
type runner struct {
	mu    sync.Mutex
	runs  []string
	sites map[string]func(context.Context) error
	peak  int
	now   int
	reads int // bytes of evidence of each
}

func (r *runner) Validate(t audit.Target) *audit.Error {
	if t.Host == "127.0.0.1" {
		return audit.Errorf(audit.CodeAddressNotPublic, "this address is not public")
	}
	return nil
}

func (r *runner) RulesVersion() string { return "1" }

func (r *runner) Run(ctx context.Context, t audit.Target, lang audit.Lang, questions []string, progress func(audit.Stage, string)) (*audit.Report, error) {
	r.mu.Lock()
	r.runs = append(r.runs, t.URL)
	r.now++
	r.peak = max(r.peak, r.now)
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.now--
		r.mu.Unlock()
	}()
	progress(audit.StageReading, "")
	if do := r.sites[t.Host]; do != nil {
		if err := do(ctx); err != nil {
			return nil, err
		}
	}
	report := &audit.Report{Summary: "of " + t.URL, RulesVersion: "1", AuditedAt: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	if r.reads > 0 {
		report.Kept.Evidence = []byte(strings.Repeat("r", r.reads))
	}
	return report, nil
}

func newService(t *testing.T, r Runner, change ...func(*Config)) *Service {
	t.Helper()
	c := Config{Store: openSQLite(t), Runner: r, Now: func() time.Time { return time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC) }}
	for _, f := range change {
		f(&c)
	}
	return New(c)
}

// local is the operator's own command.
func local(s *Service) *Scoped { return s.For(audit.Caller{}) }

// audited submits and works off addresses.
func audited(t *testing.T, s *Service, sub audit.Submission) (audit.Receipt, *audit.Batch) {
	t.Helper()
	receipt, err := local(s).Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Work(t.Context(), receipt.BatchID); err != nil {
		t.Fatal(err)
	}
	b, err := local(s).Batch(t.Context(), receipt.BatchID)
	if err != nil {
		t.Fatal(err)
	}
	return receipt, b
}

func TestABatchKeepsItsOrderAndEveryState(t *testing.T) {
	r := &runner{sites: map[string]func(context.Context) error{
		"gone.example":   func(context.Context) error { return audit.Errorf(audit.CodeDNSNotFound, "no such site") },
		"inside.example": func(context.Context) error { return audit.Errorf(audit.CodeAddressNotPublic, "not public") },
		"broken.example": func(context.Context) error { panic("a fault") },
		"odd.example":    func(context.Context) error { return errors.New("something else") },
	}}
	urls := []string{"https://a.example/", "ftp://b.example/", "https://gone.example/", "http://127.0.0.1/", "https://inside.example/", "https://broken.example/", "https://odd.example/", "c.example"}
	receipt, b := audited(t, newService(t, r), audit.Submission{URLs: urls})
	want := []struct {
		status audit.Status
		code   audit.Code
	}{
		{audit.Done, ""},
		{audit.Invalid, audit.CodeSchemeNotAllowed},
		{audit.Failed, audit.CodeDNSNotFound},
		{audit.Invalid, audit.CodeAddressNotPublic},
		{audit.Invalid, audit.CodeAddressNotPublic},
		{audit.Failed, audit.CodeInternal},
		{audit.Failed, audit.CodeInternal},
		{audit.Done, ""},
	}
	for i, a := range b.Audits {
		code := audit.Code("")
		if a.Error != nil {
			code = a.Error.Code
		}
		if a.URL != urls[i] || a.Status != want[i].status || code != want[i].code {
			t.Errorf("%s: %s %s, want %s %s", a.URL, a.Status, code, want[i].status, want[i].code)
		}
		if !a.Status.Terminal() || a.FinishedAt == nil {
			t.Errorf("%s has no end", a.URL)
		}
	}
	if receipt.Count != 8 || receipt.Metered != 0 || b.Completed != 2 || b.Failed != 6 {
		t.Errorf("receipt %+v, batch %d done %d failed", receipt, b.Completed, b.Failed)
	}
}

// The same bytes of a site break the pipeline each time, and each run costs the site its requests.
func TestAnAuditThatPanicsRunsOnce(t *testing.T) {
	r := &runner{
		sites: map[string]func(context.Context) error{
			"broken.example": func(context.Context) error { panic("divided by what a site wrote") },
		},
	}
	s := newServed(t, func(c *Config) { c.Runner = r })
	receipt := s.submit(t, "https://broken.example/")
	if err := s.work(t.Context(), s.given(receipt, 0, 1)); err != nil {
		t.Errorf("it is run again: %v", err)
	}
	b, err := s.customer.Batch(t.Context(), receipt.BatchID)
	if err != nil {
		t.Fatal(err)
	}
	a := b.Audits[0]
	if len(r.runs) != 1 || a.Status != audit.Failed || a.Error == nil || a.Error.Code != audit.CodeInternal ||
		strings.Contains(a.Error.Message, "divided") {
		t.Errorf("%d runs, %s, %+v", len(r.runs), a.Status, a.Error)
	}
}

func TestOneRunAnswersForItsTwins(t *testing.T) {
	r := &runner{}
	_, b := audited(t, newService(t, r), audit.Submission{URLs: []string{"https://a.example/", "a.example", "https://a.example/about", "https://b.example/x", "https://b.example/y", "https://b.example/x"}})
	if len(r.runs) != 3 {
		t.Errorf("%d runs: %v; want one of a.example, and one of each page of b.example", len(r.runs), r.runs)
	}
	var cached []bool
	for _, a := range b.Audits {
		if a.Status != audit.Done {
			t.Errorf("%s: %s", a.URL, a.Status)
		}
		cached = append(cached, a.Cached)
	}
	if fmt.Sprint(cached) != "[false true true false false true]" {
		t.Errorf("cached: %v", cached)
	}
}

func TestAFreshAuditIsServedUnmetered(t *testing.T) {
	r := &runner{}
	s := newService(t, r)
	audited(t, s, audit.Submission{URLs: []string{"https://a.example/"}})
	receipt, b := audited(t, s, audit.Submission{URLs: []string{"https://a.example/about", "https://c.example/"}, MaxAge: time.Hour})
	if e := receipt.Audits[0]; e.Status != audit.Done || !e.Cached {
		t.Errorf("receipt: %+v", receipt)
	}
	if a := b.Audits[0]; a.Summary != "of https://a.example/" || a.AuditID == "" || len(r.runs) != 2 {
		t.Errorf("served %+v after %v", a, r.runs)
	}
	again, _ := audited(t, s, audit.Submission{URLs: []string{"https://a.example/"}, MaxAge: time.Minute})
	if again.Audits[0].Cached {
		t.Error("an audit older than MaxAge was served")
	}
}

func TestInterruptedWorkIsTakenUpAgain(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := &runner{sites: map[string]func(context.Context) error{
		"slow.example": func(ctx context.Context) error {
			cancel()
			<-ctx.Done()
			return audit.Errorf(audit.CodeTimeout, "stopped")
		},
	}}
	s := newService(t, r, func(c *Config) { c.Concurrency = 1 })
	receipt, err := local(s).Submit(ctx, audit.Submission{URLs: []string{"https://a.example/", "https://slow.example/", "https://b.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Work(ctx, receipt.BatchID); !errors.Is(err, context.Canceled) {
		t.Fatalf("work ended with %v", err)
	}
	b, err := local(s).Batch(t.Context(), receipt.BatchID)
	if err != nil || b.Completed != 1 || b.Pending != 2 {
		t.Fatalf("after the interruption: %+v, %v", b, err)
	}
	r.sites = nil
	if err := s.Work(t.Context(), receipt.BatchID); err != nil {
		t.Fatal(err)
	}
	if b, err = local(s).Batch(t.Context(), receipt.BatchID); err != nil || b.Completed != 3 {
		t.Errorf("after resuming: %+v, %v", b, err)
	}
	if n := strings.Count(strings.Join(r.runs, " "), "a.example"); n != 1 {
		t.Errorf("what had finished ran %d times", n)
	}
}

func TestConcurrencyIsBounded(t *testing.T) {
	r := &runner{}
	s := newService(t, r, func(c *Config) { c.Concurrency = 3 })
	var urls []string
	for i := range 30 {
		urls = append(urls, fmt.Sprintf("https://s%d.example/", i))
	}
	audited(t, s, audit.Submission{URLs: urls})
	if r.peak > 3 || len(r.runs) != 30 {
		t.Errorf("%d at once, %d runs", r.peak, len(r.runs))
	}
}

func TestAPasswordInAnAddressIsNotKept(t *testing.T) {
	urls := []string{
		"https://user:secret@a.example/x", "https:///u:secret@h/", "https:/u:secret@h/", `https:\\u:secret@h`, "https://u:secret@ex ample/",
		"u:secret@host",
		"https://u:secret%40h/", "https://u:secret＠h/", "https://u:secret@\xff/", "https://u:secret@" + strings.Repeat("a", 3000),
	}
	_, b := audited(t, newService(t, &runner{}), audit.Submission{URLs: urls})
	for i, a := range b.Audits {
		if a.Status != audit.Invalid || strings.Contains(a.URL+a.Domain+a.Error.Message, "secret") {
			t.Errorf("%q is kept as %q: %+v", urls[i], a.URL, a.Error)
		}
	}
}

func TestAnAddressThatCannotBeStoredIsRefused(t *testing.T) {
	long := "https://a.example/" + strings.Repeat("é", audit.MaxURLLength)
	_, b := audited(t, newService(t, &runner{}), audit.Submission{URLs: []string{"https://a.example/\xe9", "https://a.example/\x00", long}})
	for _, a := range b.Audits {
		if a.Status != audit.Invalid || !utf8.ValidString(a.URL) || strings.Contains(a.URL, "\x00") || len(a.URL) > audit.MaxURLLength {
			t.Errorf("%s %s of %d bytes", a.Status, a.Error.Code, len(a.URL))
		}
	}
}

func TestTheCommandIsUnmeteredAndApartFromAccounts(t *testing.T) {
	sites := &runner{}
	s := newService(t, sites, func(c *Config) { c.CacheAge = time.Hour })
	customer := s.For(newCaller(t, s, "a@example.com", audit.Agency, 5))
	_, own := audited(t, s, audit.Submission{URLs: []string{"https://a.example/"}})
	r, err := customer.Submit(t.Context(), audit.Submission{URLs: []string{"https://a.example/"}})
	if err != nil || r.Audits[0].Cached {
		t.Errorf("the command's audit serves an account: %+v, %v", r, err)
	}
	if _, err := customer.Audit(t.Context(), own.Audits[0].AuditID); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("the command's audit is read by an account: %v", err)
	}
	if _, err := local(s).Batch(t.Context(), r.BatchID); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("an account's batch is read by the command: %v", err)
	}
	a, err := local(s).Account(t.Context())
	if err != nil || a.Plan != string(audit.Unlimited) || a.Quota != audit.NewQuota(audit.UnlimitedLimit, 0) {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestTheCommandRemembersItsQuestionsAndKeepsAnswers(t *testing.T) {
	s := newService(t, audittest.NewSites(time.Now))
	site := "https://asked-1.example/"
	_, first := audited(t, s, audit.Submission{URLs: []string{site, site}})
	_, second := audited(t, s, audit.Submission{URLs: []string{"https://asked-1.example/about"}})
	made := first.Audits[0].Questions
	if len(made) != 1 || fmt.Sprint(second.Audits[0].Questions) != fmt.Sprint(made) {
		t.Errorf("asked are %q, and then %q", made, second.Audits[0].Questions)
	}
	for _, a := range slices.Concat(first.Audits, second.Audits) {
		if got, err := local(s).Answers(t.Context(), a.AuditID); err != nil || string(got) != "answers to "+made[0] {
			t.Errorf("answers of %s: %q, %v", a.URL, got, err)
		}
	}
}

func TestEvidenceIsKeptWithinItsLimitAndSaidToBeMissing(t *testing.T) {
	s := newService(t, &runner{reads: 600}, func(c *Config) { c.EvidenceLimit = 1000 })
	_, first := audited(t, s, audit.Submission{URLs: []string{"https://a.example/", "https://a.example/"}})
	for _, a := range first.Audits {
		if got, err := local(s).Evidence(t.Context(), a.AuditID); err != nil || len(got) != 600 {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
	_, second := audited(t, s, audit.Submission{URLs: []string{"https://b.example/"}})
	if got, err := local(s).Evidence(t.Context(), second.Audits[0].AuditID); err != nil || len(got) != 600 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := local(s).Evidence(t.Context(), first.Audits[0].AuditID); audit.CodeOf(err) != audit.CodeNotFound || !strings.Contains(err.Error(), "--keep-evidence yes") {
		t.Errorf("what made room: %v", err)
	}
	if err := local(s).Delete(t.Context(), second.Audits[0].AuditID); err != nil {
		t.Fatal(err)
	}
	if _, err := local(s).Evidence(t.Context(), second.Audits[0].AuditID); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("of an audit that was deleted: %v", err)
	}
}

func TestAnswersAreTheirOwnersAloneAndSaidToBeMissing(t *testing.T) {
	s := newServed(t)
	other := s.For(newCaller(t, s.Service, "b@example.com", audit.Agency, 5))
	r := s.submit(t, "https://asked-1.example/", "https://ok-1.example/")
	for entry := range r.Audits {
		if _, err := s.customer.Answers(t.Context(), r.Audits[entry].AuditID); audit.CodeOf(err) != audit.CodeNotFound || !strings.Contains(err.Error(), "no answers are kept") {
			t.Errorf("of a pending audit: %v", err)
		}
		if err := s.work(t.Context(), s.given(r, entry, 1)); err != nil {
			t.Fatal(err)
		}
	}
	id, without := r.Audits[0].AuditID, r.Audits[1].AuditID
	if got, err := s.customer.Answers(t.Context(), id); err != nil || !strings.HasPrefix(string(got), "answers to") {
		t.Errorf("its owner's: %q, %v", got, err)
	}
	if _, err := s.customer.Answers(t.Context(), without); audit.CodeOf(err) != audit.CodeNotFound || !strings.Contains(err.Error(), "no answers are kept") {
		t.Errorf("where none were kept: %v", err)
	}
	_, unknown := other.Answers(t.Context(), "aud_00000000000000000000000000")
	for what, of := range map[string]string{"another's": id, "no audit's": "aud_x"} {
		if _, err := other.Answers(t.Context(), of); audit.CodeOf(err) != audit.CodeNotFound || err.Error() != unknown.Error() {
			t.Errorf("%s: %v, want %v", what, err, unknown)
		}
	}
}

func TestAnInterruptedCommandBlocksNoLaterOne(t *testing.T) {
	s := newService(t, &runner{})
	if _, err := local(s).Submit(t.Context(), audit.Submission{URLs: []string{"https://a.example/"}}); err != nil {
		t.Fatal(err)
	}
	if _, b := audited(t, s, audit.Submission{URLs: []string{"https://a.example/", "https://a.example/x"}}); b.Completed != 2 {
		t.Errorf("%d of 2 completed", b.Completed)
	}
}

func TestSubmitRefuses(t *testing.T) {
	s := newService(t, &runner{}, func(c *Config) { c.MaxURLs = 2 })
	for pointer, sub := range map[string]audit.Submission{
		"/urls": {}, "/urls ": {URLs: []string{"a", "b", "c"}}, "/lang": {URLs: []string{"a.example"}, Lang: "de"},
		"Idempotency-Key":   {URLs: []string{"a.example"}, IdempotencyKey: strings.Repeat("k", audit.MaxIdempotencyKey+1)},
		"Idempotency-Key ":  {URLs: []string{"a.example"}, IdempotencyKey: "a\nb"},
		"Idempotency-Key  ": {URLs: []string{"a.example"}, IdempotencyKey: "\xff"},
	} {
		_, err := local(s).Submit(t.Context(), sub)
		var e *audit.Error
		if !errors.As(err, &e) || e.Code != audit.CodeValidationFailed || len(e.Fields) != 1 || e.Fields[0].Pointer != strings.TrimSpace(pointer) {
			t.Errorf("%s: %+v", pointer, err)
		}
	}
}

func TestEventsEndWithTheStoredAudit(t *testing.T) {
	var mu sync.Mutex
	var stages []audit.Stage
	s := newService(t, &runner{}, func(c *Config) {
		c.Progress = func(e audit.Event) {
			mu.Lock()
			defer mu.Unlock()
			stages = append(stages, e.Stage)
			if (e.Stage == audit.StageDone) != (e.Audit != nil) {
				t.Errorf("event %+v", e)
			}
		}
	})
	audited(t, s, audit.Submission{URLs: []string{"https://a.example/"}})
	if fmt.Sprint(stages) != "[reading done]" {
		t.Errorf("stages %v", stages)
	}
}

func TestIDsAreOrderedAndDistinct(t *testing.T) {
	last := ""
	for range 10000 {
		id, err := newID("aud")
		if err != nil {
			t.Fatal(err)
		}
		if id <= last || len(id) != len("aud_")+26 {
			t.Fatalf("%s after %s", id, last)
		}
		last = id
	}
}
