package service

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// hostWindow is the time that Config.HostHourly counts.
const hostWindow = time.Hour

// visit is an audit's at a place, now.
func (s *Service) visit(j store.Job, a audit.Audit, p audit.Place) store.Visit {
	now := s.now()
	return store.Visit{
		AuditID: a.AuditID, Account: j.AccountID, Place: p.Key, Await: p.Required, At: now, Since: now.Add(-hostWindow),
		MaxRunning: s.HostRunning, MaxStarted: s.HostHourly,
	}
}

// begin takes a place among the audits of the host, or returns the *store.Later for when to look for one again. It returns the
// questions that are remembered of the site.
func (s *Service) begin(ctx context.Context, a audit.Audit, v store.Visit) (questions []string, err error) {
	allowed := false
	err = s.Store.Update(ctx, func(tx store.Tx) (err error) {
		allowed, questions, err = tx.Begin(ctx, v)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("beginning audit %s: %w", a.AuditID, err)
	}
	if allowed {
		return questions, nil
	}
	return nil, s.later(a)
}

// later is sooner for an audit that hasn't waited long, so that thousands of one host don't keep asking.
func (s *Service) later(a audit.Audit) *store.Later {
	wait := min(max(s.now().Sub(a.CreatedAt)/10, 2*time.Second), 5*time.Minute)
	return &store.Later{After: wait + rand.N(wait/4)}
}

// admission lets a running audit turn to further hosts within their limits. Where it can't do without one that has reached its limit,
// the error holds a *store.Later: the audit leaves its worker, and begins again when all the hosts it needs have room.
func (s *Service) admission(a audit.Audit, begun store.Visit) audit.Admit {
	return func(ctx context.Context, p audit.Place) error {
		if p.Address && !s.AddressLimits {
			return nil
		}
		v, allowed := begun, false
		v.Place, v.Await, v.At = p.Key, p.Required, s.now()
		v.Since = v.At.Add(-hostWindow)
		err := s.Store.Update(ctx, func(tx store.Tx) (err error) {
			allowed, err = tx.Visit(ctx, v)
			return err
		})
		refused := &audit.Error{
			Code: audit.CodeRateLimited, Message: "the site leads to a host that is being audited as often as it may be",
		}
		switch {
		case errors.Is(err, store.ErrTooManyPlaces):
			return audit.Errorf(audit.CodeTooManyRedirects, "the site leads to more than %d other sites; submit the final address",
				store.MaxPlaces)
		case errors.Is(err, store.ErrUnavailable):
			refused.Err = &store.Later{After: retryAfter}
			return refused
		case err != nil:
			return &audit.Error{Code: audit.CodeInternal, Message: "the limits of a host can't be looked up", Err: err}
		case allowed:
			return nil
		case p.Required:
			refused.Err = s.later(a)
		}
		return refused
	}
}
