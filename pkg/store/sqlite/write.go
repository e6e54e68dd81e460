package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

var _ store.Store = (*Store)(nil)

// transact runs do in one transaction.
func (s *Store) transact(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer tx.Rollback() // does nothing after Commit
	if err := do(tx); err != nil {
		return explain(err)
	}
	return explain(tx.Commit())
}

// Accept implements store.Writer.
func (s *Store) Accept(ctx context.Context, b store.Batch) error {
	err := s.transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO batches (id, lang, created_at) VALUES ($1, $2, $3)`, b.ID, b.Lang, micros(b.CreatedAt)); err != nil {
			return err
		}
		for i, a := range b.Audits {
			_, err := tx.ExecContext(ctx, `
				INSERT INTO audits (id, batch_id, position, url, domain, lang, status, cached, created_at, rules_version, serves, error_code, error_message)
				VALUES ($1, $2, $3, $4, $5, $6, 'pending', 0, $7, '', '', '', '')`,
				a.AuditID, b.ID, i, a.URL, a.Domain, a.Lang, micros(a.CreatedAt))
			if err != nil {
				return err
			}
			if a.Status != audit.Pending {
				if err := finish(ctx, tx, a); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("storing the batch: %w", err)
	}
	return nil
}

// Finish implements store.Writer.
func (s *Store) Finish(ctx context.Context, a audit.Audit) error {
	if err := s.transact(ctx, func(tx *sql.Tx) error { return finish(ctx, tx, a) }); err != nil {
		return fmt.Errorf("storing the result of %s: %w", a.AuditID, err)
	}
	return nil
}

func finish(ctx context.Context, tx *sql.Tx, a audit.Audit) error {
	var failure audit.Failure
	if a.Error != nil {
		failure = *a.Error
	}
	var audited sql.NullInt64
	var rules, serves string
	if a.Status == audit.Done {
		audited = sql.NullInt64{Int64: micros(a.AuditedAt), Valid: true}
		rules, serves = a.RulesVersion, servesWhat(a)
	}
	finished := a.CreatedAt
	if a.FinishedAt != nil {
		finished = *a.FinishedAt
	}
	res, err := tx.ExecContext(ctx, `
		UPDATE audits SET status = $2, cached = $3, finished_at = $4, audited_at = $5, rules_version = $6, serves = $7, error_code = $8, error_message = $9
		WHERE id = $1 AND status = 'pending'`,
		a.AuditID, a.Status, a.Cached, micros(finished), audited, rules, serves, failure.Code, failure.Message)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 || a.Status != audit.Done {
		return err
	}
	report, checks, err := encode(*a.Report)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO reports (audit_id, report, checks) VALUES ($1, $2, $3)`, a.AuditID, report, checks)
	return err
}

// servesWhat says which later submissions the result may answer.
func servesWhat(a audit.Audit) string {
	t, err := audit.ParseTarget(a.URL)
	switch {
	case err != nil || a.Truncated:
		return ""
	case t.Root:
		return "domain"
	default:
		return "url"
	}
}

// encode writes the report and, apart from it, its checks.
func encode(r audit.Report) (report, checks []byte, err error) {
	list := r.Checks
	r.Checks = nil
	if report, err = json.Marshal(r); err != nil {
		return nil, nil, err
	}
	checks, err = json.Marshal(list)
	return report, checks, err
}

func micros(t time.Time) int64 { return t.UnixMicro() }
