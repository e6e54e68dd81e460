// Package sqlstore is store.Store in one text of SQL that SQLite and PostgreSQL both understand: $1 for arguments, times as microseconds since 1970 in
// UTC, ids that are ordered by time. The drivers bring what differs: opening, migrating, locks, and their words for troubles.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"

	"github.com/auditctl/auditctl/pkg/store"
)

// ErrNewerSchema: the database was written by a newer version of this program.
var ErrNewerSchema = errors.New("the database was written by a newer version of auditctl; update auditctl, or name another database with --db or --store")

// Reader asks. Errors, here and below, are in the driver's words, with store.ErrUnavailable where that is what they say.
type Reader interface {
	// Query calls each for every row of the answer.
	Query(ctx context.Context, text string, args []any, each func(scan func(dest ...any) error) error) error
}

// Transaction runs statements that happen together or not at all.
type Transaction[TTx any] interface {
	Reader
	// Exec gives how many rows were changed.
	Exec(ctx context.Context, text string, args ...any) (int64, error)
	// ExecMany runs one statement for each row of arguments.
	ExecMany(ctx context.Context, text string, rows [][]any) error
	Raw() TTx
	Commit(ctx context.Context) error
	Rollback() // does nothing after Commit
}

// Database is what a driver brings.
type Database[TTx any] struct {
	Read  Reader // outside of transactions
	Begin func(ctx context.Context) (Transaction[TTx], error)
	// Again says that an error is the database's way of asking for the transaction to be run again.
	Again func(error) bool
	// Explain puts an error of the database into the driver's words, for statements that River runs.
	Explain func(error) error
	River   riverdriver.Driver[TTx]

	// Serial says that there is one transaction at a time, and one process that works. What follows is for databases that have many.
	Serial bool
	// ForUpdate ends a query that holds its rows until the transaction ends.
	ForUpdate string
	// Lock is the statement that holds the name $1 until the transaction ends.
	Lock string
	// Clock is an expression for the database's time in microseconds, since the clocks of processes differ.
	Clock string
	// Worker is an expression for the process that last took a row of river_job.
	Worker string
}

// Store implements store.Store but for Close.
type Store[TTx any] struct {
	db       Database[TTx]
	inserter func() (*river.Client[TTx], error)

	// Beat is how often a working process says that it lives, and looks for those that don't; Silence is after how long one is taken for dead,
	// and a job for lost.
	Beat, Silence time.Duration
}

// New makes a store on a database that is open and migrated.
func New[TTx any](db Database[TTx]) *Store[TTx] {
	db.River = driver[TTx]{db.River}
	return &Store[TTx]{db: db, inserter: newInserter(db.River), Beat: 5 * time.Second, Silence: 20 * time.Second}
}

// Migrate brings the schema up to date: the SQL in the folder "migrations" of files, and one migration that isn't SQL. The caller holds a lock that
// keeps other processes from doing the same.
func Migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, files fs.FS, river *goose.Migration) error {
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, db, folder, goose.WithGoMigrations(river), goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	sources := p.ListSources()
	if have > sources[len(sources)-1].Version {
		return ErrNewerSchema
	}
	_, err = p.Up(ctx)
	return err
}

// Ready implements store.Store: a statement that changes nothing asks for all that writing asks for.
func (s *Store[TTx]) Ready(ctx context.Context) error {
	return s.update(ctx, func(t *tx[TTx]) error {
		_, err := t.Exec(ctx, `DELETE FROM nodes WHERE id = ''`)
		return err
	})
}

// Update implements store.Store.
func (s *Store[TTx]) Update(ctx context.Context, do func(store.Tx) error) error {
	return s.update(ctx, func(t *tx[TTx]) error { return do(t) })
}

// maxRuns bounds how often a transaction is run.
const maxRuns = 5

func (s *Store[TTx]) update(ctx context.Context, do func(*tx[TTx]) error) error {
	for run := 1; ; run++ {
		err := s.once(ctx, do)
		if err == nil || run == maxRuns || !s.db.Again(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(rand.N(time.Duration(run) * 10 * time.Millisecond)):
		}
	}
}

func (s *Store[TTx]) once(ctx context.Context, do func(*tx[TTx]) error) error {
	transaction, err := s.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer transaction.Rollback()
	if err := do(&tx[TTx]{Transaction: transaction, s: s}); err != nil {
		return err
	}
	return transaction.Commit(ctx)
}

// row reads the one row of an answer; it says false where there is none.
func row(ctx context.Context, c Reader, text string, args []any, dest ...any) (bool, error) {
	found := false
	err := c.Query(ctx, text, args, func(scan func(...any) error) error {
		found = true
		return scan(dest...)
	})
	return found, err
}

func micros(t time.Time) int64 { return t.UnixMicro() }

func moment(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

func microsOrNull(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	m := micros(*t)
	return &m
}

func momentOrNil(micros *int64) *time.Time {
	if micros == nil {
		return nil
	}
	t := moment(*micros)
	return &t
}
