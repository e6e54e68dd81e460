package faults

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/auditctl/auditctl/internal/pgtest"
)

func TestAStoppedServerEndsCleanlyAndTheNextGoesOn(t *testing.T) {
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	sites := newFarm(t, perBatch, 300*time.Millisecond)
	n := newNode(t, store, "--workers", "5", "--grace", "1s")
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	var r receipt
	c.until("POST", "/v1/audits", "", map[string]any{"urls": sites.urls}, &r)
	eventually(t, 10*time.Second, "work has begun", func() error {
		if sites.home.Load() == 0 {
			return errors.New("no site was asked yet")
		}
		return nil
	})
	if code := n.stop(); code != 0 {
		t.Errorf("SIGTERM ends it with %d", code)
	}
	n.start()
	if b := c.ended(r.BatchID, 60*time.Second); b.Completed != perBatch {
		t.Errorf("%d of %d done", b.Completed, perBatch)
	}
}

func TestASecondServerOnOneFileIsRefused(t *testing.T) {
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	n := newNode(t, store)
	n.start()
	n.ready()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	second := exec.CommandContext(ctx, path, append([]string{"serve", "--listen", "127.0.0.1:0", "--operator-listen", ""}, store...)...)
	second.Env = environment(t)
	var stderr bytes.Buffer
	second.Stderr = &stderr
	err = second.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(stderr.String(), "another auditctl") {
		t.Errorf("it ends with %v and says %s", err, stderr.String())
	}
}

func TestALockedDatabaseIsWaitedFor(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audits.db")
	store := []string{"--db", file}
	sites := newFarm(t, 3, time.Millisecond)
	n := newNode(t, store)
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	db, err := sql.Open("sqlite", "file:"+file+"?_txlock=exclusive&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(700*time.Millisecond, func() { tx.Rollback() })
	var r receipt
	if err := c.call(n, "POST", "/v1/audits", "", map[string]any{"urls": sites.urls}, &r); err != nil {
		t.Fatalf("while another process held the file: %v", err)
	}
	if b := c.ended(r.BatchID, 30*time.Second); b.Completed != 3 {
		t.Errorf("%d of 3 done", b.Completed)
	}
}

func TestAFullDiskRefusesWithoutLosing(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("a disk that is full needs a small file system, and mounting one is not permitted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("unmounting: %s", out)
		}
	})
	store := []string{"--db", filepath.Join(dir, "audits.db")}
	sites := newFarm(t, perBatch, time.Millisecond)
	n := newNode(t, store)
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	var accepted []receipt
	full := false
	for range 40 {
		var r receipt
		err := c.call(n, "POST", "/v1/audits", "", map[string]any{"urls": sites.urls, "refresh": true}, &r)
		var no errRefused
		if errors.As(err, &no) {
			if no.status != http.StatusServiceUnavailable || !strings.Contains(no.body, "overloaded") {
				t.Fatalf("a full disk answers %v", no)
			}
			full = true
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		accepted = append(accepted, r)
		time.Sleep(50 * time.Millisecond)
	}
	if !full {
		t.Fatal("the disk did not fill up")
	}
	var b batch
	if err := c.call(n, "GET", "/v1/batches/"+accepted[0].BatchID, "", nil, &b); err != nil || b.Total != perBatch {
		t.Errorf("reading on a full disk: %v, %d audits", err, b.Total)
	}
	if out, err := exec.Command("mount", "-o", "remount,size=200m", dir).CombinedOutput(); err != nil {
		t.Fatalf("making room: %s", out)
	}
	for _, r := range accepted {
		if b := c.ended(r.BatchID, 90*time.Second); b.Completed != perBatch {
			t.Errorf("batch %s: %d of %d done after there was room again", r.BatchID, b.Completed, b.Total)
		}
	}
}

func TestPostgreSQLRestartedMidBatchLosesNothing(t *testing.T) {
	pg := pgtest.Start(t)
	store := []string{"--store", pg.URL()}
	sites := newFarm(t, perBatch, 50*time.Millisecond)
	n := newNode(t, store, "--workers", "5")
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	var ledger []receipt
	for i := range 3 {
		var r receipt
		c.until("POST", "/v1/audits", "", map[string]any{"urls": sites.urls, "refresh": true}, &r)
		ledger = append(ledger, r)
		time.Sleep(300 * time.Millisecond) // some way into the batch
		if i%2 == 0 {
			pg.Kill()
		} else {
			pg.Stop()
		}
		pg.Restart()
	}
	metered := 0
	for _, r := range ledger {
		b := c.ended(r.BatchID, 120*time.Second)
		if b.Completed != perBatch {
			t.Errorf("batch %s: %d of %d done", r.BatchID, b.Completed, b.Total)
		}
		metered += r.Metered
	}
	var me struct{ Quota quota }
	c.until("GET", "/v1/me", "", nil, &me)
	if limit-me.Quota.Remaining != metered {
		t.Errorf("%d metered, the receipts say %d", limit-me.Quota.Remaining, metered)
	}
}
