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

// writer runs one transaction at a time, and lets those that came while another ran commit with it: what a commit costs is mostly the disk's. Who has run
// passes the turn on and queues for it again; whoever has it again first commits for all who have run, and nobody hears of success before.
type writer struct {
	*statements
	turn chan struct{} // holds an element while somebody has it; given in the order of asking
	open *group        // what has members and isn't committed yet; nil where nothing is. It is the turn's
}

func newWriter(db *sql.DB) *writer {
	return &writer{statements: newStatements(db), turn: make(chan struct{}, 1)}
}

// group is a transaction of SQLite, and in it those that were run.
type group struct {
	tx   *sql.Tx
	done chan struct{} // closed when it was committed or rolled back
	err  error         // what became of it, then
}

// transaction implements sqlstore.Transaction. It has the turn until Commit or Rollback.
type transaction struct {
	w      *writer
	group  *group
	joined bool // others were run before: it is a savepoint
	ended  bool
}

func (w *writer) begin(ctx context.Context) (sqlstore.Transaction[*sql.Tx], error) {
	if err := w.prepare(ctx); err != nil {
		return nil, err
	}
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if w.open == nil {
		tx, err := w.beginGroup(ctx)
		if err != nil {
			<-w.turn
			return nil, explain(err)
		}
		w.open = &group{tx: tx, done: make(chan struct{})}
		return &transaction{w: w, group: w.open}, nil
	}
	t := &transaction{w: w, group: w.open, joined: true}
	if _, err := t.Exec(ctx, `SAVEPOINT joined`); err != nil {
		<-w.turn
		return nil, err
	}
	return t, nil
}

// beginGroup begins a transaction of SQLite. The context ends the waiting for it, but not the transaction, which others may join.
func (w *writer) beginGroup(ctx context.Context) (*sql.Tx, error) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	tx, err := w.db.BeginTx(lasting, nil)
	if stop() {
		return tx, err
	}
	if err == nil {
		tx.Rollback()
	}
	return nil, ctx.Err()
}

// end says what became of a group.
func (w *writer) end(g *group, err error) {
	w.open, g.err = nil, err
	close(g.done)
}

func (t *transaction) Exec(ctx context.Context, text string, args ...any) (changed int64, err error) {
	ctx = context.WithoutCancel(ctx) // the driver would make a goroutine for each statement, which takes longer than most of them
	var result sql.Result
	if s := t.w.find(text); s != nil {
		result, err = t.group.tx.StmtContext(ctx, s).ExecContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
	} else {
		result, err = t.group.tx.ExecContext(ctx, text, args...)
	}
	if err != nil {
		return 0, explain(err)
	}
	return result.RowsAffected()
}

func (t *transaction) ExecMany(ctx context.Context, text string, rows [][]any) error {
	for _, args := range rows {
		if _, err := t.Exec(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) Query(ctx context.Context, text string, args []any, each func(scan func(dest ...any) error) error) error {
	ctx = context.WithoutCancel(ctx) // as in Exec
	if s := t.w.find(text); s != nil {
		rows, err := t.group.tx.StmtContext(ctx, s).QueryContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
		return scanAll(rows, err, each)
	}
	rows, err := t.group.tx.QueryContext(ctx, text, args...)
	return scanAll(rows, err, each)
}

func (t *transaction) Raw() *sql.Tx { return t.group.tx }

func (t *transaction) Commit(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if t.joined {
		if _, err := t.Exec(ctx, `RELEASE joined`); err != nil {
			return err
		}
	}
	t.pass()
	return t.awaitCommit()
}

// pass lets others join.
func (t *transaction) pass() {
	t.ended = true
	<-t.w.turn
}

// awaitCommit waits until the group is committed, or commits it.
func (t *transaction) awaitCommit() error {
	select {
	case <-t.group.done:
	case t.w.turn <- struct{}{}: // those who waited before have run
		if t.w.open == t.group {
			t.w.end(t.group, explain(t.group.tx.Commit()))
		}
		<-t.w.turn
	}
	return t.group.err
}

func (t *transaction) Rollback() {
	if t.ended {
		return
	}
	t.ended = true
	if !t.joined || !t.rollbackAlone() {
		t.group.tx.Rollback()
		t.w.end(t.group, errGivenUp)
	}
	<-t.w.turn
}

// errGivenUp is what a group's members are told where another's failure made SQLite give up all of it. Each may be run again.
var errGivenUp = fmt.Errorf("a change that would have been committed with this one failed, and the database gave up both: %w", store.ErrUnavailable)

// rollbackAlone leaves what others have done in the group. It says false where SQLite has rolled back all, as it may where the disk fails or is full.
func (t *transaction) rollbackAlone() bool {
	for _, text := range []string{`ROLLBACK TO joined`, `RELEASE joined`} {
		if _, err := t.Exec(context.Background(), text); err != nil {
			return false
		}
	}
	return true
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
