package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// PaidAnswers implements store.Paid.
func (s *Store[TTx]) PaidAnswers(ctx context.Context, auditID string, since time.Time) ([]store.PaidAnswer, error) {
	var list []store.PaidAnswer
	err := s.db.Read.Query(ctx, `SELECT asked, nth, kept_at, answer FROM paid_answers WHERE audit_id = $1 AND kept_at >= $2 ORDER BY nth`,
		[]any{auditID, micros(since)}, func(scan func(...any) error) error {
			var a store.PaidAnswer
			var asked []byte
			var at int64
			err := scan(&asked, &a.Nth, &at, &a.Answer)
			copy(a.Asked[:], asked)
			a.At = moment(at)
			list = append(list, a)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the answers that audit %s has paid for: %w", audit.Printable(auditID), err)
	}
	return list, nil
}

// KeepPaidAnswer implements store.Paid. It holds the audit, so that no answer is left behind by an end that comes meanwhile.
func (s *Store[TTx]) KeepPaidAnswer(ctx context.Context, auditID string, a store.PaidAnswer) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		_, err := t.Exec(ctx, `INSERT INTO paid_answers (audit_id, asked, nth, kept_at, answer) SELECT id, $2, $3, $4, $5 FROM audits WHERE id = $1 AND status = 'pending'`+
			t.s.db.ForUpdate+` ON CONFLICT (audit_id, asked, nth) DO UPDATE SET kept_at = excluded.kept_at, answer = excluded.answer`,
			auditID, a.Asked[:], a.Nth, micros(a.At), a.Answer)
		if err != nil {
			return fmt.Errorf("keeping an answer that audit %s has paid for: %w", audit.Printable(auditID), err)
		}
		return nil
	})
}
