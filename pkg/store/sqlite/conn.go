package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"modernc.org/sqlite" // registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlstore"
)

// statements keeps the statements of a pool prepared: reading a text of SQL costs SQLite more than most of them cost to run. There are as many as the
// program has texts.
type statements struct {
	db *sql.DB

	mu       sync.Mutex
	prepared map[string]*sql.Stmt
	wanted   map[string]bool // by transactions, which hold the one connection that could prepare them
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, prepared: map[string]*sql.Stmt{}, wanted: map[string]bool{}}
}

// find gives a statement that is prepared; nil where it is only wanted from now on.
func (s *statements) find(text string) *sql.Stmt {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prepared[text] == nil {
		s.wanted[text] = true
	}
	return s.prepared[text]
}

// prepare prepares what was wanted. It waits for a connection, so others must be able to find meanwhile.
func (s *statements) prepare(ctx context.Context) error {
	s.mu.Lock()
	texts := slices.Collect(maps.Keys(s.wanted))
	clear(s.wanted)
	s.mu.Unlock()
	for _, text := range texts {
		statement, err := s.db.PrepareContext(ctx, text) //nolint:sqlclosecheck // it ends with the pool
		if err != nil {
			return explain(err)
		}
		s.mu.Lock()
		if s.prepared[text] == nil {
			s.prepared[text] = statement
		} else { // another was faster
			statement.Close() //nolint:sqlclosecheck // the others stay open
		}
		s.mu.Unlock()
	}
	return nil
}

// reader implements sqlstore.Reader outside of transactions.
type reader struct{ *statements }

func (r reader) Query(ctx context.Context, text string, args []any, each func(scan func(dest ...any) error) error) error {
	s := r.find(text) //nolint:sqlclosecheck // it stays open
	if s == nil {
		if err := r.prepare(ctx); err != nil {
			return err
		}
		s = r.find(text) //nolint:sqlclosecheck // it stays open
	}
	if s == nil { // another is preparing it
		rows, err := r.db.QueryContext(ctx, text, args...)
		return scanAll(rows, err, each)
	}
	rows, err := s.QueryContext(ctx, args...)
	return scanAll(rows, err, each)
}

func scanAll(rows *sql.Rows, err error, each func(scan func(dest ...any) error) error) error {
	if err != nil {
		return explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return explain(rows.Err())
}

// transaction implements sqlstore.Transaction.
type transaction struct {
	*statements
	tx *sql.Tx
}

func begin(statements *statements) func(context.Context) (sqlstore.Transaction[*sql.Tx], error) {
	return func(ctx context.Context) (sqlstore.Transaction[*sql.Tx], error) {
		if err := statements.prepare(ctx); err != nil {
			return nil, err
		}
		tx, err := statements.db.BeginTx(ctx, nil)
		if err != nil {
			return nil, explain(err)
		}
		return transaction{statements, tx}, nil
	}
}

func (t transaction) Exec(ctx context.Context, text string, args ...any) (changed int64, err error) {
	ctx = context.WithoutCancel(ctx) // the driver would make a goroutine for each statement, which takes longer than most of them
	var result sql.Result
	if s := t.find(text); s != nil {
		result, err = t.tx.StmtContext(ctx, s).ExecContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
	} else {
		result, err = t.tx.ExecContext(ctx, text, args...)
	}
	if err != nil {
		return 0, explain(err)
	}
	return result.RowsAffected()
}

func (t transaction) ExecMany(ctx context.Context, text string, rows [][]any) error {
	for _, args := range rows {
		if _, err := t.Exec(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

func (t transaction) Query(ctx context.Context, text string, args []any, each func(scan func(dest ...any) error) error) error {
	ctx = context.WithoutCancel(ctx) // as in Exec
	if s := t.find(text); s != nil {
		rows, err := t.tx.StmtContext(ctx, s).QueryContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
		return scanAll(rows, err, each)
	}
	rows, err := t.tx.QueryContext(ctx, text, args...)
	return scanAll(rows, err, each)
}

func (t transaction) Raw() *sql.Tx { return t.tx }

func (t transaction) Commit(context.Context) error { return explain(t.tx.Commit()) }

func (t transaction) Rollback() { t.tx.Rollback() }

// explain turns SQLite's own words for the commonest troubles into a way out.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("the file is no auditctl database, or damaged; restore a backup, or name another with --db: %w", err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk is full: %w: %w", store.ErrUnavailable, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("another process holds the database; try again, or name another file with --db: %w: %w", store.ErrUnavailable, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("the file can't be written; check its rights, or name another with --db: %w: %w", store.ErrUnavailable, err)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("the disk fails: %w: %w", store.ErrUnavailable, err)
	}
	return err
}
