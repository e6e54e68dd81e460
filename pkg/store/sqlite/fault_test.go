package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
)

// every is raised by `make faults` to all of them: 1.
var every = flag.Int("every", 12, "at one in so many calls of the database a fault is tried")

// A disk that fails at call n of the database, for n after n: of submitting, taking, beginning, ending and giving back, River's calls among them; once,
// and for a while. Each time either all has happened or nothing, and what was accepted ends once.
func TestAFaultAtAnyCallLosesNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for faults to be over")
	}
	calls := faulty(t, 0, 0, false)
	t.Logf("%d calls from a submission to the end of its audits", calls)
	for n := 1; n <= calls; n += *every {
		for _, lasts := range []time.Duration{0, 300 * time.Millisecond} {
			t.Run(fmt.Sprintf("call %d, for %s", n, lasts), func(t *testing.T) {
				t.Parallel()
				faulty(t, n, lasts, false)
			})
		}
	}
}

// A process that can't begin to work says so and ends: whoever runs it starts it again.
func TestAFaultAtTheStartOfWorkIsOvercomeOrEndsIt(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for faults to be over")
	}
	for n := 1; n <= 24; n += *every {
		t.Run(fmt.Sprint("call ", n), func(t *testing.T) {
			t.Parallel()
			faulty(t, n, 0, true)
		})
	}
}

// faulty has audits submitted and worked off while the n-th call fails, and those of a while after it, and gives how many calls there were. The calls are
// counted from the submission, or from the start of the work.
func faulty(t *testing.T, n int, lasts time.Duration, starting bool) int {
	t.Helper()
	f := &fault{err: full(t)}
	path := newFile(t)
	openAndClose(t, path) // the schema
	write := sql.OpenDB(connector{path, f})
	write.SetMaxOpenConns(1)
	write.SetMaxIdleConns(1)
	read, err := connect(path, 4)
	if err != nil {
		t.Fatal(err)
	}
	s := newStore(path, write, read)
	s.Beat, s.Silence = 2*time.Second, 8*time.Second // a busy machine beats late
	defer s.Close()
	sites := audittest.NewSites(time.Now)
	v := service.New(service.Config{Store: s, Runner: sites, MaxURLs: audit.MaxURLs, FailureLimit: 30})
	account, err := v.CreateAccount(t.Context(), "a@example.com", audit.Agency, 100)
	if err != nil {
		t.Fatal(err)
	}
	caller := v.For(audit.Caller{AccountID: account.ID, KeyID: "key_1"})
	before, err := caller.Submit(t.Context(), audit.Submission{URLs: []string{"https://ok.example/before"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	worked := make(chan error, 1)
	work := func() { worked <- v.RunQueue(ctx, service.Workers{Node: "node", Count: 2, Grace: time.Second}) }
	restarts := 0
	running := func() {
		select {
		case err := <-worked:
			if restarts++; !starting || restarts > 1 || !errors.Is(err, store.ErrUnavailable) {
				t.Fatalf("the queue ended with %v", err)
			}
			go work()
		default:
		}
	}
	if starting {
		f.arm(n, lasts)
	}
	go work()
	defer stop()
	poll(t, "the worker has begun", func() bool {
		running()
		b, err := caller.Batch(t.Context(), before.BatchID)
		return err == nil && b.Pending == 0
	})
	if !starting {
		f.arm(n, lasts)
	}

	submission := audit.Submission{URLs: []string{"https://ok.example/", "https://gone.example/", "https://ok.example/"}, IdempotencyKey: "once"}
	var r audit.Receipt
	poll(t, "the submission is accepted", func() bool {
		r, err = caller.Submit(t.Context(), submission)
		if err == nil {
			return true
		}
		if audit.CodeOf(err) != audit.CodeOverloaded {
			t.Fatalf("a store that fails is told as %v", err)
		}
		if b, err := s.Batches(t.Context(), account.ID, audit.Query{Limit: 9}); err != nil || len(b) != 1 {
			t.Fatalf("beside the first batch there is something of a submission that was refused: %d batches, %v", len(b), err)
		}
		return false
	})
	var b *audit.Batch
	poll(t, "every audit has ended", func() bool {
		running()
		b, err = caller.Batch(t.Context(), r.BatchID)
		return err == nil && b.Pending == 0
	})
	calls := f.count()
	f.arm(0, 0)
	stop()
	if err := <-worked; err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("the queue ended with %v", err)
	}
	var states []string
	for _, a := range b.Audits {
		states = append(states, string(a.Status))
	}
	if !slices.Equal(states, []string{"done", "failed", "done"}) {
		t.Errorf("the audits ended as %v", states)
	}
	for what, want := range map[string]string{
		`PRAGMA integrity_check`:                             "ok",
		`SELECT count(*) FROM pragma_foreign_key_check`:      "0",
		`SELECT count(*) FROM batches`:                       "2",
		`SELECT count(*) FROM usage`:                         "2",
		`SELECT used FROM accounts`:                          "2",
		`SELECT count(*) FROM failures`:                      "1",
		`SELECT count(*) FROM flights`:                       "0",
		`SELECT count(*) FROM idempotency`:                   "1",
		`SELECT count(*) FROM river_job`:                     "3",
		`SELECT group_concat(DISTINCT state) FROM river_job`: "completed",
	} {
		var got string
		if err := read.QueryRow(what).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", what, got, err, want)
		}
	}
	return calls
}

func poll(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after two minutes it isn't so that %s", what)
		}
	}
}

