package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlstore"
)

// reader implements sqlstore.Reader on a pool or a transaction.
type reader struct {
	on interface {
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	}
}

func (r reader) Query(ctx context.Context, text string, args []any, each func(scan func(dest ...any) error) error) error {
	rows, err := r.on.Query(ctx, text, storable(args)...)
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

// storable replaces what PostgreSQL's texts can't hold, and strangers may send: NUL, and what is no UTF-8.
func storable(args []any) []any {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
		}
	}
	return args
}

// transaction implements sqlstore.Transaction.
type transaction struct {
	reader
	tx pgx.Tx
}

func begin(pool *pgxpool.Pool) func(context.Context) (sqlstore.Transaction[pgx.Tx], error) {
	return func(ctx context.Context) (sqlstore.Transaction[pgx.Tx], error) {
		tx, err := pool.Begin(ctx)
		if err != nil {
			return nil, explain(err)
		}
		return transaction{reader{tx}, tx}, nil
	}
}

func (t transaction) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	tag, err := t.tx.Exec(ctx, text, storable(args)...)
	return tag.RowsAffected(), explain(err)
}

// atOnce bounds the statements that are sent before their answers are read.
const atOnce = 500

func (t transaction) ExecMany(ctx context.Context, text string, rows [][]any) error {
	for some := range slices.Chunk(rows, atOnce) {
		var b pgx.Batch
		for _, args := range some {
			b.Queue(text, storable(args)...)
		}
		if err := t.tx.SendBatch(ctx, &b).Close(); err != nil {
			return explain(err)
		}
	}
	return nil
}

func (t transaction) Raw() pgx.Tx { return t.tx }

func (t transaction) Commit(ctx context.Context) error { return explain(t.tx.Commit(ctx)) }

// Rollback goes on where the caller has gone: the connection must be of use to others.
func (t transaction) Rollback() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	t.tx.Rollback(ctx) //nolint:errcheck // the connection is given up where it fails
}

// SQLSTATEs, by https://www.postgresql.org/docs/current/errcodes-appendix.html
const (
	foreignKeyViolation  = "23503"
	readOnly             = "25006"
	serializationFailure = "40001"
	deadlock             = "40P01"
	diskFull             = "53100"
	tooManyConnections   = "53300"
	lockNotAvailable     = "55P03"
	wrongPassword        = "28P01"
	notAuthorized        = "28000"
	noSuchDatabase       = "3D000"
)

// again: two transactions were in each other's way. What a row was to refer to may have been removed meanwhile: the next run sees that it is gone.
func again(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && slices.Contains([]string{serializationFailure, deadlock, foreignKeyViolation}, e.Code)
}

// explain turns PostgreSQL's own words for the commonest troubles into a way out.
func explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		var network net.Error
		var connecting *pgconn.ConnectError
		if errors.As(err, &network) || errors.As(err, &connecting) || pgconn.SafeToRetry(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("the database server doesn't answer; check that it runs, and the address of --store: %w: %w", store.ErrUnavailable, err)
		}
		return err
	}
	says := ""
	switch class := e.Code[:2]; {
	case e.Code == wrongPassword, e.Code == notAuthorized:
		return fmt.Errorf("the database server refuses the user or the password of --store: %w", err)
	case e.Code == noSuchDatabase:
		return fmt.Errorf("the database server has no such database; make it, or name another with --store: %w", err)
	case e.Code == readOnly:
		says = "the database can only be read; name the primary server with --store"
	case e.Code == diskFull:
		says = "the disk of the database server is full"
	case e.Code == tooManyConnections:
		says = "the database server has no connection left; raise its max_connections, or lower pool_max_conns in --store"
	case e.Code == lockNotAvailable:
		says = "another transaction holds the database for too long"
	case class == "08", class == "53", class == "57", class == "58":
		says = "the database server is stopping, starting or in trouble"
	default:
		return err
	}
	return fmt.Errorf("%s: %w: %w", says, store.ErrUnavailable, err)
}
