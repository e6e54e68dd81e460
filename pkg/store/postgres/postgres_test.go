package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/storetest"
)

// open doesn't close: the suite does.
func open(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	s.Beat, s.Silence = 2*time.Second, 8*time.Second // a busy machine beats late
	return s
}

func openAndClose(t *testing.T, address string) *Store {
	t.Helper()
	s := open(t, address)
	t.Cleanup(func() { s.Close() })
	return s
}

func TestPostgreSQLKeepsThePromises(t *testing.T) {
	t.Parallel()
	migrated := pgtest.URL(t)
	open(t, migrated).Close()
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, pgtest.Copy(t, migrated)) })
}

func TestAJobOfAKilledWorkerIsGivenToAnother(t *testing.T) {
	t.Parallel()
	storetest.Killed(t, func() string { return pgtest.URL(t) }, func(t *testing.T, address string) store.Store { return open(t, address) })
}

func TestManyProcessesMayOpenANewDatabaseAtOnce(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			s, err := Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			s.Close()
		})
	}
	wg.Wait()
}

func TestOpeningRefuses(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	s := openAndClose(t, address)
	if _, err := s.pool.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), address); !errors.Is(err, ErrNewerSchema) {
		t.Errorf("a newer schema: %v", err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/nosuch"
	if _, err := Open(t.Context(), u.String()); err == nil || !strings.Contains(err.Error(), "no such database") {
		t.Errorf("no such database: %v", err)
	}
	for _, bad := range []string{"postgres://user:secret@127.0.0.1:1/x", "postgres://user:secret@127.0.0.1:no/x"} {
		if _, err := Open(t.Context(), bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if _, err := Open(t.Context(), "postgres://user:secret@127.0.0.1:1/x"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("no server: %v", err)
	}
}

func TestPaidAnswersThatAProcessOfBeforeLeftAreRemoved(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, pgtest.URL(t))
	accept(t, s, "acc_1", "bat_1", 1)
	_, err := s.pool.Exec(t.Context(), `INSERT INTO paid_answers (audit_id, asked, nth, kept_at, answer) VALUES ('aud_bat_1_0000', '\x01', 0, 7, '\x02'), ('aud_ended', '\x01', 0, 7, '\x02'), ('aud_ended', '\x01', 1, 7, '\x02')`)
	if err != nil {
		t.Fatal(err)
	}
	removed, err := s.Clean(t.Context(), store.Cleaning{})
	if left, err2 := s.PaidAnswers(t.Context(), "aud_bat_1_0000", time.Time{}); err != nil || err2 != nil || removed != (store.Cleaned{PaidAnswers: 2}) || len(left) != 1 {
		t.Errorf("removed %+v, %d are left, %v, %v", removed, len(left), err, err2)
	}
}

func TestADatabaseOfAnEarlierSchemaIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	s := open(t, address)
	accept(t, s, "acc_1", "bat_1", 2)
	end := func(s *Store, id string) {
		t.Helper()
		at := time.Now()
		e := store.Ending{AuditID: id, Status: audit.Done, FinishedAt: at, ReportOf: id, Report: []byte(`{}`), Checks: []byte(`[]`), AuditedAt: at, Screenshot: []byte("Seen")}
		err := s.Update(t.Context(), func(tx store.Tx) error {
			_, err := tx.End(t.Context(), e)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	end(s, "aud_bat_1_0000")
	if err := s.CreateAccount(t.Context(), store.Account{ID: "acc_1", Email: "a@mail.example", Plan: audit.Individual, Limit: 7}); err != nil {
		t.Fatal(err)
	}
	for _, undo := range []string{
		`CREATE INDEX audits_ended ON audits (finished_at) WHERE status <> 'pending'`,
		`CREATE INDEX audits_running ON audits (domain)`, `CREATE INDEX audits_started ON audits (domain)`,
		`INSERT INTO failures (account_id, at, audit_id) VALUES ('key_1', 7, 'aud_0'), ('acc_2', 8, 'aud_9')`,
		`INSERT INTO api_keys (id, account_id, name, prefix, hash, created_at) VALUES ('key_1', 'acc_1', '', '', '\x01', 1)`,
		`ALTER TABLE failures RENAME COLUMN account_id TO key_id`, `DROP TABLE visits`,
		`UPDATE audits SET serves = 'domain'`, `ALTER TABLE audits DROP COLUMN asked, DROP COLUMN answered, DROP COLUMN partial`,
		`DROP TABLE sessions, invitations, paid_answers`, `ALTER TABLE accounts DROP COLUMN operator, DROP COLUMN password, DROP COLUMN sessions_from`,
		`ALTER TABLE reports DROP COLUMN screenshot`, `DELETE FROM goose_db_version WHERE version_id > 5`,
	} {
		if _, err := s.pool.Exec(t.Context(), undo); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s = openAndClose(t, address)
	if got, err := s.Audit(t.Context(), "acc_1", "aud_bat_1_0000", false); err != nil || string(got.Report) != `{}` {
		t.Errorf("what was there: %s, %v", got.Report, err)
	}
	if old, err := s.Screenshot(t.Context(), "acc_1", "aud_bat_1_0000"); err != nil || old != nil {
		t.Errorf("a picture of before: %q, %v", old, err)
	}
	if a, err := s.Account(t.Context(), "acc_1", time.Time{}); err != nil || a.Operator || a.Password != "" || !a.SessionsFrom.IsZero() {
		t.Errorf("an account of before: %+v, %v", a, err)
	}
	err := s.Update(t.Context(), func(tx store.Tx) error {
		for _, account := range []string{"acc_1", "acc_2"} {
			if n, _, err := tx.Failures(t.Context(), account, time.Time{}, 9); n != 1 || err != nil {
				t.Errorf("%s has %d failures of before, counted on its key or itself: %v", account, n, err)
			}
		}
		for origin, want := range map[string]bool{"https://a.example": true, "http://a.example": false} {
			fresh, err := tx.Fresh(t.Context(), store.FreshKey{
				Domain: "a.example", Origin: origin, URL: origin + "/x", Lang: audit.English, Rules: "1", Account: "acc_1",
			})
			if (fresh != nil) != want || err != nil {
				t.Errorf("an audit of before serves %s: %v, %v", origin, fresh, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	end(s, "aud_bat_1_0001")
	if kept, err := s.Screenshot(t.Context(), "acc_1", "aud_bat_1_0001"); err != nil || string(kept) != "Seen" {
		t.Errorf("%q, %v", kept, err)
	}
}

// accept takes in audits of an account, with a job each.
func accept(t *testing.T, s *Store, account, id string, audits int) {
	t.Helper()
	ctx := t.Context()
	err := s.Update(ctx, func(tx store.Tx) error {
		b := store.Batch{ID: id, AccountID: account, Lang: audit.English, CreatedAt: time.Now()}
		var jobs []store.Job
		for n := range audits {
			a := store.NewAudit{Rules: "1", Turn: int64(n + 1), Audit: audit.Audit{
				AuditID: fmt.Sprintf("aud_%s_%04d", id, n), URL: "https://a.example/", Domain: "a.example", Status: audit.Pending, Lang: audit.English, CreatedAt: time.Now(),
			}}
			b.Audits = append(b.Audits, a)
			jobs = append(jobs, store.Job{AuditID: a.AuditID, AccountID: account, Turn: a.Turn})
		}
		return errors.Join(tx.AddBatch(ctx, b), tx.Enqueue(ctx, jobs))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within 5 minutes", what)
		}
	}
}

// nodes works with several nodes until the test ends or stop is called; each has a store of its own.
func nodes(t *testing.T, address string, n int, run func(context.Context, store.Running) error, tend func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range n {
		s := openAndClose(t, address)
		wg.Go(func() {
			err := s.Work(ctx, store.Worker{
				Node: fmt.Sprint("node_", i), Count: 8, Timeout: time.Minute, Grace: 5 * time.Second, TendEvery: time.Hour, Tend: tend, Run: run,
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	stop = sync.OnceFunc(func() { cancel(); wg.Wait() })
	t.Cleanup(stop)
	return stop
}

func TestManyNodesRunEachJobOnceAndOneOfThemTends(t *testing.T) {
	t.Parallel()
	const many = 300
	address := pgtest.URL(t)
	s := openAndClose(t, address)
	accept(t, s, "acc_1", "bat_1", many)
	var runs, tended atomic.Int64
	stop := nodes(t, address, 3, func(ctx context.Context, r store.Running) error {
		runs.Add(1)
		return r.Finish(ctx, func(tx store.Tx) error {
			ended, err := tx.End(ctx, store.Ending{AuditID: r.AuditID, Status: audit.Failed, FinishedAt: time.Now(), Error: &audit.Failure{Code: audit.CodeTimeout}})
			if !ended {
				t.Errorf("%s had ended", r.AuditID)
			}
			return err
		})
	}, func(context.Context) error { tended.Add(1); return nil })
	eventually(t, "every audit ended", nothingWaits(t, s))
	stop()
	if runs.Load() != many || tended.Load() != 1 {
		t.Errorf("%d runs of %d jobs, tended %d times", runs.Load(), many, tended.Load())
	}
}

// end is a run that ends at once.
func end(ctx context.Context, r store.Running) error {
	return r.Finish(ctx, func(tx store.Tx) error {
		_, err := tx.End(ctx, store.Ending{AuditID: r.AuditID, Status: audit.Failed, FinishedAt: time.Now(), Error: &audit.Failure{Code: audit.CodeTimeout}})
		return err
	})
}

func nothingWaits(t *testing.T, s *Store) func() bool {
	return func() bool {
		b, err := s.Backlog(t.Context())
		return err == nil && b.Pending == 0
	}
}

func TestAJobThatAWorkerWasGivenAndNeverHeardOfIsGivenAgain(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	s := openAndClose(t, address)
	accept(t, s, "acc_1", "bat_1", 2)
	tag, err := s.pool.Exec(t.Context(), `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now(), attempted_by = ARRAY['node_0']`)
	if err != nil || tag.RowsAffected() != 2 {
		t.Fatal(tag, err)
	}
	var attempts atomic.Int64
	stop := nodes(t, address, 1, func(ctx context.Context, r store.Running) error {
		attempts.Add(int64(r.Attempt))
		return end(ctx, r)
	}, nil)
	eventually(t, "both ended", nothingWaits(t, s))
	stop()
	if attempts.Load() != 4 {
		t.Errorf("attempts add up to %d, want twice the second", attempts.Load())
	}
}

// A worker writes how its job ended just when another gives the job back.
func TestAJobThatIsGivenBackWhileItEndsIsRunAgain(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	s := openAndClose(t, address)
	accept(t, s, "acc_1", "bat_1", 1)
	begun, fail := make(chan bool), make(chan bool)
	stop := nodes(t, address, 1, func(ctx context.Context, r store.Running) error {
		if r.Attempt == 1 {
			begun <- true
			<-fail
			return errors.New("a fault of the test")
		}
		return end(ctx, r)
	}, nil)
	<-begun
	ctx := t.Context()
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available', priority = 1 WHERE state = 'running'`); err != nil {
		t.Fatal(err)
	}
	close(fail)
	eventually(t, "the worker waits for the row", func() bool {
		waits := 0
		err := s.pool.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%JobSetStateIfRunningMany%'`).Scan(&waits)
		return err == nil && waits > 0
	})
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it ended", nothingWaits(t, s))
	stop()
}

func TestAServerThatFailsMidwayLosesNothing(t *testing.T) {
	t.Parallel()
	const many = 200
	server := pgtest.Start(t)
	address := server.URL()
	s := openAndClose(t, address)
	if err := s.CreateAccount(t.Context(), store.Account{ID: "acc_1", Email: "a@mail.example", Plan: audit.Individual, Limit: many, CreatedAt: time.Now()}); err != nil {
		t.Fatal(err)
	}
	accept(t, s, "acc_1", "bat_1", many)
	var ended atomic.Int64
	stop := nodes(t, address, 2, func(ctx context.Context, r store.Running) error {
		first := false
		err := r.Finish(ctx, func(tx store.Tx) (err error) {
			first, err = tx.End(ctx, store.Ending{AuditID: r.AuditID, Status: audit.Failed, FinishedAt: time.Now(), Error: &audit.Failure{Code: audit.CodeTimeout}})
			if err != nil || !first {
				return err
			}
			return tx.Meter(ctx, "acc_1", time.Now(), []string{r.AuditID})
		})
		if err == nil {
			ended.Add(1)
		}
		return err
	}, nil)
	for part, fail := range []func(){server.Stop, server.Kill} {
		eventually(t, "a part of the audits ended", func() bool { return ended.Load() >= int64(part+1)*many/4 })
		fail()
		if err := s.Ready(t.Context()); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("without a server: %v", err)
		}
		if _, err := s.Audit(t.Context(), "acc_1", "aud_bat_1_0000", false); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("reading without a server: %v", err)
		}
		server.Restart()
	}
	eventually(t, "every audit ended", nothingWaits(t, s))
	stop()
	if a, err := s.Account(t.Context(), "acc_1", time.Time{}); err != nil || a.Used != many {
		t.Errorf("%d units for %d audits, %v", a.Used, many, err)
	}
}

func TestADatabaseThatCanOnlyBeReadIsNotReady(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	openAndClose(t, address)
	s := openAndClose(t, address+"&default_transaction_read_only=on")
	if err := s.Ready(t.Context()); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "primary") {
		t.Error(err)
	}
}

func TestADeadlockIsRunAgain(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, pgtest.URL(t))
	ctx := t.Context()
	for _, id := range []string{"acc_1", "acc_2"} {
		if err := s.CreateAccount(ctx, store.Account{ID: id, Email: id, Plan: audit.Individual, Limit: 1, CreatedAt: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	var both, wg sync.WaitGroup
	both.Add(2)
	var runs atomic.Int64
	for _, order := range [][]string{{"acc_1", "acc_2"}, {"acc_2", "acc_1"}} {
		wg.Go(func() {
			meet := sync.OnceFunc(func() { both.Done(); both.Wait() })
			err := s.Update(ctx, func(tx store.Tx) error {
				runs.Add(1)
				for _, id := range order {
					if _, err := tx.LockAccount(ctx, id, time.Time{}); err != nil {
						return err
					}
					meet()
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if runs.Load() < 3 {
		t.Errorf("%d runs: the two were never in each other's way", runs.Load())
	}
}

func TestAReportThatIsRemovedMeanwhileServesNobody(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, pgtest.URL(t))
	ctx := t.Context()
	accept(t, s, "acc_1", "bat_1", 1)
	const maker = "aud_bat_1_0000"
	at := time.Now()
	err := s.Update(ctx, func(tx store.Tx) error {
		_, err := tx.End(ctx, store.Ending{AuditID: maker, Status: audit.Done, FinishedAt: at, ReportOf: maker, Report: []byte("{}"), Checks: []byte("[]"), AuditedAt: at, Serves: store.ServesDomain})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	err = s.Update(ctx, func(tx store.Tx) error {
		runs++
		fresh, err := tx.Fresh(ctx, store.FreshKey{Domain: "a.example", URL: "https://a.example/", Lang: audit.English, Rules: "1", Shared: true})
		if err != nil {
			return err
		}
		a := store.NewAudit{Rules: "1", Audit: audit.Audit{AuditID: "aud_2", URL: "https://a.example/", Domain: "a.example", Status: audit.Pending, Lang: audit.English, CreatedAt: at}}
		if fresh != nil {
			a.Status, a.Cached, a.ReportOf, a.FinishedAt = audit.Done, true, fresh.ReportOf, &at
		}
		if runs == 1 {
			if err := s.Update(ctx, func(tx store.Tx) error { return tx.Delete(ctx, "acc_1", maker) }); err != nil {
				return err
			}
		}
		return tx.AddBatch(ctx, store.Batch{ID: "bat_2", AccountID: "acc_2", Lang: audit.English, CreatedAt: at, Audits: []store.NewAudit{a}})
	})
	got, err2 := s.Audit(ctx, "acc_2", "aud_2", false)
	if err != nil || err2 != nil || runs != 2 || got.Status != audit.Pending {
		t.Errorf("%s after %d runs, %v, %v", got.Status, runs, err, err2)
	}
}

func TestTextsThatPostgreSQLCannotHoldAreStoredAllTheSame(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, pgtest.URL(t))
	ctx := t.Context()
	at := time.Now()
	a := store.NewAudit{Audit: audit.Audit{AuditID: "aud_1", URL: "a\x00b\xffc", Status: audit.Invalid, Lang: audit.English, CreatedAt: at, FinishedAt: &at, Error: &audit.Failure{Code: audit.CodeURLMalformed, Message: "no\x00"}}}
	err := s.Update(ctx, func(tx store.Tx) error {
		return tx.AddBatch(ctx, store.Batch{ID: "bat_1", Lang: audit.English, CreatedAt: at, Audits: []store.NewAudit{a}})
	})
	got, err2 := s.Audit(ctx, "", "aud_1", false)
	if err != nil || err2 != nil || got.URL != "a\uFFFDb\uFFFDc" {
		t.Errorf("%q, %v, %v", got.URL, err, err2)
	}
	if _, err := s.Audit(ctx, "", "aud_\x00", false); audit.CodeOf(err) != audit.CodeNotFound {
		t.Error(err)
	}
}

func TestTheNewestMigrationIsTheSchemaThatIsWaitedFor(t *testing.T) {
	storetest.NewestMigration(t, migrations, schema)
}
