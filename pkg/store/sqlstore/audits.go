package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// AddBatch implements store.Tx.
func (t *tx[TTx]) AddBatch(ctx context.Context, b store.Batch) error {
	_, err := t.Exec(ctx, `INSERT INTO batches (id, account_id, key_id, lang, created_at) VALUES ($1, $2, $3, $4, $5)`,
		b.ID, b.AccountID, b.KeyID, string(b.Lang), micros(b.CreatedAt))
	if err != nil {
		return fmt.Errorf("storing the batch: %w", err)
	}
	rows := make([][]any, len(b.Audits))
	for i, a := range b.Audits {
		var failure audit.Failure
		if a.Error != nil {
			failure = *a.Error
		}
		finished := microsOrNull(a.FinishedAt)
		if finished == nil && a.Status.Terminal() {
			finished = microsOrNull(&a.CreatedAt)
		}
		rows[i] = []any{
			a.AuditID, b.ID, i, b.AccountID, a.URL, a.Domain, string(a.Lang), string(a.Status), a.Cached, micros(a.CreatedAt), finished,
			string(failure.Code), failure.Message, a.Rules, a.Leader, orNull(a.ReportOf), a.Turn,
		}
	}
	err = t.ExecMany(ctx, `
		INSERT INTO audits (id, batch_id, position, account_id, url, domain, lang, status, cached, created_at, finished_at,
		                    error_code, error_message, rules_version, leader, report_of, turn, serves)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, '')`, rows)
	if err != nil {
		return fmt.Errorf("storing the audits of the batch: %w", err)
	}
	return nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// End implements store.Tx.
func (t *tx[TTx]) End(ctx context.Context, e store.Ending) (bool, error) {
	var status audit.Status
	_, err := row(ctx, t, `SELECT status FROM audits WHERE id = $1`+t.s.db.ForUpdate, []any{e.AuditID}, &status)
	if err != nil || status != audit.Pending {
		return false, err
	}
	var failure audit.Failure
	if e.Error != nil {
		failure = *e.Error
	}
	var report *string
	var audited *int64
	if e.Status == audit.Done {
		report, audited = orNull(e.ReportOf), microsOrNull(&e.AuditedAt)
		if e.Report != nil {
			report = &e.AuditID
			_, err := t.Exec(ctx, `INSERT INTO reports (audit_id, report, checks, answers, screenshot) VALUES ($1, $2, $3, $4, $5)`,
				e.AuditID, e.Report, e.Checks, e.Answers, e.Screenshot)
			if err != nil {
				return false, fmt.Errorf("storing the report: %w", err)
			}
			if err := t.remember(ctx, e.AuditID, e.Questions); err != nil {
				return false, fmt.Errorf("remembering the questions: %w", err)
			}
			if err := t.keepEvidence(ctx, e); err != nil {
				return false, fmt.Errorf("storing the evidence: %w", err)
			}
		}
	}
	var paid, visited bool // seen by the statement that follows the lock: what was kept before it is all there, and nothing comes after
	_, err = row(ctx, t, `
		UPDATE audits SET status = $2, cached = $3, finished_at = $4, error_code = $5, error_message = $6, report_of = $7, audited_at = $8,
		                  serves = $9, asked = $10, answered = $11, partial = $12
		WHERE id = $1 RETURNING EXISTS (SELECT 1 FROM paid_answers WHERE audit_id = $1), started_at IS NOT NULL`,
		[]any{
			e.AuditID, string(e.Status), e.Cached, micros(e.FinishedAt), string(failure.Code), failure.Message, report, audited,
			string(e.Serves), e.Asked, e.Answered, e.Partial,
		}, &paid, &visited)
	if err != nil {
		return false, fmt.Errorf("storing the result: %w", err)
	}
	if paid {
		if _, err := t.Exec(ctx, `DELETE FROM paid_answers WHERE audit_id = $1`, e.AuditID); err != nil {
			return false, fmt.Errorf("forgetting the answers that were paid for: %w", err)
		}
	}
	if visited {
		if err := t.leavePlaces(ctx, e.AuditID); err != nil {
			return false, err
		}
	}
	return true, nil
}

// remember keeps the questions that an audit made of its domain, for its account.
func (t *tx[TTx]) remember(ctx context.Context, auditID string, questions []string) error {
	if questions == nil {
		return nil
	}
	text, err := json.Marshal(questions)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `
		INSERT INTO questions (account_id, domain, questions) SELECT account_id, domain, $2 FROM audits WHERE id = $1
		ON CONFLICT (account_id, domain) DO UPDATE SET questions = excluded.questions`, auditID, text)
	return err
}

// Delete implements store.Tx.
func (t *tx[TTx]) Delete(ctx context.Context, account, id string) error {
	var status audit.Status
	var batch string
	var report *string
	found, err := row(ctx, t, `SELECT status, batch_id, report_of FROM audits WHERE id = $1 AND account_id = $2`+t.s.db.ForUpdate, []any{id, account},
		&status, &batch, &report)
	switch {
	case err != nil:
		return fmt.Errorf("reading audit %s: %w", audit.Printable(id), err)
	case !found:
		return unknown("audit", id, account, "history")
	case status == audit.Pending:
		return audit.Errorf(audit.CodeAuditPending, "audit %s hasn't ended; it can be deleted then", audit.Printable(id))
	}
	return t.remove(ctx, id, batch, report)
}

// remove deletes an audit, its report where no other audit rests on it, and its batch with the last of its audits. The rows of the report and of the
// batch are locked before it looks who else needs them: another transaction may be about to.
func (t *tx[TTx]) remove(ctx context.Context, id, batch string, report *string) error {
	if _, err := t.Exec(ctx, `DELETE FROM audits WHERE id = $1`, id); err != nil {
		return fmt.Errorf("deleting audit %s: %w", id, err)
	}
	if report != nil {
		if _, err := row(ctx, t, `SELECT audit_id FROM reports WHERE audit_id = $1`+t.s.db.ForUpdate, []any{*report}, new(string)); err != nil {
			return err
		}
		if _, err := t.Exec(ctx, `DELETE FROM reports WHERE audit_id = $1 AND NOT EXISTS (SELECT 1 FROM audits WHERE report_of = $1)`, *report); err != nil {
			return fmt.Errorf("deleting the report of audit %s: %w", id, err)
		}
	}
	if _, err := row(ctx, t, `SELECT id FROM batches WHERE id = $1`+t.s.db.ForUpdate, []any{batch}, new(string)); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `DELETE FROM batches WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM audits WHERE batch_id = $1)`, batch); err != nil {
		return fmt.Errorf("deleting batch %s: %w", batch, err)
	}
	return nil
}
