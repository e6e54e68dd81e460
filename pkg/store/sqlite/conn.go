package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite" // registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlstore"
)

// conn implements sqlstore.Conn on a pool or a transaction.
type conn struct {
	on interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}
}

func (c conn) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	result, err := c.on.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, explain(err)
	}
	return result.RowsAffected()
}

func (c conn) ExecMany(ctx context.Context, text string, rows [][]any) error {
	statement, err := c.on.PrepareContext(ctx, text)
	if err != nil {
		return explain(err)
	}
	defer statement.Close()
	for _, args := range rows {
		if _, err := statement.ExecContext(ctx, args...); err != nil {
			return explain(err)
		}
	}
	return nil
}

func (c conn) Query(ctx context.Context, text string, args []any, each func(scan func(dest ...any) error) error) error {
	rows, err := c.on.QueryContext(ctx, text, args...)
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
	conn
	tx *sql.Tx
}

func (t transaction) Raw() *sql.Tx { return t.tx }

func (t transaction) Commit(context.Context) error { return explain(t.tx.Commit()) }

func (t transaction) Rollback() { t.tx.Rollback() }

func begin(db *sql.DB) func(context.Context) (sqlstore.Transaction[*sql.Tx], error) {
	return func(ctx context.Context) (sqlstore.Transaction[*sql.Tx], error) {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return nil, explain(err)
		}
		return transaction{conn{tx}, tx}, nil
	}
}

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
