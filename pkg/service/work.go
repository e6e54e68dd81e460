package service

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/internal/suspend"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/store"
)

const (
	// attempts is how often an audit is begun before it fails as our fault: once, and taken up again three times.
	attempts = 4
	// storing is how long a result may take to be stored, whatever is being stopped meanwhile.
	storing = 30 * time.Second
	// totalFactor is how many times Config.Timeout an audit may take at most, the time included that its Runner stops the clock for.
	totalFactor = 10
	// tendEvery is how often what has expired is removed.
	tendEvery = 10 * time.Minute
)

// Work runs what is pending of a batch of the operator's own command, at most Concurrency sites at once, and stores each result as it comes. Addresses
// that one audit can answer run once: the others wait for it and finish with it, cached. Where ctx ends, what was running stays pending and can be taken
// up by calling Work again; the error is then ctx's.
func (s *Service) Work(ctx context.Context, batch string) error {
	list, err := s.Store.Batch(ctx, "", batch, false)
	if err != nil {
		return err
	}
	var pending []audit.Audit
	var targets []audit.Target
	for _, e := range list {
		if t, fault := audit.ParseTarget(e.URL); fault == nil && e.Status == audit.Pending {
			pending, targets = append(pending, e.Audit), append(targets, t)
		}
	}
	var g errgroup.Group
	g.SetLimit(s.Concurrency)
	for _, same := range together(targets) {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			first := same[0]
			questions, err := s.Store.Questions(ctx, "", targets[first].Domain)
			if err != nil {
				return err
			}
			report, err := s.run(ctx, pending[first], targets[first], questions)
			if err != nil && ctx.Err() != nil && !audit.CodeOf(err).Invalid() {
				return ctx.Err()
			}
			return s.end(ctx, s.Store.Update, store.Job{AuditID: pending[first].AuditID}, pending[first], targets[first], report, err)
		})
	}
	return g.Wait()
}

// Workers is how this process takes audits from the queue.
type Workers struct {
	Node  string        // names the process; unique among those that live
	Count int           // audits at once
	Grace time.Duration // for those that run when ctx ends; what isn't finished then is handed back
}

// RunQueue runs what accounts submitted until ctx ends, and has this process or another one remove what has expired.
func (s *Service) RunQueue(ctx context.Context, w Workers) error {
	return s.Store.Work(ctx, store.Worker{
		Node: w.Node, Count: w.Count, Grace: w.Grace, Timeout: totalFactor*s.Timeout + 2*storing, Run: s.work, Tend: s.Tend,
		TendEvery: tendEvery, Log: s.Log,
	})
}

// work runs one job. While the store can't be reached no attempt is counted.
func (s *Service) work(ctx context.Context, r store.Running) error {
	err := s.take(ctx, r)
	if errors.Is(err, store.ErrUnavailable) {
		s.Log.WarnContext(ctx, "an audit waits for the store", "audit_id", r.AuditID, "error", err)
		return &store.Later{After: retryAfter}
	}
	return err
}

func (s *Service) take(ctx context.Context, r store.Running) error {
	found, err := s.Store.Audit(ctx, r.AccountID, r.AuditID, false)
	switch {
	case audit.CodeOf(err) == audit.CodeNotFound:
		return nil
	case err != nil:
		return fmt.Errorf("loading audit %s: %w", r.AuditID, err)
	case found.Status != audit.Pending:
		return nil
	}
	a := found.Audit
	target, fault := audit.ParseTarget(a.URL)
	if fault != nil {
		return s.end(ctx, r.Finish, r.Job, a, target, nil, fault)
	}
	if r.Attempt > attempts {
		s.Log.ErrorContext(ctx, "an audit never came to an end", "audit_id", a.AuditID, "attempts", attempts)
		return s.end(ctx, r.Finish, r.Job, a, target, nil, errors.New("every worker that ran it ended before"))
	}
	visit := s.visit(r.Job, a, target.Place())
	questions, err := s.begin(ctx, a, visit)
	if err != nil {
		return err
	}
	total, cancelTotal := context.WithTimeout(continued(ctx, r.Trace), totalFactor*s.Timeout)
	defer cancelTotal()
	within, cancel := suspend.WithTimeout(total, s.Timeout)
	defer cancel()
	report, err := s.run(audit.WithAdmission(within, s.admission(a, visit)), a, target, questions)
	if again := s.again(ctx, within, r, err); again != nil {
		s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: audit.StageQueued})
		return again
	}
	if err != nil && ours(err) && within.Err() != nil {
		err = &audit.Error{Code: audit.CodeTimeout, Message: "the audit took too long and was given up; try again later", Err: err}
	}
	return s.end(ctx, r.Finish, r.Job, a, target, report, err)
}

