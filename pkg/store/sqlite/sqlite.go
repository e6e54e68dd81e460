// Package sqlite keeps audits in one SQLite file: the history of the command, and the store of a server on one machine.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite" // registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Memory is the path of a store that lives in this process alone and leaves no trace.
const Memory = ":memory:"

// Store is a SQLite file with one connection that writes and several that read.
type Store struct {
	write *sql.DB
	read  *sql.DB
}

// ErrNewerSchema: the file was written by a newer version of this program.
var ErrNewerSchema = errors.New("the database was written by a newer version of auditctl; update auditctl, or name another file with --db")

// Open opens or makes the file, and its folder, and brings its schema up to date under a lock. The file is readable by its owner alone.
func Open(ctx context.Context, path string) (*Store, error) {
	if path == Memory {
		// A memory database belongs to its connection: one serves all.
		db, err := connect(path, 1)
		if err != nil {
			return nil, err
		}
		s := &Store{write: db, read: db}
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
	s := &Store{write: write, read: read}
	lock := flock.New(path + ".lock")
	if err := lock.Lock(); err != nil {
		return nil, s.closeOn(fmt.Errorf("locking the database: %w", err))
	}
	err = errors.Join(migrate(ctx, write), lock.Unlock())
	if err != nil {
		return nil, s.closeOn(fmt.Errorf("opening the database %s: %w", path, explain(err)))
	}
	return s, nil
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
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"},
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
	return db, nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	sources := p.ListSources()
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	newest := sources[len(sources)-1].Version
	if have > newest {
		return ErrNewerSchema
	}
	if have == newest {
		return nil
	}
	_, err = p.Up(ctx)
	return err
}

// explain turns SQLite's own words for the commonest troubles into a way out.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("the file is no auditctl database, or damaged; name another with --db: %w", err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk is full: %w", err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("another process holds the database; try again, or name another file with --db: %w", err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("the file can't be written; check its rights, or name another with --db: %w", err)
	}
	return err
}
