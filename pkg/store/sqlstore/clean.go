package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/store"
)

// cleanAtOnce bounds the rows that one transaction of Clean removes, so that others don't wait long for it.
const cleanAtOnce = 200

// Clean implements store.Store.
func (s *Store[TTx]) Clean(ctx context.Context, c store.Cleaning) (store.Cleaned, error) {
	var done store.Cleaned
	for _, step := range []struct {
		what  string
		count *int
		some  func(*tx[TTx]) (int, error) // removes some, and gives their number
	}{
		{"idempotency records", &done.Remembered, func(t *tx[TTx]) (int, error) {
			n, err := t.Exec(ctx, `DELETE FROM idempotency WHERE (account_id, key) IN (SELECT account_id, key FROM idempotency WHERE at < $1 LIMIT $2)`,
				micros(c.Remembered), cleanAtOnce)
			return int(n), err
		}},
		{"failures", &done.Failures, func(t *tx[TTx]) (int, error) {
			n, err := t.Exec(ctx, `DELETE FROM failures WHERE (account_id, at, audit_id) IN
				(SELECT account_id, at, audit_id FROM failures WHERE at < $1 LIMIT $2)`,
				micros(c.Failures), cleanAtOnce)
			return int(n), err
		}},
		{"visits", &done.Visits, func(t *tx[TTx]) (int, error) {
			n, err := t.Exec(ctx, `DELETE FROM visits WHERE (audit_id, place) IN (SELECT audit_id, place FROM visits v WHERE at < $1
				AND NOT EXISTS (SELECT 1 FROM audits a WHERE a.id = v.audit_id AND a.status = 'pending') LIMIT $2)`,
				micros(c.Visits), cleanAtOnce)
			return int(n), err
		}},
		{"metered units", &done.Metered, func(t *tx[TTx]) (int, error) {
			var account string
			found, err := row(ctx, t, `SELECT id FROM accounts WHERE EXISTS (SELECT 1 FROM usage WHERE account_id = accounts.id AND metered_at <= $1) LIMIT 1`+
				t.s.db.ForUpdate, []any{micros(c.Metered)}, &account)
			if err != nil || !found {
				return 0, err
			}
			return t.leave(ctx, account, c.Metered)
		}},
		{"sessions", &done.Sessions, func(t *tx[TTx]) (int, error) {
			n, err := t.Exec(ctx, `DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE expires_at <= $1 LIMIT $2)`, micros(c.Expired), cleanAtOnce)
			return int(n), err
		}},
		{"invitations", &done.Invitations, func(t *tx[TTx]) (int, error) {
			n, err := t.Exec(ctx, `DELETE FROM invitations WHERE hash IN (SELECT hash FROM invitations WHERE expires_at <= $1 LIMIT $2)`, micros(c.Expired), cleanAtOnce)
			return int(n), err
		}},
		{"paid answers", &done.PaidAnswers, func(t *tx[TTx]) (int, error) {
			n, err := t.Exec(ctx, `DELETE FROM paid_answers WHERE audit_id IN (SELECT DISTINCT audit_id FROM paid_answers p
				WHERE NOT EXISTS (SELECT 1 FROM audits a WHERE a.id = p.audit_id AND a.status = 'pending') LIMIT $1)`, cleanAtOnce)
			return int(n), err
		}},
		{"audits", &done.Audits, func(t *tx[TTx]) (int, error) {
			if c.Audits.IsZero() {
				return 0, nil
			}
			return t.removeOld(ctx, c.Audits)
		}},
	} {
		for {
			n := 0
			err := s.update(ctx, func(t *tx[TTx]) (err error) {
				n, err = step.some(t)
				return err
			})
			if err != nil {
				return done, fmt.Errorf("removing old %s: %w", step.what, err)
			}
			*step.count += n
			if n == 0 {
				break
			}
		}
	}
	return done, nil
}

// removeOld removes some of the audits that ended before a time, and gives their number. Ids are ordered by when audits were submitted, which was earlier
// still: it goes from the oldest on, past those that haven't ended, and no further than to the first that was submitted after that time.
func (t *tx[TTx]) removeOld(ctx context.Context, before time.Time) (removed int, err error) {
	last := ""
	for more := true; more && removed == 0; {
		first, read := last, 0
		err := t.Query(ctx, `SELECT id, created_at FROM audits WHERE id > $1 ORDER BY id LIMIT $2`, []any{first, cleanAtOnce}, func(scan func(...any) error) error {
			var id string
			var created int64
			err := scan(&id, &created)
			if read++; created >= micros(before) {
				more = false
			} else if more {
				last = id
			}
			return err
		})
		if err != nil {
			return 0, err
		}
		more = more && read == cleanAtOnce
		if removed, err = t.removeBetween(ctx, first, last, before); err != nil {
			return 0, err
		}
	}
	return removed, nil
}

// removeBetween removes the audits of a range of ids that ended before a time.
func (t *tx[TTx]) removeBetween(ctx context.Context, after, last string, before time.Time) (int, error) {
	type old struct {
		id, batch string
		report    *string
	}
	var list []old
	err := t.Query(ctx, `SELECT id, batch_id, report_of FROM audits WHERE id > $1 AND id <= $2 AND status <> 'pending' AND finished_at < $3 ORDER BY id`+t.s.db.ForUpdate,
		[]any{after, last, micros(before)}, func(scan func(...any) error) error {
			var o old
			err := scan(&o.id, &o.batch, &o.report)
			list = append(list, o)
			return err
		})
	if err != nil {
		return 0, err
	}
	for _, o := range list {
		if err := t.remove(ctx, o.id, o.batch, o.report); err != nil {
			return 0, err
		}
	}
	return len(list), nil
}
