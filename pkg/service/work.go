package service

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Work runs what is pending of a batch, at most Concurrency sites at once, and stores each result as it comes. Addresses that one audit can answer
// run once: the others wait for it and finish with it, cached. Where ctx ends, what was running stays pending and can be taken up by calling Work
// again; the error is then ctx's.
func (s *Service) Work(ctx context.Context, batch string) error {
	audits, err := s.Store.Batch(ctx, batch)
	if err != nil {
		return err
	}
	var g errgroup.Group
	g.SetLimit(s.Concurrency)
	for _, same := range s.together(audits) {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return s.runAll(ctx, same)
		})
	}
	return g.Wait()
}

// together groups pending audits that one run answers, in the batch's order: the first is run. A front page answers for its whole domain, another
// page for its own address alone.
func (s *Service) together(audits []audit.Audit) [][]audit.Audit {
	var groups [][]audit.Audit
	byRoot, byURL := map[string]int{}, map[string]int{}
	for _, a := range audits {
		if a.Status != audit.Pending {
			continue
		}
		t, fault := audit.ParseTarget(a.URL)
		if fault != nil {
			continue // refused at submission already
		}
		i, known := byRoot[t.Domain]
		if !known {
			i, known = byURL[t.URL]
		}
		if known {
			groups[i] = append(groups[i], a)
			continue
		}
		if t.Root {
			byRoot[t.Domain] = len(groups)
		} else {
			byURL[t.URL] = len(groups)
		}
		groups = append(groups, []audit.Audit{a})
	}
	return groups
}

// runAll runs the first audit and finishes every one with its result.
func (s *Service) runAll(ctx context.Context, same []audit.Audit) error {
	first := s.run(ctx, same[0])
	if ctx.Err() != nil && (first.Status == audit.Pending || first.Status == audit.Failed) {
		return ctx.Err()
	}
	var errs error
	for i, a := range same {
		a.Status, a.FinishedAt, a.Report, a.Error = first.Status, first.FinishedAt, first.Report, first.Error
		a.Cached = i > 0 && a.Status == audit.Done
		// The result is worth keeping even while the process is being stopped.
		if err := s.Store.Finish(context.WithoutCancel(ctx), a); err != nil {
			errs = errors.Join(errs, err)
			continue
		}
		s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: audit.StageDone, Audit: &a})
	}
	return errs
}

// run audits one address; a panic in the pipeline fails that audit alone.
func (s *Service) run(ctx context.Context, a audit.Audit) (done audit.Audit) {
	done = a
	defer func() {
		if p := recover(); p != nil {
			done.Status, done.Report = audit.Failed, nil
			done.Error = &audit.Failure{Code: audit.CodeInternal, Message: "auditctl failed on this site; run again with --verbose and report it, please"}
			s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: audit.StageJudging, Detail: fmt.Sprintf("panic: %v\n%s", p, debug.Stack())})
		}
		now := s.now()
		done.FinishedAt = &now
	}()
	target, fault := audit.ParseTarget(a.URL)
	if fault != nil {
		done.Status, done.Error = audit.Invalid, &audit.Failure{Code: fault.Code, Message: fault.Message}
		return done
	}
	report, err := s.Runner.Run(ctx, target, a.Lang, func(stage audit.Stage, detail string) {
		s.Progress(audit.Event{AuditID: a.AuditID, URL: a.URL, Stage: stage, Detail: detail})
	})
	if err != nil {
		done.Status, done.Error = failure(err)
		return done
	}
	done.Status, done.Report = audit.Done, report
	return done
}

// failure tells an address that may not be visited from a site that could not be read.
func failure(err error) (audit.Status, *audit.Failure) {
	var e *audit.Error
	if !errors.As(err, &e) {
		return audit.Failed, &audit.Failure{Code: audit.CodeInternal, Message: "a fault of auditctl itself: " + err.Error()}
	}
	status := audit.Failed
	if e.Code.Invalid() {
		status = audit.Invalid
	}
	return status, &audit.Failure{Code: e.Code, Message: e.Message}
}
