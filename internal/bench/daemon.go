package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// daemon is a running `auditctl serve`, and a key to it.
type daemon struct {
	load  *load
	cmd   *exec.Cmd
	ended chan error
	url   string
	key   string
	took  time.Duration // from the start of the process to its first answer of 200
}

// longestWait is how long a server may take to start, or to work off what it accepted, before the measurement is given up.
const longestWait = 3 * time.Minute

// createKey makes an account without a limit in a database, and gives a key of it.
func (b *bench) createKey(ctx context.Context, db string) (string, error) {
	const account = "bench@example.com"
	if _, err := b.run(ctx, "", "auditctl", "accounts", "create", account, "--plan", "unlimited", "--db", db); err != nil {
		return "", err
	}
	var out bytes.Buffer
	if _, code, err := b.try(ctx, "", &out, "auditctl", "keys", "create", "--account", account, "--db", db); err != nil || code != 0 {
		return "", fmt.Errorf("making a key: exit code %d: %w", code, err)
	}
	return strings.TrimSpace(out.String()), nil
}

// fresh starts a server on a database of its own.
func (b *bench) fresh(ctx context.Context, name string, args ...string) (*daemon, error) {
	db := filepath.Join(b.dir, name+".db")
	key, err := b.createKey(ctx, db)
	if err != nil {
		return nil, err
	}
	return b.daemon(ctx, db, key, args...)
}

// daemon starts a server on a database and waits until it answers. What bounds strangers is out of the way; it logs as servers do, to a file.
func (b *bench) daemon(ctx context.Context, db, key string, args ...string) (*daemon, error) {
	public, err := freeAddress()
	if err != nil {
		return nil, err
	}
	private, err := freeAddress()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(db + ".log")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	d := &daemon{load: b.load, ended: make(chan error, 1), url: "http://" + public, key: key}
	d.cmd = exec.CommandContext(ctx, b.binary("auditctl"), append([]string{
		"serve", "--db", db, "--listen", public, "--operator-listen", private, "--allow-private",
		"--rate", "1000000", "--burst", "1000000", "--connections-per-address", "0", "--queue-limit", "100000", "--failures-per-hour", "0",
	}, args...)...)
	d.cmd.Env, d.cmd.Stderr = b.environment(), log
	began := time.Now()
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { d.ended <- d.cmd.Wait() }() // stop takes it
	b.load.count(d.cmd.Process.Pid)
	for err := errors.New("not asked yet"); err != nil; {
		select {
		case end := <-d.ended:
			said, _ := os.ReadFile(db + ".log")
			b.load.forget(d.cmd.Process.Pid)
			return nil, fmt.Errorf("the server ended at its start: %w\n%s", end, said[max(0, len(said)-2000):])
		case <-ctx.Done():
			d.stop()
			return nil, ctx.Err()
		case <-time.After(500 * time.Microsecond):
		}
		_, err = d.ask(ctx, http.MethodGet, "/v1/me", nil)
		if time.Since(began) > longestWait {
			d.stop()
			return nil, fmt.Errorf("the server did not start: %w", err)
		}
	}
	d.took = time.Since(began)
	return d, nil
}

// freeAddress is on loopback, and nobody's a moment ago.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// stop ends the server as an operator does.
func (d *daemon) stop() {
	d.load.forget(d.cmd.Process.Pid)
	kill := time.AfterFunc(time.Minute, func() { d.cmd.Process.Kill() })
	defer kill.Stop()
	d.cmd.Process.Signal(os.Interrupt) // fails where it has ended
	if err := <-d.ended; err != nil {
		fmt.Fprintf(os.Stderr, "bench: auditctl serve: %v\n", err)
	}
}

// ask gives the body of an answer of success.
func (d *daemon) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, d.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", d.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %s %s", method, path, resp.Status, text)
	}
	return text, err
}

// receipt is what is needed of the answer to a submission.
type receipt struct {
	BatchID string `json:"batch_id"`
	Metered int
	Audits  []struct {
		AuditID string `json:"audit_id"`
		Status  string
	}
}

// submit sends a batch of at most 50 addresses. With refresh nothing is served from what was audited before.
func (d *daemon) submit(ctx context.Context, urls []string, refresh bool) (r receipt, err error) {
	text, err := d.ask(ctx, http.MethodPost, "/v1/audits", submission(urls, refresh))
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

func submission(urls []string, refresh bool) []byte {
	text, err := json.Marshal(struct {
		URLs    []string `json:"urls"`
		Refresh bool     `json:"refresh,omitempty"`
	}{urls, refresh})
	if err != nil {
		panic(err) // strings and a bool
	}
	return text
}

// perSubmission is how many addresses the API takes at once.
const perSubmission = 50

// submitAll sends addresses in batches and gives how many there are.
func (d *daemon) submitAll(ctx context.Context, urls []string, refresh bool) (batches int, err error) {
	for len(urls) > 0 {
		n := min(perSubmission, len(urls))
		r, err := d.submit(ctx, urls[:n], refresh)
		if err != nil {
			return batches, err
		}
		if r.Metered != n {
			return batches, fmt.Errorf("%d of %d addresses are audited anew, not all", r.Metered, n)
		}
		batches, urls = batches+1, urls[n:]
	}
	return batches, nil
}

// counts are the states of the newest batches' audits.
func (d *daemon) counts(ctx context.Context, batches int) (pending, failed int, err error) {
	text, err := d.ask(ctx, http.MethodGet, fmt.Sprintf("/v1/batches?limit=%d", batches), nil)
	if err != nil {
		return 0, 0, err
	}
	var page struct {
		Batches []struct{ Pending, Failed int }
	}
	if err := json.Unmarshal(text, &page); err != nil {
		return 0, 0, err
	}
	if len(page.Batches) < batches {
		return 0, 0, fmt.Errorf("the server lists %d batches of %d", len(page.Batches), batches)
	}
	for _, batch := range page.Batches {
		pending, failed = pending+batch.Pending, failed+batch.Failed
	}
	return pending, failed, nil
}

// settle waits until nothing of the newest batches is pending. It asks rarely and for heads only, so that asking isn't what is measured.
func (d *daemon) settle(ctx context.Context, batches, mayFail int) error {
	ctx, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	for {
		pending, failed, err := d.counts(ctx, batches)
		switch {
		case err != nil:
			return err
		case failed > mayFail:
			return fmt.Errorf("%d audits failed", failed)
		case pending == 0:
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%d audits are pending still", pending), ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// work submits addresses, waits until all have ended, and gives the time.
func (d *daemon) work(ctx context.Context, urls []string, refresh bool, mayFail int) (time.Duration, error) {
	d.load.begin()
	began := time.Now()
	batches, err := d.submitAll(ctx, urls, refresh)
	if err != nil {
		return 0, err
	}
	if err := d.settle(ctx, batches, mayFail); err != nil {
		return 0, err
	}
	took := time.Since(began)
	d.load.end(0)
	return took, nil
}

// memory gives the server's resident set in MB, now and at its highest since forgetPeak.
func (d *daemon) memory() (now, highest float64, err error) { return memory(d.cmd.Process.Pid) }

func (d *daemon) forgetPeak() error { return forgetPeak(d.cmd.Process.Pid) }
