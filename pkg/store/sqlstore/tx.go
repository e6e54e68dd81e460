package sqlstore

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// tx implements store.Tx.
type tx[TTx any] struct {
	Transaction[TTx]
	s *Store[TTx]
}

// hold locks a name until the transaction ends.
func (t *tx[TTx]) hold(ctx context.Context, name string) error {
	if t.s.db.Serial {
		return nil
	}
	_, err := t.Exec(ctx, t.s.db.Lock, name)
	return err
}

// whole is the context for River's statements. Where one transaction runs at a time, none is broken off in a statement: SQLite would give up what others have
// done with it. Commit looks at the context.
func (t *tx[TTx]) whole(ctx context.Context) context.Context {
	if t.s.db.Serial {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// LockAccount implements store.Tx.
func (t *tx[TTx]) LockAccount(ctx context.Context, id string, since time.Time) (store.Account, error) {
	if !t.s.db.Serial {
		if _, err := row(ctx, t, `SELECT id FROM accounts WHERE id = $1`+t.s.db.ForUpdate, []any{id}, new(string)); err != nil {
			return store.Account{}, fmt.Errorf("locking the account: %w", err)
		}
	}
	var a store.Account
	var left int
	err := t.Query(ctx, accounts+`WHERE a.id = $2`, []any{micros(since), id}, func(scan func(...any) error) (err error) {
		left, err = scanAccount(scan, &a)
		return err
	})
	if err != nil {
		return a, fmt.Errorf("reading the account: %w", err)
	}
	if a.ID == "" {
		return a, unknownAccount(id)
	}
	if left > 0 {
		_, err = t.leave(ctx, id, since)
	}
	return a, err
}

// leave drops units of an account that left the window, a bounded number, and says how many. Those it leaves aren't counted either.
func (t *tx[TTx]) leave(ctx context.Context, account string, since time.Time) (int, error) {
	n, err := t.Exec(ctx, `DELETE FROM usage WHERE account_id = $1 AND audit_id IN
		(SELECT audit_id FROM usage WHERE account_id = $1 AND metered_at <= $2 ORDER BY metered_at LIMIT $3)`, account, micros(since), cleanAtOnce)
	if err != nil {
		return 0, fmt.Errorf("dropping units that left the window: %w", err)
	}
	return int(n), t.count(ctx, account, -n)
}

// count keeps the account's counter equal to its rows of usage.
func (t *tx[TTx]) count(ctx context.Context, account string, change int64) error {
	if change == 0 {
		return nil
	}
	_, err := t.Exec(ctx, `UPDATE accounts SET used = used + $2 WHERE id = $1`, account, change)
	return err
}

// Meter implements store.Tx.
func (t *tx[TTx]) Meter(ctx context.Context, account string, at time.Time, audits []string) error {
	rows := make([][]any, len(audits))
	for i, id := range audits {
		rows[i] = []any{account, micros(at), id}
	}
	if err := t.ExecMany(ctx, `INSERT INTO usage (account_id, metered_at, audit_id) VALUES ($1, $2, $3)`, rows); err != nil {
		return fmt.Errorf("metering: %w", err)
	}
	return t.count(ctx, account, int64(len(audits)))
}

// GiveBack implements store.Tx.
func (t *tx[TTx]) GiveBack(ctx context.Context, account, auditID string) error {
	n, err := t.Exec(ctx, `DELETE FROM usage WHERE account_id = $1 AND audit_id = $2`, account, auditID)
	if err != nil {
		return fmt.Errorf("giving a unit back: %w", err)
	}
	return t.count(ctx, account, -n)
}

// ChangeAccount implements store.Tx.
func (t *tx[TTx]) ChangeAccount(ctx context.Context, a store.Account) error {
	_, err := t.Exec(ctx, `UPDATE accounts SET plan = $2, quota_limit = $3, operator = $4, disabled_at = $5 WHERE id = $1`,
		a.ID, string(a.Plan), a.Limit, a.Operator, microsOrNull(a.DisabledAt))
	if err != nil {
		return fmt.Errorf("changing the account: %w", err)
	}
	return nil
}

// NoteFailure implements store.Tx.
func (t *tx[TTx]) NoteFailure(ctx context.Context, account, auditID string, at time.Time) error {
	_, err := t.Exec(ctx, `INSERT INTO failures (account_id, at, audit_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, account, micros(at),
		auditID)
	return err
}

// Failures implements store.Tx. Counting in SQL would make SQLite write the rows to a table of their own first; a limit as an argument, read the text of
// the statement anew each time.
func (t *tx[TTx]) Failures(ctx context.Context, account string, since time.Time, atMost int) (n int, oldest time.Time, err error) {
	text := `SELECT at FROM failures WHERE account_id = $1 AND at > $2 ORDER BY at DESC LIMIT ` + strconv.Itoa(atMost)
	err = t.Query(ctx, text, []any{account, micros(since)},
		func(scan func(...any) error) error {
			var at int64
			err := scan(&at)
			n, oldest = n+1, moment(at)
			return err
		})
	return n, oldest, err
}

// Recall implements store.Tx.
func (t *tx[TTx]) Recall(ctx context.Context, account, key string, since time.Time) (*store.Remembered, error) {
	if err := t.hold(ctx, "remember "+account+" "+key); err != nil {
		return nil, err
	}
	var r store.Remembered
	var fingerprint []byte
	var at int64
	found, err := row(ctx, t, `SELECT fingerprint, batch_id, answer, at FROM idempotency WHERE account_id = $1 AND key = $2`,
		[]any{account, key}, &fingerprint, &r.BatchID, &r.Answer, &at)
	if err != nil || !found {
		return nil, err
	}
	if at <= micros(since) { // it makes room for Remember
		_, err := t.Exec(ctx, `DELETE FROM idempotency WHERE account_id = $1 AND key = $2`, account, key)
		return nil, err
	}
	copy(r.Fingerprint[:], fingerprint)
	r.At = moment(at)
	return &r, nil
}

// Remember implements store.Tx.
func (t *tx[TTx]) Remember(ctx context.Context, account, key string, r store.Remembered) error {
	n, err := t.Exec(ctx, `INSERT INTO idempotency (account_id, key, fingerprint, batch_id, answer, at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (account_id, key) DO NOTHING`, account, key, r.Fingerprint[:], r.BatchID, r.Answer, micros(r.At))
	if err != nil {
		return fmt.Errorf("remembering the answer: %w", err)
	}
	if n == 0 {
		return audit.Errorf(audit.CodeIdempotencyInProgress, "a submission with this idempotency key is being accepted; try again in a moment")
	}
	return nil
}

// Join implements store.Tx. Writing the row anew holds it, and gives the leader in the same statement.
func (t *tx[TTx]) Join(ctx context.Context, flight, auditID string) (leader string, err error) {
	_, err = row(ctx, t, `INSERT INTO flights (flight, leader) VALUES ($1, $2) ON CONFLICT (flight) DO UPDATE SET flight = excluded.flight RETURNING leader`,
		[]any{flight, auditID}, &leader)
	if err != nil {
		return "", fmt.Errorf("joining what is in flight: %w", err)
	}
	return leader, nil
}

// Leader implements store.Tx.
func (t *tx[TTx]) Leader(ctx context.Context, flight string) (leader string, err error) {
	_, err = row(ctx, t, `SELECT leader FROM flights WHERE flight = $1`+t.s.db.ForUpdate, []any{flight}, &leader)
	return leader, err
}

// Land implements store.Tx. Whoever is joining holds the flight, so its end waits for them: only then are the followers all there to be read.
func (t *tx[TTx]) Land(ctx context.Context, leader string) ([]store.Following, error) {
	if _, err := t.Exec(ctx, `DELETE FROM flights WHERE leader = $1`, leader); err != nil {
		return nil, fmt.Errorf("ending a flight: %w", err)
	}
	var list []store.Following
	err := t.Query(ctx, `SELECT id, account_id, url FROM audits WHERE leader = $1 AND leader <> '' AND status = 'pending' ORDER BY id`, []any{leader},
		func(scan func(...any) error) error {
			var f store.Following
			err := scan(&f.AuditID, &f.AccountID, &f.URL)
			list = append(list, f)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading who followed: %w", err)
	}
	return list, nil
}

// Turn implements store.Tx.
func (t *tx[TTx]) Turn(ctx context.Context, account string) (int64, error) {
	var first, own int64
	_, err := row(ctx, t, `
		SELECT coalesce((SELECT min(turn) FROM audits WHERE status = 'pending' AND turn > 0), 0),
		       coalesce((SELECT max(turn) FROM audits WHERE status = 'pending' AND turn > 0 AND account_id = $1), 0)`, []any{account}, &first, &own)
	return max(first-1, own) + 1, err
}
