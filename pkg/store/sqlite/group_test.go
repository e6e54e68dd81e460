package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/store"
)

// Two transactions of which the second came while the first ran. What is committed is asked of the file afterwards.
func TestWhatCommitsTogetherHappensOrNotEachByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		second  func(t *testing.T, f *fault, s *transaction) error
		first   error // what it is told
		remains []string
	}{
		"both": {second: func(t *testing.T, _ *fault, s *transaction) error {
			return errors.Join(put(t, s, "second"), s.Commit(t.Context()))
		}, remains: []string{"first", "second"}},
		"the second gives up": {second: func(t *testing.T, _ *fault, s *transaction) error {
			err := put(t, s, "second")
			s.Rollback()
			return err
		}, remains: []string{"first"}},
		"the commit fails": {second: func(t *testing.T, f *fault, s *transaction) error {
			err := put(t, s, "second")
			f.arm(2, 0)
			return told(t, err, s.Commit(t.Context()))
		}, first: store.ErrUnavailable},
		"the savepoint is stuck": {second: func(t *testing.T, f *fault, s *transaction) error {
			err := put(t, s, "second")
			f.arm(1, 0)
			return told(t, err, s.Commit(t.Context()), s)
		}, remains: []string{"first"}},
		"the second fails, and the disk then": {second: func(t *testing.T, f *fault, s *transaction) error {
			err := put(t, s, "second")
			f.arm(1, 0)
			s.Rollback()
			return err
		}, first: store.ErrUnavailable},
		"SQLite rolls back all": {second: func(t *testing.T, _ *fault, s *transaction) error {
			_, err := s.Exec(t.Context(), `PRAGMA max_page_count(1)`) // no more than it has
			return told(t, err, put(t, s, strings.Repeat("x", 100_000)), s)
		}, first: store.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fault{err: full(t)}
			path := newFile(t)
			openAndClose(t, path)
			db := sql.OpenDB(connector{path, f})
			db.SetMaxOpenConns(1)
			defer db.Close()
			w := newWriter(db)
			tried := begun(t, w)
			err := put(t, tried, "tried")
			if tried.Rollback(); err != nil {
				t.Fatal(err)
			}
			first := begun(t, w) // prepares what was tried, which nobody could while others hold the connection
			if err := put(t, first, "first"); err != nil {
				t.Fatal(err)
			}
			first.pass()
			if err := c.second(t, f, begun(t, w)); err != nil {
				t.Fatal(err)
			}
			f.arm(0, 0)
			if err := first.awaitCommit(); !errors.Is(err, c.first) {
				t.Errorf("the first is told %v, want %v", err, c.first)
			}
			after := begun(t, w)
			var remain []string
			err = after.Query(t.Context(), `SELECT id FROM nodes ORDER BY id`, nil, func(scan func(...any) error) error {
				var id string
				defer func() { remain = append(remain, id) }()
				return scan(&id)
			})
			if after.Rollback(); err != nil || !slices.Equal(remain, c.remains) {
				t.Errorf("%.20q remain, %v, want %q", remain, err, c.remains)
			}
		})
	}
}

func begun(t *testing.T, w *writer) *transaction {
	t.Helper()
	tx, err := w.begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tx.(*transaction) //nolint:errcheck // it is what begin makes
}

func put(t *testing.T, tx *transaction, id string) error {
	t.Helper()
	_, err := tx.Exec(t.Context(), `INSERT INTO nodes (id, seen_at) VALUES ($1, 0)`, id)
	return err
}

// told wants a failure that says that the store is unavailable, and rolls back as sqlstore does.
func told(t *testing.T, before, failed error, undone ...*transaction) error {
	t.Helper()
	for _, tx := range undone {
		tx.Rollback()
	}
	if before == nil && !errors.Is(failed, store.ErrUnavailable) {
		return fmt.Errorf("what it is told isn't that the store is unavailable: %w", failed)
	}
	return before
}

func TestManyWritersAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, newFile(t))
	refused := errors.New("refused")
	var wg sync.WaitGroup
	for writer := range 8 {
		wg.Go(func() {
			for n := range 30 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				err := s.Update(ctx, func(tx store.Tx) error {
					err := tx.NoteFailure(ctx, "acc_1", fmt.Sprint(writer, " ", n), time.Now())
					if n%3 == 0 {
						return errors.Join(err, refused)
					}
					return err
				})
				cancel()
				if (n%3 == 0) != errors.Is(err, refused) || n%3 != 0 && err != nil {
					t.Errorf("writer %d, change %d: %v", writer, n, err)
				}
			}
		})
	}
	wg.Wait()
	var kept, wrong int
	if err := s.read.QueryRow(`SELECT count(*), count(*) FILTER (WHERE CAST(substr(audit_id, 3) AS INTEGER) % 3 = 0) FROM failures`).Scan(&kept, &wrong); err != nil || kept != 160 || wrong != 0 {
		t.Errorf("%d changes are kept, want 160; %d that were refused; %v", kept, wrong, err)
	}
}

// A caller who goes away in the middle of many jobs, and whose transaction others may have joined.
func TestWhoHangsUpLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, newFile(t))
	add(t, s, "bat_1", 1)
	jobs := slices.Repeat([]store.Job{{AuditID: "aud_bat_1_0"}}, 300)
	for round := range 10 {
		leaving, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			err := s.Update(leaving, func(tx store.Tx) error {
				time.AfterFunc(time.Duration(round)*time.Millisecond, leave)
				return tx.Enqueue(leaving, jobs)
			})
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("who hangs up is told %v", err)
			}
		})
		for other := range 4 {
			wg.Go(func() {
				err := s.Update(t.Context(), func(tx store.Tx) error {
					return tx.NoteFailure(t.Context(), "acc_1", fmt.Sprint(round, " ", other), time.Now())
				})
				if err != nil {
					t.Errorf("another is told %v", err)
				}
			})
		}
		wg.Wait()
		leave()
	}
}

// Another's failure that takes a whole group with it is overcome by running each again.
func TestWhatIsGivenUpWithAnotherIsRunAgain(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, newFile(t))
	runs := 0
	err := s.Update(t.Context(), func(tx store.Tx) error {
		if runs++; runs == 1 {
			return fmt.Errorf("committing: %w", errGivenUp)
		}
		return tx.NoteFailure(t.Context(), "acc_1", "aud_1", time.Now())
	})
	if err != nil || runs != 2 {
		t.Errorf("run %d times, %v", runs, err)
	}
}

func TestWhoWaitsForTheirTurnMayLeave(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, newFile(t))
	w := newWriter(s.write)
	first := begun(t, w)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.begin(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a second that was cancelled: %v", err)
	}
	if err := errors.Join(put(t, first, "first"), first.Commit(t.Context())); err != nil {
		t.Error(err)
	}
	if _, err := w.begin(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a third that was cancelled: %v", err)
	}
	third := begun(t, w)
	third.Rollback()
}