// errPanicked is the cause of an audit's fault if the pipeline panicked.
var errPanicked = errors.New("the pipeline panicked")

// again returns why a run has to be repeated: the process is being stopped, the site leads to a host whose limit is reached, or a fault of
// ours is tried again. A site's fault and a lack of time are results. So is a panic: the same bytes of a site cause it again, and each run
// asks the site anew.
func (s *Service) again(ctx, within context.Context, r store.Running, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if later := (*store.Later)(nil); errors.As(err, &later) {
		return later
	}
	if err == nil || !ours(err) || within.Err() != nil {
		return nil //nolint:nilerr // the error is the audit's result
	}
	s.Log.ErrorContext(ctx, "an audit failed by a fault of auditctl", "audit_id", r.AuditID, "attempt", r.Attempt, "error", err)
	if r.Attempt < attempts && !errors.Is(err, errPanicked) {
		return err
	}
	return nil
}

// ours says that a fault isn't the site's.
func ours(err error) bool {
	code := audit.CodeOf(err)
	return code == audit.CodeInternal || code == audit.CodeInterrupted
}

// run audits one address; a panic in the pipeline is a fault of that audit alone.
func (s *Service) run(ctx context.Context, a audit.Audit, t audit.Target, questions []string) (report *audit.Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.Log.ErrorContext(ctx, "the pipeline panicked", "audit_id", a.AuditID, "panic", p, "stack", string(debug.Stack()))
			s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: audit.StageJudging, Detail: fmt.Sprintf("panic: %v\n%s", p, debug.Stack())})
			report, err = nil, &audit.Error{
				Code: audit.CodeInternal, Message: "auditctl failed on this site; run again with --verbose and report it, please",
				Err: errPanicked,
			}
		}
	}()
	ctx = engine.WithKept(ctx, s.paidFor(a.AuditID))
	return s.Runner.Run(ctx, t, a.Lang, questions, func(stage audit.Stage, detail string) {
		s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: stage, Detail: detail})
	})
}

// end stores a result, in one transaction that update gives: what follows the audit ends with it, and an account has its unit back where there is no
// report.
func (s *Service) end(
	ctx context.Context, update func(context.Context, func(store.Tx) error) error, j store.Job, a audit.Audit, t audit.Target, report *audit.Report, fault error,
) error {
	// The result is worth keeping even while the process is being stopped.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storing)
	defer cancel()
	e, err := s.ending(a, t, report, fault, j)
	if err != nil {
		return err
	}
	giveBack := j.AccountID != "" && e.Status != audit.Done
	var followers []store.Following
	ended := false
	err = update(ctx, func(tx store.Tx) (err error) {
		if giveBack {
			if _, err := tx.LockAccount(ctx, j.AccountID, e.FinishedAt.Add(-audit.QuotaWindow)); err != nil {
				return err
			}
		}
		if followers, err = tx.Land(ctx, a.AuditID); err != nil {
			return err
		}
		if ended, err = tx.End(ctx, e); err != nil || !ended {
			return err
		}
		if giveBack {
			if err := s.giveBack(ctx, tx, j, e); err != nil {
				return err
			}
		}
		for _, f := range followers {
			same := e
			same.AuditID, same.Cached = f.AuditID, e.Status == audit.Done
			same.Report, same.Checks, same.Serves = nil, nil, store.ServesNothing
			if _, err := tx.End(ctx, same); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("storing the result of %s: %w", a.AuditID, err)
	}
	if report != nil {
		report.Kept = audit.Kept{} // whoever watches holds the report for long
	}
	if giveBack {
		s.accounts.forget(j.AccountID)
	}
	if ended {
		a.Status, a.FinishedAt, a.Error, a.Report = e.Status, &e.FinishedAt, e.Error, report
		s.tell(ctx, a, followers)
	}
	return nil
}

func (s *Service) giveBack(ctx context.Context, tx store.Tx, j store.Job, e store.Ending) error {
	if err := tx.GiveBack(ctx, j.AccountID, e.AuditID); err != nil {
		return err
	}
	return tx.NoteFailure(ctx, j.AccountID, e.AuditID, e.FinishedAt) // a run that found the address invalid has cost as much
}

// tell tells Progress of an audit that ended, and of those that followed it.
func (s *Service) tell(ctx context.Context, a audit.Audit, followers []store.Following) {
	if !s.watched {
		return
	}
	s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: audit.StageDone, Audit: &a})
	for _, f := range followers {
		found, err := s.Store.Audit(ctx, f.AccountID, f.AuditID, false)
		if err != nil {
			s.Log.WarnContext(ctx, "an audit that ended couldn't be read again", "audit_id", f.AuditID, "error", err)
			continue
		}
		ended := found.Audit
		ended.Report = a.Report
		s.Progress(audit.Event{AuditID: ended.AuditID, URL: ended.URL, Stage: audit.StageDone, Audit: &ended})
	}
}

