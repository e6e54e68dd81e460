package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/storetest"
)

// open doesn't close: the suite does.
func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.Beat, s.Silence = 2*time.Second, 8*time.Second // a busy machine beats late
	return s
}

func openAndClose(t *testing.T, path string) *Store {
	t.Helper()
	s := open(t, path)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "x.db") }

func TestFileKeepsThePromises(t *testing.T) {
	t.Parallel()
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a b%20?#.db")) })
}

func TestMemoryKeepsThePromises(t *testing.T) {
	t.Parallel()
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, Memory) })
}

func TestAJobOfAKilledWorkerIsGivenToTheNext(t *testing.T) {
	t.Parallel()
	storetest.Killed(t, func() string { return newFile(t) }, func(t *testing.T, path string) store.Store { return open(t, path) })
}

func TestEveryConnectionHasThePragmas(t *testing.T) {
	s := openAndClose(t, newFile(t))
	for range 3 {
		c, err := s.read.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var keys int
		var journal string
		if err := c.QueryRowContext(t.Context(), "PRAGMA foreign_keys").Scan(&keys); err != nil || keys != 1 {
			t.Errorf("foreign_keys %d, %v", keys, err)
		}
		if err := c.QueryRowContext(t.Context(), "PRAGMA journal_mode").Scan(&journal); err != nil || journal != "wal" {
			t.Errorf("journal_mode %s, %v", journal, err)
		}
	}
}

