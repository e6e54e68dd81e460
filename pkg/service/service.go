// Package service is audit.Service in this process: it accepts submissions into a store, serves what is fresh enough, and runs the rest through the
// pipeline.
package service

import (
	"context"
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// Runner turns one address into a report. pipeline.Pipeline is one.
type Runner interface {
	// Validate says why an address may not be audited here, before anything is fetched.
	Validate(t audit.Target) *audit.Error
	// Run audits. Its error is an *audit.Error with a code that gaps in a site's answers have, or CodeInternal.
	Run(ctx context.Context, t audit.Target, lang audit.Lang, progress func(audit.Stage, string)) (*audit.Report, error)
	// RulesVersion names the rules that Run judges by.
	RulesVersion() string
}

// Config is what a Service is made of.
type Config struct {
	Store  store.Store
	Runner Runner
	// Concurrency is how many sites are audited at once; 50 where it is 0.
	Concurrency int
	// MaxURLs bounds one submission; 0 is no bound, for the operator's own command.
	MaxURLs int
	// Progress is told of every step; it must not block. May be nil.
	Progress func(audit.Event)
	// Now is the clock; time.Now where nil.
	Now func() time.Time
}

// Service implements audit.Service.
type Service struct {
	Config
	newID func(prefix string) (string, error)
}

var _ audit.Service = (*Service)(nil)

// New makes a Service.
func New(c Config) *Service {
	if c.Concurrency <= 0 {
		c.Concurrency = 50
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Progress == nil {
		c.Progress = func(audit.Event) {}
	}
	return &Service{Config: c, newID: newID}
}

// now is the clock as every store can keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// Submit implements audit.Service. It returns as soon as the batch is stored; Work runs it.
func (s *Service) Submit(ctx context.Context, sub audit.Submission) (audit.Receipt, error) {
	if err := s.check(&sub); err != nil {
		return audit.Receipt{}, err
	}
	batch, err := s.newID("bat")
	if err != nil {
		return audit.Receipt{}, fmt.Errorf("making a batch id: %w", err)
	}
	b := store.Batch{ID: batch, Lang: sub.Lang, CreatedAt: s.now()}
	for _, raw := range sub.URLs {
		a, err := s.accept(ctx, raw, sub)
		if err != nil {
			return audit.Receipt{}, err
		}
		a.BatchID = batch
		b.Audits = append(b.Audits, a)
	}
	if err := s.Store.Accept(ctx, b); err != nil {
		return audit.Receipt{}, err
	}
	account, err := s.Account(ctx)
	if err != nil {
		return audit.Receipt{}, err
	}
	return receipt(b, account.Quota), nil
}

func (s *Service) check(sub *audit.Submission) error {
	if sub.Lang == "" {
		sub.Lang = audit.English
	}
	if sub.Lang != audit.English && sub.Lang != audit.French {
		return audit.Errorf(audit.CodeValidationFailed, "unknown language %q; use en or fr", audit.Printable(string(sub.Lang)))
	}
	if len(sub.URLs) == 0 {
		return audit.Errorf(audit.CodeValidationFailed, "no address was given")
	}
	if s.MaxURLs > 0 && len(sub.URLs) > s.MaxURLs {
		return audit.Errorf(audit.CodeValidationFailed, "%d addresses in one batch; at most %d are allowed", len(sub.URLs), s.MaxURLs)
	}
	return nil
}

// accept gives one submitted address its first state: invalid, done from what is stored, or pending.
func (s *Service) accept(ctx context.Context, raw string, sub audit.Submission) (audit.Audit, error) {
	id, err := s.newID("aud")
	if err != nil {
		return audit.Audit{}, fmt.Errorf("making an audit id: %w", err)
	}
	now := s.now()
	a := audit.Audit{AuditID: id, URL: raw, Status: audit.Pending, Lang: sub.Lang, CreatedAt: now}
	target, fault := audit.ParseTarget(raw)
	if fault == nil {
		a.Domain = target.Domain
		fault = s.Runner.Validate(target)
	}
	if fault != nil {
		a.URL = audit.WithoutCredentials(raw)
		a.Status, a.FinishedAt, a.Error = audit.Invalid, &now, &audit.Failure{Code: fault.Code, Message: fault.Message}
		return a, nil //nolint:nilerr // the fault is the entry's, not the call's
	}
	if sub.MaxAge <= 0 {
		return a, nil
	}
	fresh, err := s.Store.Fresh(ctx, store.FreshKey{Domain: target.Domain, URL: raw, Lang: sub.Lang, Rules: s.Runner.RulesVersion(), Since: now.Add(-sub.MaxAge)})
	if err != nil || fresh == nil {
		return a, err
	}
	a.Status, a.Cached, a.FinishedAt, a.Report = audit.Done, true, &now, fresh.Report
	return a, nil
}

func receipt(b store.Batch, q audit.Quota) audit.Receipt {
	r := audit.Receipt{Success: true, BatchID: b.ID, Count: len(b.Audits), Quota: q}
	for _, a := range b.Audits {
		r.Audits = append(r.Audits, audit.Entry{URL: a.URL, AuditID: a.AuditID, Status: a.Status, Cached: a.Cached, Error: a.Error})
		if a.Status == audit.Pending {
			r.Metered++
		}
	}
	return r
}

// Audit implements audit.Service.
func (s *Service) Audit(ctx context.Context, id string) (*audit.Audit, error) {
	return s.Store.Audit(ctx, id)
}

// Batch implements audit.Service.
func (s *Service) Batch(ctx context.Context, id string) (*audit.Batch, error) {
	audits, err := s.Store.Batch(ctx, id)
	if err != nil {
		return nil, err
	}
	b := audit.NewBatch(id, audits)
	return &b, nil
}

// Batches implements audit.Service.
func (s *Service) Batches(ctx context.Context, limit int) ([]audit.BatchHead, error) {
	return s.Store.Batches(ctx, limit)
}

// Audits implements audit.Service.
func (s *Service) Audits(ctx context.Context, q audit.Query) ([]audit.Audit, error) {
	return s.Store.Audits(ctx, q)
}

// Account implements audit.Service: the operator's own command isn't metered.
func (s *Service) Account(context.Context) (audit.Account, error) {
	return audit.Account{Plan: "unlimited", Quota: audit.Quota{Window: "rolling 30 days"}}, nil
}
