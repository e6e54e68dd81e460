package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// columns are those that scan reads; the last two are NULL where there is no report or it isn't asked for.
const (
	columns      = `a.id, a.batch_id, a.url, a.domain, a.status, a.cached, a.lang, a.created_at, a.finished_at, a.error_code, a.error_message, r.report`
	withChecks   = `SELECT ` + columns + `, r.checks FROM audits a LEFT JOIN reports r ON r.audit_id = a.id `
	withoutThem  = `SELECT ` + columns + `, NULL FROM audits a LEFT JOIN reports r ON r.audit_id = a.id `
	defaultLimit = 100
)

// Audit implements store.Reader.
func (s *Store) Audit(ctx context.Context, id string) (*audit.Audit, error) {
	list, err := s.query(ctx, withChecks+`WHERE a.id = $1`, id)
	if err != nil {
		return nil, fmt.Errorf("reading audit %s: %w", audit.Printable(id), err)
	}
	if len(list) == 0 {
		return nil, audit.Errorf(audit.CodeNotFound, "there is no audit %s; `auditctl history` lists them", audit.Printable(id))
	}
	return &list[0], nil
}

// Batch implements store.Reader.
func (s *Store) Batch(ctx context.Context, id string) ([]audit.Audit, error) {
	list, err := s.query(ctx, withChecks+`WHERE a.batch_id = $1 ORDER BY a.position`, id)
	if err != nil {
		return nil, fmt.Errorf("reading batch %s: %w", audit.Printable(id), err)
	}
	if len(list) == 0 {
		return nil, audit.Errorf(audit.CodeNotFound, "there is no batch %s; `auditctl batches` lists them", audit.Printable(id))
	}
	return list, nil
}

// Audits implements store.Reader. Ids are ordered by time.
func (s *Store) Audits(ctx context.Context, q audit.Query) ([]audit.Audit, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	where, args := ``, []any{limit}
	if q.Domain != "" {
		where, args = `WHERE a.domain = $2 `, append(args, q.Domain)
	}
	list, err := s.query(ctx, withoutThem+where+`ORDER BY a.id DESC LIMIT $1`, args...)
	if err != nil {
		return nil, fmt.Errorf("listing audits: %w", err)
	}
	return list, nil
}

// Fresh implements store.Reader.
func (s *Store) Fresh(ctx context.Context, k store.FreshKey) (*audit.Audit, error) {
	list, err := s.query(ctx, withChecks+`
		WHERE a.status = 'done' AND a.serves <> '' AND a.domain = $1 AND a.lang = $2 AND a.rules_version = $3 AND a.audited_at >= $4
		  AND (a.serves = 'domain' OR a.url = $5)
		ORDER BY a.audited_at DESC, a.id DESC LIMIT 1`, k.Domain, k.Lang, k.Rules, micros(k.Since), k.URL)
	if err != nil {
		return nil, fmt.Errorf("looking for a fresh audit of %s: %w", k.Domain, err)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return &list[0], nil
}

// Batches implements store.Reader.
func (s *Store) Batches(ctx context.Context, limit int) ([]audit.BatchHead, error) {
	if limit <= 0 {
		limit = defaultLimit
	}
	rows, err := s.read.QueryContext(ctx, `
		SELECT b.id, b.created_at, b.lang, count(*), coalesce(sum(a.status = 'done'), 0), coalesce(sum(a.status = 'pending'), 0),
		       coalesce(max(CASE WHEN a.position = 0 THEN a.url END), '')
		FROM (SELECT * FROM batches ORDER BY id DESC LIMIT $1) b JOIN audits a ON a.batch_id = b.id
		GROUP BY b.id ORDER BY b.id DESC`, limit)
	if err != nil {
		return nil, fmt.Errorf("listing batches: %w", explain(err))
	}
	defer rows.Close()
	var list []audit.BatchHead
	for rows.Next() {
		var h audit.BatchHead
		var created int64
		if err := rows.Scan(&h.BatchID, &created, &h.Lang, &h.Total, &h.Completed, &h.Pending, &h.FirstURL); err != nil {
			return nil, fmt.Errorf("listing batches: %w", err)
		}
		h.CreatedAt = moment(created)
		h.Failed = h.Total - h.Completed - h.Pending
		list = append(list, h)
	}
	return list, rows.Err()
}

func (s *Store) query(ctx context.Context, text string, args ...any) ([]audit.Audit, error) {
	rows, err := s.read.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	var list []audit.Audit
	for rows.Next() {
		a, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}

func scan(rows *sql.Rows) (audit.Audit, error) {
	var a audit.Audit
	var created int64
	var finished sql.NullInt64
	var failure audit.Failure
	var report, checks []byte
	err := rows.Scan(&a.AuditID, &a.BatchID, &a.URL, &a.Domain, &a.Status, &a.Cached, &a.Lang, &created, &finished, &failure.Code, &failure.Message,
		&report, &checks)
	if err != nil {
		return a, err
	}
	a.CreatedAt = moment(created)
	if finished.Valid {
		t := moment(finished.Int64)
		a.FinishedAt = &t
	}
	if failure.Code != "" {
		a.Error = &failure
	}
	if a.Status != audit.Done {
		return a, nil
	}
	a.Report = new(audit.Report)
	if err := json.Unmarshal(report, a.Report); err != nil {
		return a, errors.Join(errors.New("a stored report can't be read"), err)
	}
	if len(checks) > 0 {
		if err := json.Unmarshal(checks, &a.Checks); err != nil {
			return a, errors.Join(errors.New("stored checks can't be read"), err)
		}
	}
	return a, nil
}

func moment(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