func TestManyProcessesMayOpenANewFileAtOnce(t *testing.T) {
	path := newFile(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestOpeningRefuses(t *testing.T) {
	newer := newFile(t)
	s := openAndClose(t, newer)
	if _, err := s.write.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`); err != nil {
		t.Fatal(err)
	}
	text := newFile(t)
	if err := os.WriteFile(text, []byte(strings.Repeat("this is no database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := newFile(t)
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE recipes (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	cut := newFile(t)
	if err := open(t, cut).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(cut, 8192+100); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{newer: "newer version", text: "--db", foreign: "another program", cut: "damaged", t.TempDir(): "directory"} {
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Open(t.Context(), newer); !errors.Is(err, ErrNewerSchema) {
		t.Errorf("a newer schema: %v", err)
	}
}

func TestTheFileIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "x.db")
	s := openAndClose(t, path)
	add(t, s, "bat_1", 1)
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
}

// add accepts a batch of the operator's own command.
func add(t *testing.T, s *Store, id string, audits int) {
	t.Helper()
	if err := tryAdd(t.Context(), s, id, audits); err != nil {
		t.Fatal(err)
	}
}

func tryAdd(ctx context.Context, s *Store, id string, audits int) error {
	b := store.Batch{ID: id, Lang: audit.French, CreatedAt: time.Now()}
	for n := range audits {
		b.Audits = append(b.Audits, store.NewAudit{Rules: "1", Audit: audit.Audit{
			AuditID: fmt.Sprintf("aud_%s_%d", id, n), URL: "https://a.example/" + strings.Repeat("x", 100), Domain: "a.example", Status: audit.Pending, Lang: audit.French, CreatedAt: time.Now(),
		}})
	}
	return s.Update(ctx, func(tx store.Tx) error { return tx.AddBatch(ctx, b) })
}

func TestWhatWasWrittenIsThereAfterReopening(t *testing.T) {
	path := newFile(t)
	s := open(t, path)
	add(t, s, "bat_1", 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := openAndClose(t, path).Batch(t.Context(), "", "bat_1", true); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAFileOfTheFirstSchemaIsBroughtUpToDateWithItsAudits(t *testing.T) {
	path := newFile(t)
	db, err := connect(path, 1)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := fs.Sub(migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, folder, goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`
		INSERT INTO batches (id, lang, created_at) VALUES ('bat_1', 'en', 1000000);
		INSERT INTO audits (id, batch_id, position, url, domain, lang, status, cached, created_at, finished_at, audited_at, rules_version, serves, error_code, error_message)
		VALUES ('aud_1', 'bat_1', 0, 'https://a.example/', 'a.example', 'en', 'done', 0, 1000000, 3000000, 2000000, '1', 'domain', '', ''),
		       ('aud_2', 'bat_1', 1, 'https://b.example/', 'b.example', 'en', 'failed', 0, 1000000, 3000000, NULL, '', '', 'timeout', 'too late'),
		       ('aud_3', 'bat_1', 2, 'https://c.example/', 'c.example', 'en', 'pending', 0, 1000000, NULL, NULL, '', '', '', '');
		INSERT INTO reports (audit_id, report, checks) VALUES ('aud_1', '{"summary":"kept"}', '[{"id":"seo.title"}]')`)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	s := openAndClose(t, path)
	got, err := s.Batch(ctx, "", "bat_1", true)
	if err != nil || len(got) != 3 || string(got[0].Report) != `{"summary":"kept"}` || string(got[0].Checks) != `[{"id":"seo.title"}]` ||
		got[1].Error == nil || got[2].Status != audit.Pending {
		t.Fatalf("%+v, %v", got, err)
	}
	err = s.Update(ctx, func(tx store.Tx) error {
		fresh, err := tx.Fresh(ctx, store.FreshKey{
			Domain: "a.example", Origin: "https://a.example", URL: "https://a.example/x", Lang: audit.English, Rules: "1",
			Since: time.UnixMicro(2000000),
		})
		if fresh == nil || fresh.ReportOf != "aud_1" || !fresh.AuditedAt.Equal(time.UnixMicro(2000000)) {
			t.Errorf("an old audit serves %+v", fresh)
		}
		ended, err2 := tx.End(ctx, store.Ending{AuditID: "aud_3", Status: audit.Failed, FinishedAt: time.Now(), Error: &audit.Failure{Code: audit.CodeTimeout}})
		if !ended {
			t.Error("a pending audit can't be taken up")
		}
		return errors.Join(err, err2, tx.Delete(ctx, "", "aud_1"), tx.Delete(ctx, "", "aud_2"), tx.Delete(ctx, "", "aud_3"))
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"batches", "audits", "reports"} {
		var n int
		if err := s.read.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%d rows of %s are left, %v", n, table, err)
		}
	}
}

func TestAFileOfAnEarlierSchemaIsBroughtUpToDate(t *testing.T) {
	path := newFile(t)
	s := open(t, path)
	add(t, s, "bat_1", 2)
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
	end(s, "aud_bat_1_0")
	if err := s.CreateAccount(t.Context(), store.Account{ID: "acc_1", Email: "a@mail.example", Plan: audit.Individual, Limit: 7}); err != nil {
		t.Fatal(err)
	}
	_, err := s.write.Exec(`
		CREATE INDEX audits_ended ON audits (finished_at) WHERE status <> 'pending';
		CREATE INDEX audits_running ON audits (domain); CREATE INDEX audits_started ON audits (domain);
		INSERT INTO failures (account_id, at, audit_id) VALUES ('key_1', 7, 'aud_0'), ('acc_2', 8, 'aud_9');
		INSERT INTO api_keys (id, account_id, name, prefix, hash, created_at) VALUES ('key_1', 'acc_1', '', '', x'01', 1);
		ALTER TABLE failures RENAME COLUMN account_id TO key_id; DROP TABLE visits;
		UPDATE audits SET serves = 'domain';
		ALTER TABLE audits DROP COLUMN asked; ALTER TABLE audits DROP COLUMN answered; ALTER TABLE audits DROP COLUMN partial;
		DROP TABLE sessions; DROP TABLE invitations; DROP TABLE paid_answers;
		ALTER TABLE accounts DROP COLUMN operator; ALTER TABLE accounts DROP COLUMN password; ALTER TABLE accounts DROP COLUMN sessions_from;
		ALTER TABLE reports DROP COLUMN screenshot;
		DELETE FROM goose_db_version WHERE version_id > 5`)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAndClose(t, path)
	if got, err := s.Audit(t.Context(), "", "aud_bat_1_0", false); err != nil || string(got.Report) != `{}` {
		t.Errorf("what was there: %s, %v", got.Report, err)
	}
	if old, err := s.Screenshot(t.Context(), "", "aud_bat_1_0"); err != nil || old != nil {
		t.Errorf("a picture of before: %q, %v", old, err)
	}
	if a, err := s.Account(t.Context(), "acc_1", time.Time{}); err != nil || a.Operator || a.Password != "" || !a.SessionsFrom.IsZero() {
		t.Errorf("an account of before: %+v, %v", a, err)
	}
	err = s.Update(t.Context(), func(tx store.Tx) error {
		for _, account := range []string{"acc_1", "acc_2"} {
			if n, _, err := tx.Failures(t.Context(), account, time.Time{}, 9); n != 1 || err != nil {
				t.Errorf("%s has %d failures of before, counted on its key or itself: %v", account, n, err)
			}
		}
		for origin, want := range map[string]bool{"https://a.example": true, "http://a.example": false} {
			fresh, err := tx.Fresh(t.Context(), store.FreshKey{
				Domain: "a.example", Origin: origin, URL: origin + "/x", Lang: audit.French, Rules: "1", Account: "",
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
	end(s, "aud_bat_1_1")
	copied := filepath.Join(t.TempDir(), "backup.db")
	if err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	for what, s := range map[string]*Store{"brought up to date": s, "its backup": openAndClose(t, copied)} {
		if kept, err := s.Screenshot(t.Context(), "", "aud_bat_1_1"); err != nil || string(kept) != "Seen" {
			t.Errorf("%s: %q, %v", what, kept, err)
		}
	}
}

func TestPaidAnswersThatAProcessOfBeforeLeftAreRemoved(t *testing.T) {
	s := openAndClose(t, newFile(t))
	add(t, s, "bat_1", 1)
	_, err := s.write.Exec(`INSERT INTO paid_answers (audit_id, asked, nth, kept_at, answer) VALUES ('aud_bat_1_0', x'01', 0, 7, x'02'), ('aud_ended', x'01', 0, 7, x'02'), ('aud_ended', x'01', 1, 7, x'02')`)
	if err != nil {
		t.Fatal(err)
	}
	removed, err := s.Clean(t.Context(), store.Cleaning{})
	if left, err2 := s.PaidAnswers(t.Context(), "aud_bat_1_0", time.Time{}); err != nil || err2 != nil || removed != (store.Cleaned{PaidAnswers: 2}) || len(left) != 1 {
		t.Errorf("removed %+v, %d are left, %v, %v", removed, len(left), err, err2)
	}
}

func TestOneProcessWorksAFileAndOthersMayUseIt(t *testing.T) {
	path := newFile(t)
	first, second := openAndClose(t, path), openAndClose(t, path)
	ctx, stop := context.WithCancel(t.Context())
	tending := make(chan bool, 1)
	w := store.Worker{
		Node: "first", Count: 1, Timeout: time.Minute, TendEvery: time.Hour,
		Tend: func(context.Context) error { tending <- true; return nil },
		Run:  func(context.Context, store.Running) error { return nil },
	}
	ended := make(chan error)
	go func() { ended <- first.Work(ctx, w) }()
	<-tending
	if err := second.Work(t.Context(), w); !errors.Is(err, store.ErrHeld) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second worker: %v", err)
	}
	add(t, second, "bat_1", 1)
	if _, err := first.Batch(t.Context(), "", "bat_1", false); err != nil {
		t.Error(err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	ctx, stop = context.WithCancel(t.Context())
	go func() { ended <- second.Work(ctx, w) }()
	<-tending // when the first has gone, the second may
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestABackupIsWholeWhileOthersWrite(t *testing.T) {
	t.Parallel()
	s := openAndClose(t, newFile(t))
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	written := make(chan bool, 1000)
	for w := range 3 {
		writers.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				if err := tryAdd(t.Context(), s, fmt.Sprintf("bat_%d_%06d", w, n), 5); err != nil {
					t.Error(err)
				}
				select {
				case written <- true:
				default:
				}
			}
		})
	}
	for range 20 {
		<-written
	}
	path := filepath.Join(t.TempDir(), "backup.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), path); audit.CodeOf(err) != audit.CodeValidationFailed {
		t.Errorf("a file that exists: %v", err)
	}
	if err := s.Backup(t.Context(), filepath.Join(path, "x")); err == nil {
		t.Error("a backup in no folder")
	}
	stop()
	writers.Wait()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if err != nil || len(files) != 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
	restored := openAndClose(t, path)
	var says string
	if err := restored.read.QueryRow(`PRAGMA integrity_check`).Scan(&says); err != nil || says != "ok" {
		t.Errorf("integrity: %s, %v", says, err)
	}
	heads, err := restored.Batches(t.Context(), "", audit.Query{Limit: 1 << 20})
	if err != nil || len(heads) < 20 {
		t.Errorf("%d batches, %v", len(heads), err)
	}
	for _, h := range heads {
		if h.Total != 5 {
			t.Errorf("%s has %d audits", h.BatchID, h.Total)
		}
	}
	add(t, restored, "bat_after", 1)
}

func TestAFullDiskIsUnavailableUntilThereIsRoom(t *testing.T) {
	s := openAndClose(t, newFile(t))
	add(t, s, "bat_0", 1)
	var pages int
	if err := s.write.QueryRow(`PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.Exec(fmt.Sprintf(`PRAGMA max_page_count(%d)`, pages)); err != nil {
		t.Fatal(err)
	}
	if err := tryAdd(t.Context(), s, "bat_1", 500); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "full") {
		t.Errorf("on a full disk: %v", err)
	}
	if _, err := s.Batch(t.Context(), "", "bat_1", false); audit.CodeOf(err) != audit.CodeNotFound {
		t.Errorf("a part is there: %v", err)
	}
	if _, err := s.write.Exec(`PRAGMA max_page_count(1000000)`); err != nil {
		t.Fatal(err)
	}
	add(t, s, "bat_1", 500)
}

func TestALockedDatabaseIsUnavailableUntilItIsFree(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	s, other := openAndClose(t, path), openAndClose(t, path)
	if _, err := s.write.Exec(`PRAGMA busy_timeout(20)`); err != nil {
		t.Fatal(err)
	}
	lock, err := other.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{"writing": tryAdd(t.Context(), s, "bat_1", 1), "ready": s.Ready(t.Context())} {
		if !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := s.Audits(t.Context(), "", audit.Query{}); err != nil {
		t.Errorf("reading while another writes: %v", err)
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	add(t, s, "bat_1", 1)
}

func TestTheNewestMigrationIsTheSchemaThatIsWaitedFor(t *testing.T) {
	storetest.NewestMigration(t, migrations, schema)
}
