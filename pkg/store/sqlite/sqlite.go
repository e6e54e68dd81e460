// Package sqlite keeps audits in one SQLite file: the history of the command, and the store of a server on one machine.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// Memory is the path of a store that lives in this process alone and leaves no trace.
	Memory = ":memory:"

	// schema is the newest migration's version, riverTables that of the one that makes River's tables, which River itself counts as riverSchema.
	schema      = 11
	riverTables = 3
	riverSchema = 7

	// Pages in the log after which the command's own commits bring them home, and those of a server, which does it beside them.
	checkpointPages       = 1000
	serverCheckpointPages = 32 * checkpointPages
	checkpointEvery       = time.Second

	// busyTime is how long is waited for other processes.
	busyTime = 10 * time.Second
)

// ErrNewerSchema: the file was written by a newer version of this program.
var ErrNewerSchema = sqlstore.ErrNewerSchema

// Store is a SQLite file with one connection that writes and several that read.
type Store struct {
	*sqlstore.Store[*sql.Tx]
	path  string
	write *sql.DB
	read  *sql.DB
}

var _ store.Store = (*Store)(nil)

// Open opens or makes the file, and its folder, and brings its schema up to date under a lock. The file is readable by its owner alone.
func Open(ctx context.Context, path string) (*Store, error) {
	if path == Memory {
		// A memory database belongs to its connection: one serves all.
		db, err := connect(path, 1)
		if err != nil {
			return nil, err
		}
		s := newStore(path, db, db)
		return s, s.closeOn(migrate(ctx, db))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the database: %w", err)
	}
	if err := createPrivate(path); err != nil {
		return nil, fmt.Errorf("opening the database %s: %w", path, err)
	}
	write, err := connect(path, 1)
	if err != nil {
		return nil, err
	}
	read, err := connect(path, 4)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	s := newStore(path, write, read)
	if err := s.prepareBesideOthers(ctx); err != nil {
		return nil, s.closeOn(fmt.Errorf("opening the database %s: %w", path, explain(err)))
	}
	return s, nil
}

func newStore(path string, write, read *sql.DB) *Store {
	return &Store{path: path, write: write, read: read, Store: sqlstore.New(sqlstore.Database[*sql.Tx]{
		Read:    reader{newStatements(read)},
		Begin:   newWriter(write).begin,
		Again:   func(err error) bool { return errors.Is(err, errGivenUp) },
		Explain: explain,
		River:   riversqlite.New(write),
		Serial:  true,
		Worker:  `json_extract(attempted_by, '$[#-1]')`,
	})}
}

func (s *Store) closeOn(err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, s.Close())
}

// Close ends every connection.
func (s *Store) Close() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// createPrivate makes the file with the owner's rights alone; SQLite would take the umask's.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// connect sets the pragmas by address, so that every connection of the pool has them.
func connect(path string, conns int) (*sql.DB, error) {
	q := url.Values{
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyTime.Milliseconds()), "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"},
		"_txlock": {"immediate"},
	}
	name := Memory
	if path != Memory {
		name = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()}).String()
	}
	db, err := sql.Open("sqlite", name+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("opening the database %s: %w", path, err)
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// prepareBesideOthers prepares the file though others open it for the first time, or close it, at the same moment: SQLite itself doesn't wait for who turns
// its log on, and hardly for who removes it.
func (s *Store) prepareBesideOthers(ctx context.Context) error {
	for until := time.Now().Add(busyTime); ; {
		err := s.prepare(ctx)
		var e *sqlite.Error
		if !errors.As(err, &e) || e.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rand.N(20 * time.Millisecond)):
		}
	}
}

// prepare looks at the schema, and brings it up to date under a lock where it isn't.
func (s *Store) prepare(ctx context.Context) error {
	var tables, ours int
	err := s.write.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE name = 'goose_db_version') FROM sqlite_schema WHERE type = 'table'`).Scan(&tables, &ours)
	if err != nil {
		return err
	}
	if tables > 0 && ours == 0 {
		return errors.New("the file is another program's database; name another with --db")
	}
	if ours > 0 {
		var have int64
		if err := s.write.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&have); err != nil {
			return err
		}
		if have == schema {
			return nil
		}
	}
	lock := flock.New(s.path + ".lock")
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("locking the database: %w", err)
	}
	return errors.Join(migrate(ctx, s.write), lock.Unlock())
}

func migrate(ctx context.Context, db *sql.DB) error {
	river := goose.NewGoMigration(riverTables, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		m, err := rivermigrate.New(riversqlite.New(nil), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		//nolint:staticcheck // River deprecates it for the sake of PostgreSQL; here goose holds the one connection that there is
		_, err = m.MigrateTx(ctx, tx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: riverSchema})
		return err
	}}, nil)
	return sqlstore.Migrate(ctx, goose.DialectSQLite3, db, migrations, river)
}

// Work implements store.Queue. One process works a file; others may read and write it meanwhile.
func (s *Store) Work(ctx context.Context, w store.Worker) error {
	if s.path == Memory {
		return s.Store.Work(ctx, w)
	}
	lock := flock.New(s.path + ".worker.lock")
	free, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("locking the database for work: %w", err)
	}
	if !free {
		return fmt.Errorf("%w, %s; stop it, or name another file with --db", store.ErrHeld, s.path)
	}
	stop, err := s.checkpointAside(ctx)
	if err != nil {
		return errors.Join(fmt.Errorf("beginning to work: %w", explain(err)), lock.Unlock())
	}
	return errors.Join(s.Store.Work(ctx, w), stop(), lock.Unlock())
}

// checkpointAside moves the log's pages to their place beside the commits, so that none of them has to.
func (s *Store) checkpointAside(ctx context.Context) (stop func() error, err error) {
	if _, err := s.write.ExecContext(ctx, fmt.Sprintf("PRAGMA wal_autocheckpoint(%d)", serverCheckpointPages)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(checkpointEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				s.read.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)") //nolint:errcheck // the next one does it
			}
		}
	}()
	return func() error {
		cancel()
		<-done
		_, err := s.write.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA wal_autocheckpoint(%d)", checkpointPages))
		return err
	}, nil
}
