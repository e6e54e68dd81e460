package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// What a query of audits gives; the last two columns are NULL where there is no report or its checks aren't asked for.
const (
	columns      = `a.id, a.batch_id, a.url, a.domain, a.status, a.cached, a.lang, a.created_at, a.finished_at, a.error_code, a.error_message, r.report`
	from         = ` FROM audits a LEFT JOIN reports r ON r.audit_id = a.report_of `
	withChecks   = `SELECT ` + columns + `, r.checks` + from
	withoutThem  = `SELECT ` + columns + `, NULL` + from
	defaultLimit = 100
	// afterAll is greater than any id.
	afterAll = "~"
)

// Audit implements store.Reader.
func (s *Store[TTx]) Audit(ctx context.Context, account, id string, checks bool) (audit.Encoded, error) {
	list, err := s.audits(ctx, text(checks)+`WHERE a.id = $1 AND a.account_id = $2`, id, account)
	if err != nil {
		return audit.Encoded{}, fmt.Errorf("reading audit %s: %w", audit.Printable(id), err)
	}
	if len(list) == 0 {
		return audit.Encoded{}, unknown("audit", id, account, "history")
	}
	return list[0], nil
}

// Batch implements store.Reader.
func (s *Store[TTx]) Batch(ctx context.Context, account, id string, checks bool) ([]audit.Encoded, error) {
	list, err := s.audits(ctx, text(checks)+`WHERE a.batch_id = $1 AND a.account_id = $2 ORDER BY a.position`, id, account)
	if err != nil {
		return nil, fmt.Errorf("reading batch %s: %w", audit.Printable(id), err)
	}
	if len(list) == 0 {
		return nil, unknown("batch", id, account, "batches")
	}
	return list, nil
}

func text(checks bool) string {
	if checks {
		return withChecks
	}
	return withoutThem
}

// unknown names, to the operator, the command that lists what is known.
func unknown(what, id, account, command string) *audit.Error {
	if account != "" {
		return audit.Errorf(audit.CodeNotFound, "there is no %s %s", what, audit.Printable(id))
	}
	return audit.Errorf(audit.CodeNotFound, "there is no %s %s; `auditctl %s` lists them", what, audit.Printable(id), command)
}

// Audits implements store.Reader.
func (s *Store[TTx]) Audits(ctx context.Context, account string, q audit.Query) ([]audit.Encoded, error) {
	where, args := `WHERE a.account_id = $1 AND a.id < $2 `, append([]any{account}, page(q)...)
	if q.Domain != "" {
		where, args = where+`AND a.domain = $4 `, append(args, q.Domain)
	}
	list, err := s.audits(ctx, withoutThem+where+`ORDER BY a.id DESC LIMIT $3`, args...)
	if err != nil {
		return nil, fmt.Errorf("listing audits: %w", err)
	}
	return list, nil
}

// Batches implements store.Reader.
func (s *Store[TTx]) Batches(ctx context.Context, account string, q audit.Query) ([]audit.BatchHead, error) {
	var list []audit.BatchHead
	err := s.db.Read.Query(ctx, `
		SELECT b.id, b.created_at, b.lang, count(*), count(*) FILTER (WHERE a.status = 'done'), count(*) FILTER (WHERE a.status = 'pending'),
		       coalesce(max(CASE WHEN a.position = b.first THEN a.url END), '')
		FROM (
		  SELECT id, created_at, lang, (SELECT min(position) FROM audits WHERE batch_id = batches.id) AS first
		  FROM batches WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3
		) b JOIN audits a ON a.batch_id = b.id
		GROUP BY b.id, b.created_at, b.lang ORDER BY b.id DESC`, append([]any{account}, page(q)...), func(scan func(...any) error) error {
		var h audit.BatchHead
		var created int64
		if err := scan(&h.BatchID, &created, &h.Lang, &h.Total, &h.Completed, &h.Pending, &h.FirstURL); err != nil {
			return err
		}
		h.CreatedAt = moment(created)
		h.Failed = h.Total - h.Completed - h.Pending
		list = append(list, h)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing batches: %w", err)
	}
	return list, nil
}

// page gives the cursor and the limit of a query.
func page(q audit.Query) []any {
	cursor, limit := q.Cursor, q.Limit
	if cursor == "" {
		cursor = afterAll
	}
	if limit <= 0 {
		limit = defaultLimit
	}
	return []any{cursor, limit}
}

// Answers implements store.Reader.
func (s *Store[TTx]) Answers(ctx context.Context, account, id string) ([]byte, error) {
	return s.beside(ctx, "answers", account, id)
}

// Screenshot implements store.Reader.
func (s *Store[TTx]) Screenshot(ctx context.Context, account, id string) ([]byte, error) {
	return s.beside(ctx, "screenshot", account, id)
}

// beside gives what is kept beside the report of an audit, by its column.
func (s *Store[TTx]) beside(ctx context.Context, column, account, id string) ([]byte, error) {
	var content []byte
	found, err := row(ctx, s.db.Read, `SELECT r.`+column+from+`WHERE a.id = $1 AND a.account_id = $2`, []any{id, account}, &content)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the %s of audit %s: %w", column, audit.Printable(id), err)
	case !found:
		return nil, unknown("audit", id, account, "history")
	}
	return content, nil
}

