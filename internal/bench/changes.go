package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// How many changes one run makes.
const (
	changesAlone     = 1500
	producers        = 8
	changesPerMember = 300
)

// changes writes one row per transaction through the store, in turn with a bare loop of the same inserts.
func (b *bench) changes(ctx context.Context) error {
	s, err := sqlite.Open(ctx, filepath.Join(b.dir, "changes.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	bare, err := bareTable(filepath.Join(b.dir, "bare.db"))
	if err != nil {
		return err
	}
	defer bare.Close()
	began, made := time.Now(), 0
	name := func() string { made++; return auditID(made) }
	through := func(id string) error {
		return s.Update(ctx, func(tx store.Tx) error { return tx.NoteFailure(ctx, "acc_1", id, began) })
	}
	plainly := func(id string) error {
		_, err := bare.ExecContext(ctx, `INSERT INTO failures (key_id, at, audit_id) VALUES ($1, $2, $3)`, "acc_1", began.UnixMicro(), id)
		return err
	}
	alone := func(change func(string) error) func() (float64, error) {
		return func() (float64, error) {
			began := time.Now()
			for range changesAlone {
				if err := change(name()); err != nil {
					return 0, err
				}
			}
			return changesAlone / time.Since(began).Seconds(), nil
		}
	}
	runs, err := series(min(b.n, 5), alone(through), alone(plainly))
	if err != nil {
		return err
	}
	b.rate("8", "durable changes, one row each, one producer", "changes/s", "bare inserts", runs[0], runs[1], 0.5, 0.7)
	together := func(change func(string) error) func() (float64, error) {
		return func() (float64, error) { return slowest(name, change) }
	}
	runs, err = series(min(b.n, 5), together(through), together(plainly))
	if err != nil {
		return err
	}
	b.atMost("8", "slowest durable change with 8 producers", "ms", runs[0], 250, 50)
	b.seen("8", "slowest bare insert with 8 producers", "ms", runs[1])
	return nil
}

// bareTable opens a file with one table, like one of the store's, as durable as the store is.
func bareTable(path string) (*sql.DB, error) {
	address := url.URL{Scheme: "file", Opaque: filepath.ToSlash(path), RawQuery: "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec(`
		CREATE TABLE failures (key_id TEXT NOT NULL, at INTEGER NOT NULL, audit_id TEXT NOT NULL, PRIMARY KEY (key_id, at, audit_id)) WITHOUT ROWID;
		CREATE INDEX failures_by_time ON failures (at)`)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// slowest makes changes from several producers at once and gives the longest that one took, in ms.
func slowest(name func() string, change func(string) error) (float64, error) {
	var g errgroup.Group
	longest := make([]time.Duration, producers)
	for p := range producers {
		ids := make([]string, changesPerMember)
		for i := range ids {
			ids[i] = name()
		}
		g.Go(func() error {
			for _, id := range ids {
				began := time.Now()
				if err := change(id); err != nil {
					return err
				}
				longest[p] = max(longest[p], time.Since(began))
			}
			return nil
		})
	}
	err := g.Wait()
	return newSpread(take(longest, func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 })).Max, err
}

// idle is a pipeline that does nothing.
type idle struct{}

func (idle) Validate(audit.Target) *audit.Error { return nil }

func (idle) Run(context.Context, audit.Target, audit.Lang, []string, func(audit.Stage, string)) (*audit.Report, error) {
	return &audit.Report{Summary: "nothing was done", AuditedAt: time.Now()}, nil
}

func (idle) RulesVersion() string { return "none" }

// queued is how many audits one run sends through the queue.
const queued = 2000

// queue sends audits through service and queue with a pipeline that does nothing.
func (b *bench) queue(ctx context.Context) error {
	made := 0
	err := b.queueOn("SQLite", func() (float64, error) {
		made++
		s, err := sqlite.Open(ctx, filepath.Join(b.dir, fmt.Sprintf("queue-%d.db", made)))
		if err != nil {
			return 0, err
		}
		perSecond, err := b.throughQueue(ctx, s)
		return perSecond, errors.Join(err, s.Close())
	})
	if err != nil {
		return err
	}
	return b.queueOn("PostgreSQL", func() (float64, error) {
		return onPostgres(func(address string) (float64, error) { //nolint:contextcheck // making the database is bounded by pgtest
			s, err := postgres.Open(ctx, address)
			if err != nil {
				return 0, err
			}
			perSecond, err := b.throughQueue(ctx, s)
			return perSecond, errors.Join(err, s.Close())
		})
	})
}

func (b *bench) queueOn(name string, once func() (float64, error)) error {
	runs, err := series(min(b.n, 3), once)
	var missing missingError
	switch {
	case errors.As(err, &missing):
		b.skip("14 on "+name, missing.Error())
		return nil
	case err != nil:
		return fmt.Errorf("on %s: %w", name, err)
	}
	b.seen("14", "audits through the queue, a pipeline that does nothing, "+name, "audits/s", runs[0])
	return nil
}

// missingError says what isn't there to measure on.
type missingError string

func (m missingError) Error() string { return string(m) }

// harness is a test outside of tests, as far as pgtest asks for one.
type harness struct {
	testing.TB
	after []func()
}

func (*harness) Helper()            {}
func (h *harness) Cleanup(f func()) { h.after = append(h.after, f) }
func (*harness) Logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...)
}
func (*harness) Skip(args ...any)                  { panic(missingError(fmt.Sprint(args...))) }
func (*harness) Fatal(args ...any)                 { panic(errors.New(fmt.Sprint(args...))) }
func (*harness) Fatalf(format string, args ...any) { panic(fmt.Errorf(format, args...)) }

// onPostgres measures on an empty database of a real server; missingError where there is none.
func onPostgres(measure func(address string) (float64, error)) (figure float64, err error) {
	var h harness
	defer func() {
		if p := recover(); p != nil {
			said, ok := p.(error)
			if !ok {
				panic(p)
			}
			err = said
		}
		for _, end := range h.after {
			end()
		}
	}()
	return measure(pgtest.URL(&h))
}

// throughQueue gives the audits per second from the first submission to the end of the last audit.
func (b *bench) throughQueue(ctx context.Context, s store.Store) (float64, error) {
	ended := make(chan struct{}, queued)
	v := service.New(service.Config{Store: s, Runner: idle{}, Progress: func(e audit.Event) {
		if e.Stage == audit.StageDone {
			ended <- struct{}{}
		}
	}})
	account, err := v.CreateAccount(ctx, "bench@example.com", audit.Unlimited, 0)
	if err != nil {
		return 0, err
	}
	ctx, stop := context.WithTimeout(ctx, longestWait)
	defer stop()
	var g errgroup.Group
	var took time.Duration
	g.Go(func() error {
		if err := v.RunQueue(ctx, service.Workers{Node: "bench", Count: 50, Grace: time.Second}); err != nil && !errors.Is(err, context.Canceled) {
			stop()
			return fmt.Errorf("working: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		defer stop()
		b.load.begin()
		began := time.Now()
		if err := submitDomains(ctx, v.For(audit.Caller{AccountID: account.ID, KeyID: "key_1"})); err != nil {
			return err
		}
		for range queued {
			select {
			case <-ended:
			case <-ctx.Done():
				return fmt.Errorf("waiting for the queue: %w", ctx.Err())
			}
		}
		took = time.Since(began)
		b.load.end(0)
		return nil
	})
	if err := g.Wait(); err != nil {
		return 0, err
	}
	return queued / took.Seconds(), nil
}

// submitDomains submits audits of different domains.
func submitDomains(ctx context.Context, to audit.Service) error {
	for n := 0; n < queued; n += perSubmission {
		var urls []string
		for i := range perSubmission {
			urls = append(urls, "https://"+domain(n+i)+"/")
		}
		if _, err := to.Submit(ctx, audit.Submission{URLs: urls}); err != nil {
			return err
		}
	}
	return nil
}
