package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/storetest"
)

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestFileKeepsThePromises(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a b%20?#.db")) })
}

func TestMemoryKeepsThePromises(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) store.Store { return open(t, Memory) })
}

func TestEveryConnectionHasThePragmas(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "x.db"))
	for range 3 {
		c, err := s.read.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var keys int
		var journal string
		if err := c.QueryRowContext(context.Background(), "PRAGMA foreign_keys").Scan(&keys); err != nil || keys != 1 {
			t.Errorf("foreign_keys %d, %v", keys, err)
		}
		if err := c.QueryRowContext(context.Background(), "PRAGMA journal_mode").Scan(&journal); err != nil || journal != "wal" {
			t.Errorf("journal_mode %s, %v", journal, err)
		}
	}
}

func TestManyProcessesMayOpenANewFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(context.Background(), path)
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
	dir := t.TempDir()
	newer := filepath.Join(dir, "newer.db")
	s := open(t, newer)
	if _, err := s.write.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("this is no database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), newer); !errors.Is(err, ErrNewerSchema) {
		t.Errorf("a newer schema: %v", err)
	}
	if _, err := Open(context.Background(), text); err == nil || !strings.Contains(err.Error(), "--db") {
		t.Errorf("a text file: %v", err)
	}
	if _, err := Open(context.Background(), dir); err == nil {
		t.Error("a folder was opened as a database")
	}
}

func TestTheFileIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "x.db")
	open(t, path)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWhatWasWrittenIsThereAfterReopening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, path)
	a := audit.Audit{AuditID: "aud_1", BatchID: "bat_1", URL: "https://a.example/", Domain: "a.example", Status: audit.Pending, Lang: audit.French}
	if err := s.Accept(context.Background(), store.Batch{ID: "bat_1", Lang: audit.French, Audits: []audit.Audit{a}}); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, path).Audit(context.Background(), "aud_1"); err != nil {
		t.Error(err)
	}
}
