package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// server is a running `auditctl serve` on SQLite, and a key to it.
type server struct {
	cmd           *exec.Cmd
	ended         chan struct{} // closed when it has
	db            string
	url, operator string
	key           string
	log           string
}

// startServer builds auditctl as releases are built, and starts it. What bounds strangers is out of the way.
func startServer(ctx context.Context, dir string) (*server, error) {
	binary := filepath.Join(dir, "auditctl")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./cmd/auditctl")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building auditctl: %w\n%s", err, out)
	}
	s := &server{db: filepath.Join(dir, "audits.db"), log: filepath.Join(dir, "log"), ended: make(chan struct{})}
	environment := append(os.Environ(), "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	for _, args := range [][]string{{"accounts", "create", "soak@example.com", "--plan", "unlimited"}, {"keys", "create", "--account", "soak@example.com"}} {
		cmd := exec.CommandContext(ctx, binary, append(args, "--db", s.db)...)
		cmd.Env = environment
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("auditctl %s: %w", args[0], err)
		}
		s.key = strings.TrimSpace(string(out))
	}
	public, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	private, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	s.url, s.operator = "http://"+public, "http://"+private
	s.cmd = exec.CommandContext(ctx, binary, "serve", "--db", s.db, "--listen", public, "--operator-listen", private, "--allow-private", "--browser", "off",
		"--pages", strconv.Itoa(sitePages), "--cache-age", "2s", "--rate", "1000000", "--burst", "1000000", "--connections-per-address", "0", "--failures-per-hour", "0")
	s.cmd.Env, s.cmd.Stderr = environment, log
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { // ends with the process, which stop waits for
		s.cmd.Wait() //nolint:errcheck // what it said is in its log
		close(s.ended)
	}()
	for deadline := time.Now().Add(time.Minute); ; {
		if _, err = s.ask(ctx, http.MethodGet, "/v1/me", nil); err == nil {
			return s, nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			s.stop()
			said, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("the server doesn't answer: %w\n%s", err, said)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func freeAddress(ctx context.Context) (string, error) {
	var from net.ListenConfig
	l, err := from.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func (s *server) stop() {
	s.cmd.Process.Signal(syscall.SIGTERM) //nolint:errcheck // it may have ended
	<-s.ended
}

// ask calls the API; an answer that says no is an error.
func (s *server) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", s.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("%s %s answers %s: %.300s", method, path, resp.Status, text)
	}
	return text, err
}

type receipt struct {
	BatchID string `json:"batch_id"`
	Audits  []struct {
		AuditID string `json:"audit_id"`
	} `json:"audits"`
}

func (s *server) submit(ctx context.Context, urls []string) (receipt, error) {
	var r receipt
	body, err := json.Marshal(map[string]any{"urls": urls})
	if err != nil {
		return r, err
	}
	text, err := s.ask(ctx, http.MethodPost, "/v1/audits", body)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

// sample is what a server has at one moment. Sizes are in bytes.
type sample struct {
	at                                      time.Duration
	resident, live, goroutines, descriptors float64
	db, wal                                 float64
	cpu, ended, pending                     float64
}

// look reads the operator's metrics, and the sizes of the database's files.
func (s *server) look(ctx context.Context) (sample, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.operator+"/metrics", http.NoBody)
	if err != nil {
		return sample{}, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return sample{}, fmt.Errorf("reading the metrics: %w", err)
	}
	defer resp.Body.Close()
	var v sample
	goal, percent := 0.0, 0.0
	into := map[string]*float64{
		"process_resident_memory_bytes": &v.resident, "go_memstats_next_gc_bytes": &goal, "go_gc_gogc_percent": &percent, "go_goroutines": &v.goroutines,
		"process_open_fds": &v.descriptors, "process_cpu_seconds_total": &v.cpu, "auditctl_queue_pending": &v.pending,
	}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		figure, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil:
		case into[name] != nil:
			*into[name] = figure
		case strings.HasPrefix(name, "auditctl_audits_ended_total{"):
			v.ended += figure
		}
	}
	v.live = goal / (1 + percent/100) // what the last collection found alive: the next is due when the heap is GOGC percent larger
	for path, size := range map[string]*float64{s.db: &v.db, s.db + "-wal": &v.wal} {
		if info, err := os.Stat(path); err == nil {
			*size = float64(info.Size())
		}
	}
	return v, lines.Err()
}

// watch looks again and again until ctx ends.
func (s *server) watch(ctx context.Context, every time.Duration) ([]sample, error) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	began := time.Now()
	var list []sample
	for {
		select {
		case <-s.ended:
			said, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("the server ended: %.3000s", said)
		case <-ctx.Done():
			return list, nil
		case <-ticker.C:
		}
		v, err := s.look(ctx)
		if ctx.Err() != nil {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		v.at = time.Since(began)
		list = append(list, v)
		fmt.Fprintf(os.Stderr, "soak: %4.0f s  %4.0f MB  %4.0f goroutines  %4.0f descriptors  %6.0f audits  %4.0f pending\n",
			v.at.Seconds(), v.resident/mega, v.goroutines, v.descriptors, v.ended, v.pending)
	}
}

// idle waits until nothing is pending.
func (s *server) idle(ctx context.Context) error {
	for deadline := time.Now().Add(2 * time.Minute); ; {
		v, err := s.look(ctx)
		if err != nil || v.pending == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%.0f audits are pending after two minutes", v.pending)
		}
		if !wait(ctx, 500*time.Millisecond) {
			return ctx.Err()
		}
	}
}

// rest gives what the server has when it has worked a little, answered many at once, and has nothing to do.
func (s *server) rest(ctx context.Context, sites *sites) (sample, error) {
	r, err := s.submit(ctx, sites.urls[:perBatch])
	if err != nil {
		return sample{}, err
	}
	if err := s.idle(ctx); err != nil {
		return sample{}, err
	}
	var g errgroup.Group
	for range 4 * pollers { // the store opens connections when they are needed first, and keeps them
		g.Go(func() error {
			for range 20 {
				if _, err := s.ask(ctx, http.MethodGet, "/v1/batches/"+r.BatchID+"?checks=true", nil); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return sample{}, err
	}
	http.DefaultClient.CloseIdleConnections()
	wait(ctx, 3*time.Second)
	return s.look(ctx)
}

// afterwards is how long goroutines and descriptors have to come back to what they were.
const afterwards = 60 * time.Second

// calmDown waits until the server has as little as before, for at most a minute after its last audit, and gives what it has then.
func (s *server) calmDown(ctx context.Context, base sample) (sample, time.Duration, error) {
	http.DefaultClient.CloseIdleConnections()
	if err := s.idle(ctx); err != nil {
		return sample{}, 0, err
	}
	began := time.Now()
	for {
		v, err := s.look(ctx)
		took := time.Since(began)
		if err != nil || took > afterwards || back(v.goroutines, base.goroutines) && back(v.descriptors, base.descriptors) {
			return v, took, err
		}
		if !wait(ctx, time.Second) {
			return v, took, ctx.Err()
		}
	}
}

// back says that a count is what it was, but for a few that come and go.
func back(now, then float64) bool { return now <= then+5 }

// wait says false where ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