// ending is what is stored of a run.
func (s *Service) ending(a audit.Audit, t audit.Target, report *audit.Report, fault error, j store.Job) (store.Ending, error) {
	e := store.Ending{AuditID: a.AuditID, FinishedAt: s.now()}
	if fault != nil {
		e.Status, e.Error = failure(fault, j.AccountID == "")
		return e, nil
	}
	var err error
	if e.Report, e.Checks, err = audit.Encode(*report); err != nil {
		return e, err
	}
	e.Status, e.ReportOf, e.AuditedAt = audit.Done, a.AuditID, report.AuditedAt
	e.Answers, e.Screenshot, e.Questions = report.Kept.Answers, report.Kept.Screenshot, report.Kept.Questions
	e.Evidence, e.EvidenceLimit = report.Kept.Evidence, s.EvidenceLimit
	e.Serves, e.Asked, e.Answered = serves(t, report)
	// Judged or answered by less than what should have been?
	e.Partial = report.Kept.Partial || report.RulesVersion != s.Runner.RulesVersion()
	return e, nil
}

// serves returns what a report may stand for: of a front page, whatever is submitted at the origin that was asked for, or at the one that
// answered; of another page, that page; of what was cut off, nothing.
func serves(t audit.Target, report *audit.Report) (what store.Serves, asked, answered string) {
	switch {
	case report.Truncated:
		return store.ServesNothing, "", ""
	case !t.Root:
		return store.ServesURL, "", ""
	}
	asked = t.Origin()
	if final, fault := audit.ParseTarget(report.FinalURL); fault == nil {
		answered = final.Origin()
	}
	if t.Bare && strings.HasPrefix(answered, "http:") { // explicit https would have failed
		asked = ""
	}
	return store.ServesDomain, asked, answered
}

// failure tells an address that may not be visited from a site that could not be read. What went wrong inside is told to the operator's own command only.
func failure(err error, local bool) (audit.Status, *audit.Failure) {
	var e *audit.Error
	switch known := errors.As(err, &e); {
	case ours(err) && !local:
		return audit.Failed, &audit.Failure{Code: audit.CodeInternal, Message: "auditctl failed on this site, and nothing is charged for it; submit it again later"}
	case !known:
		return audit.Failed, &audit.Failure{Code: audit.CodeInternal, Message: "a fault of auditctl itself: " + err.Error()}
	case e.Code.Invalid():
		return audit.Invalid, &audit.Failure{Code: e.Code, Message: e.Message}
	}
	return audit.Failed, &audit.Failure{Code: e.Code, Message: e.Message}
}

// Tend removes what has expired. RunQueue calls it, in one process of all.
func (s *Service) Tend(ctx context.Context) error {
	now := s.now()
	c := store.Cleaning{
		Remembered: now.Add(-rememberFor), Failures: now.Add(-failureWindow), Visits: now.Add(-hostWindow),
		Metered: now.Add(-audit.QuotaWindow), Expired: now,
	}
	if s.Retention > 0 {
		c.Audits = now.Add(-s.Retention)
	}
	removed, err := s.Store.Clean(ctx, c)
	if err != nil {
		return fmt.Errorf("removing what has expired: %w", err)
	}
	if removed != (store.Cleaned{}) {
		s.Log.InfoContext(ctx, "removed what had expired",
			"audits", removed.Audits, "idempotency_keys", removed.Remembered, "failures", removed.Failures, "visits", removed.Visits,
			"units", removed.Metered,
			"sessions", removed.Sessions, "invitations", removed.Invitations, "paid_answers", removed.PaidAnswers)
	}
	return nil
}

// traceparent names the span of a request for its jobs; empty where none is followed.
func traceparent(ctx context.Context) string {
	c := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, c)
	return c["traceparent"]
}

// continued makes what a job does a part of the span that submitted it.
func continued(ctx context.Context, traceparent string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}