// full is what SQLite says of a full disk, in its own words.
func full(t *testing.T) error {
	t.Helper()
	db, err := connect(Memory, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(`PRAGMA max_page_count(1); CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(100000))`)
	if err == nil || !errors.Is(explain(err), store.ErrUnavailable) || !strings.Contains(err.Error(), "full") {
		t.Fatalf("a database of one page: %v", err)
	}
	return err
}

// fault counts the calls of a database and fails some.
type fault struct {
	err error

	mu    sync.Mutex
	calls int
	at    int // 0 is never
	lasts time.Duration
	until time.Time // while a lasting fault goes on
}

// arm counts anew, and has call n fail, with those of a while after it.
func (f *fault) arm(n int, lasts time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls, f.at, f.lasts, f.until = 0, n, lasts, time.Time{}
}

func (f *fault) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls
}

func (f *fault) call() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.at {
		f.until = time.Now().Add(f.lasts)
		return f.err
	}
	if time.Now().Before(f.until) {
		return f.err
	}
	return nil
}

// connector opens a file by way of a fault.
type connector struct {
	path  string
	fault *fault
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	db, err := connect(c.path, 1)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	faulty := &faultyConn{fault: c.fault, close: func() error { return errors.Join(conn.Close(), db.Close()) }}
	err = conn.Raw(func(inner any) error {
		faulty.full = inner.(fullConn) //nolint:errcheck // it is what the driver has
		return nil
	})
	return faulty, err
}

func (connector) Driver() driver.Driver { return nil }

// fullConn is what database/sql uses of the driver's connection.
type fullConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
}

type faultyConn struct {
	full  fullConn
	fault *fault
	close func() error
}

func (c *faultyConn) Close() error { return c.close() }

func (c *faultyConn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

func (c *faultyConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if err := c.fault.call(); err != nil {
		return nil, err
	}
	tx, err := c.full.BeginTx(ctx, o)
	return faultyTx{tx, c.fault}, err
}

func (c *faultyConn) Prepare(text string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), text)
}

func (c *faultyConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	s, err := c.full.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	return faultyStmt{s.(fullStmt), c.fault}, nil //nolint:errcheck // it is what the driver has
}

func (c *faultyConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.fault.call(); err != nil {
		return nil, err
	}
	return c.full.ExecContext(ctx, text, args)
}

func (c *faultyConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.fault.call(); err != nil {
		return nil, err
	}
	return c.full.QueryContext(ctx, text, args)
}

// fullStmt is what database/sql uses of the driver's statements.
type fullStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type faultyStmt struct {
	fullStmt
	fault *fault
}

func (s faultyStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if err := s.fault.call(); err != nil {
		return nil, err
	}
	return s.fullStmt.ExecContext(ctx, args)
}

func (s faultyStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := s.fault.call(); err != nil {
		return nil, err
	}
	return s.fullStmt.QueryContext(ctx, args)
}

// faultyTx is rolled back where its commit fails, as SQLite does.
type faultyTx struct {
	driver.Tx
	fault *fault
}

func (t faultyTx) Commit() error {
	if err := t.fault.call(); err != nil {
		return errors.Join(err, t.Rollback())
	}
	return t.Tx.Commit()
}
