package sqlstore

import (
	"context"
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// Evidence implements store.Reader.
func (s *Store[TTx]) Evidence(ctx context.Context, account, id string) ([]byte, error) {
	var content []byte
	found, err := row(ctx, s.db.Read, `SELECT e.content FROM audits a LEFT JOIN evidence e ON e.audit_id = a.report_of WHERE a.id = $1 AND a.account_id = $2`,
		[]any{id, account}, &content)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the evidence of audit %s: %w", audit.Printable(id), err)
	case !found:
		return nil, unknown("audit", id, account, "history")
	}
	return content, nil
}

// keepEvidence stores what an audit read, and removes the oldest of what is kept as far as it takes to stay within the limit.
func (t *tx[TTx]) keepEvidence(ctx context.Context, e store.Ending) error {
	size := int64(len(e.Evidence))
	if size == 0 {
		return nil
	}
	if e.EvidenceLimit <= 0 || size <= e.EvidenceLimit {
		_, err := t.Exec(ctx, `INSERT INTO evidence (audit_id, kept_at, size, content) VALUES ($1, $2, $3, $4)`, e.AuditID, micros(e.FinishedAt), size, e.Evidence)
		if err != nil {
			return err
		}
	}
	if e.EvidenceLimit <= 0 {
		return nil
	}
	if err := t.hold(ctx, "evidence"); err != nil { // two that remove the same would wait for each other
		return err
	}
	_, err := t.Exec(ctx, `
		DELETE FROM evidence WHERE audit_id IN (
		  SELECT audit_id FROM (SELECT audit_id, sum(size) OVER (ORDER BY kept_at DESC, audit_id DESC) AS since FROM evidence) AS kept WHERE since > $1
		)`, e.EvidenceLimit)
	return err
}
