package faults

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
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
	eventually(t, patience, "work has begun", func() error {
		if sites.home.Load() == 0 {
			return errors.New("no site was asked yet")
		}
		return nil
	})
	if code := n.stop(); code != 0 {
		t.Errorf("SIGTERM ends it with %d", code)
	}
	n.start()
	if b := c.ended(r.BatchID, patience); b.Completed != perBatch {
		t.Errorf("%d of %d done", b.Completed, perBatch)
	}
}

func TestASecondServerOnOneFileIsRefused(t *testing.T) {
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	n := newNode(t, store)
	n.start()
	n.ready()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
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
	if b := c.ended(r.BatchID, patience); b.Completed != 3 {
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
	sites := newFarm(t, 400, time.Millisecond)
	n := newNode(t, store)
	c := newCaller(t, newKey(t, store, limit), n)
	n.start()
	n.ready()
	l := ledger{c: c}
	l.untilRefused(t, sites)
	if out, err := exec.Command("mount", "-o", "remount,size=200m", dir).CombinedOutput(); err != nil {
		t.Fatalf("making room: %s", out)
	}
	l.settle(t, patience, 0)
	l.record(t, "1 file system of 3 MB, filled, enlarged")
}

// TestADiskThatFailsToWriteRefusesWithoutLosing lets the system refuse writes in the middle of transactions: a limit on the size of files, which SQLite is
// told of as an I/O error.
func TestADiskThatFailsToWriteRefusesWithoutLosing(t *testing.T) {
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("the size of another process's files is limited by prlimit, which isn't here")
	}
	file := filepath.Join(t.TempDir(), "audits.db")
	store := []string{"--db", file}
	sites := newFarm(t, 400, time.Millisecond)
	n := newNode(t, store)
	l := ledger{c: newCaller(t, newKey(t, store, limit), n)}
	n.start()
	n.ready()
	bound := func(bytes string) {
		t.Helper()
		if out, err := exec.Command(prlimit, "--pid", fmt.Sprint(n.pid()), "--fsize="+bytes+":").CombinedOutput(); err != nil {
			t.Fatalf("limiting the size of files: %s", out)
		}
	}
	for i := range *failures {
		size := int64(0)
		for _, name := range []string{file, file + "-wal", n.log.Name()} {
			if info, err := os.Stat(name); err == nil {
				size = max(size, info.Size())
			}
		}
		bound(fmt.Sprint(size + int64(i+1)*12<<10))
		l.untilRefused(t, sites)
		bound("unlimited")
	}
	l.settle(t, patience, 0)
	n.stop()
	sound(t, file)
	l.record(t, fmt.Sprintf("%d times, until the limit was lifted", *failures))
}

// untilRefused submits until there is no room, and wants that to be said as it is, and reading to go on.
func (l *ledger) untilRefused(t *testing.T, sites *farm) {
	t.Helper()
	for range 100 {
		var r receipt
		urls, _ := sites.next(perBatch, 0)
		err := l.c.call(l.c.nodes[0], "POST", "/v1/audits", "", map[string]any{"urls": urls, "refresh": true}, &r)
		var no errRefused
		if errors.As(err, &no) {
			if no.status != http.StatusServiceUnavailable || !strings.Contains(no.body, "overloaded") {
				t.Fatalf("a store that can't be written answers %v", no)
			}
			if len(l.receipts) > 0 {
				var b batch
				if err := l.c.call(l.c.nodes[0], "GET", "/v1/batches/"+l.receipts[0].BatchID, "", nil, &b); err != nil || b.Total == 0 {
					t.Errorf("reading from a store that can't be written: %v, %d audits", err, b.Total)
				}
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		l.keep(r, nil)
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("there was always room")
}

// sound asks SQLite whether a file is whole.
func sound(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var says string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&says); err != nil || says != "ok" {
		t.Errorf("integrity: %s, %v", says, err)
	}
}

func TestPostgreSQLRestartedMidBatchLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("restarts a database for some seconds")
	}
	pg := pgtest.Start(t)
	store := []string{"--store", pg.URL()}
	sites := newFarm(t, 200, 50*time.Millisecond)
	nodes := []*node{newNode(t, store), newNode(t, store, "--workers", "0"), newProcess(t, "worker", store)}
	l := ledger{c: newCaller(t, newKey(t, store, limit), nodes[0], nodes[1])}
	for _, n := range nodes {
		n.start()
	}
	for _, n := range nodes {
		n.ready()
	}
	for i := range *restarts {
		l.submit(sites.next(20, 5))
		time.Sleep(time.Duration(rand.IntN(600)) * time.Millisecond) // some way into the batch
		if i%2 == 0 {
			pg.Kill()
		} else {
			pg.Stop()
		}
		time.Sleep(time.Duration(rand.IntN(1500)) * time.Millisecond) // how long it is gone
		pg.Restart()
	}
	l.settle(t, patience, 0)
	l.record(t, fmt.Sprintf("%d restarts, each second one a crash", *restarts))
}