// Questions implements store.Reader.
func (s *Store[TTx]) Questions(ctx context.Context, account, domain string) ([]string, error) {
	var kept []byte
	_, err := row(ctx, s.db.Read, `SELECT questions FROM questions WHERE account_id = $1 AND domain = $2`, []any{account, domain}, &kept)
	if err != nil {
		return nil, fmt.Errorf("reading the questions of %s: %w", audit.Printable(domain), err)
	}
	return readQuestions(kept)
}

// readQuestions reads the form that questions are kept in.
func readQuestions(kept []byte) (questions []string, err error) {
	if kept == nil {
		return nil, nil
	}
	if err := json.Unmarshal(kept, &questions); err != nil {
		return nil, fmt.Errorf("reading the questions that are kept: %w", err)
	}
	return questions, nil
}

// Backlog implements store.Reader.
func (s *Store[TTx]) Backlog(ctx context.Context) (store.Backlog, error) {
	var b store.Backlog
	var oldest *int64
	_, err := row(ctx, s.db.Read, `SELECT count(*), count(started_at), min(created_at) FROM audits WHERE status = 'pending' AND turn > 0`,
		nil, &b.Pending, &b.Running, &oldest)
	if err != nil {
		return b, fmt.Errorf("counting what waits: %w", err)
	}
	if oldest != nil {
		b.Oldest = moment(*oldest)
	}
	return b, nil
}

// audits reads rows of columns; it decodes nothing.
func (s *Store[TTx]) audits(ctx context.Context, text string, args ...any) ([]audit.Encoded, error) {
	var list []audit.Encoded
	err := s.db.Read.Query(ctx, text, args, func(scan func(...any) error) error {
		var e audit.Encoded
		var created int64
		var finished *int64
		var failure audit.Failure
		err := scan(&e.AuditID, &e.BatchID, &e.URL, &e.Domain, &e.Status, &e.Cached, &e.Lang, &created, &finished, &failure.Code, &failure.Message,
			&e.Report, &e.Checks)
		if err != nil {
			return err
		}
		e.CreatedAt, e.FinishedAt = moment(created), momentOrNil(finished)
		if failure.Code != "" {
			e.Error = &failure
		}
		list = append(list, e)
		return nil
	})
	return list, err
}

// What Fresh asks for: any account's audits but the operator's own, or one account's alone. Reports that are not partial come first.
const (
	freshOf = `
		SELECT report_of, audited_at, partial FROM audits
		WHERE status = 'done' AND serves <> '' AND domain = $1 AND lang = $2 AND rules_version = $3 AND audited_at >= $4
		  AND (url = $5 OR serves = 'domain' AND (asked = $6 OR answered = $6))
		  AND (NOT partial OR account_id = $7 AND audited_at >= $8) AND `
	newestFirst = ` ORDER BY partial, audited_at DESC, id DESC LIMIT 2`
	freshOfAll  = freshOf + `account_id <> ''` + newestFirst
	freshOfOne  = freshOf + `account_id = $7` + newestFirst
)

// Fresh implements store.Tx.
func (t *tx[TTx]) Fresh(ctx context.Context, k store.FreshKey) (*store.Fresh, error) {
	query, args := freshOfAll, []any{k.Domain, string(k.Lang), k.Rules, micros(k.Since), k.URL, k.Origin, k.Account, micros(k.PartialSince)}
	if !k.Shared {
		query = freshOfOne
	}
	var first *store.Fresh
	found, partial := 0, false
	err := t.Query(ctx, query, args, func(scan func(...any) error) error {
		var f store.Fresh
		var at int64
		if found++; found > 1 {
			return nil
		}
		err := scan(&f.ReportOf, &at, &partial)
		f.AuditedAt = moment(at)
		first = &f
		return err
	})
	if err != nil || partial && found < 2 {
		return nil, err
	}
	return first, nil
}
