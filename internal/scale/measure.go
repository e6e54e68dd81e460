package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store/postgres"
)

// figures are what was seen of some nodes.
type figures struct {
	audits      int
	perSecond   float64
	nodes       float64 // processor time, ms an audit
	database    float64 // likewise
	connections int     // at most
	p50, p99    float64 // ms from the acceptance of an audit to a worker, where workers are free
	size        float64 // KB an audit
}

// alone are the audits whose wait for a worker is measured, one after the other on nodes that are otherwise idle.
const alone = 60

// measure has nodes audit what keeps all their workers busy, and then one audit after the other.
func measure(ctx context.Context, database, binary, dir string, s *sites, n int, o options) (f figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	c, err := start(ctx, database, binary, dir, n, o.workers)
	if err != nil {
		return f, err
	}
	defer c.stop()
	w, err := newWatch(ctx, database, c.pids())
	if err != nil {
		return f, err
	}
	defer w.close(ctx)
	f.audits = n * o.workers * o.rounds
	before, err := w.size(ctx)
	if err != nil {
		return f, err
	}
	w.begin()
	if err := c.submit(ctx, s.urls[:f.audits]); err != nil {
		return f, err
	}
	if err := w.drained(ctx); err != nil {
		return f, err
	}
	if err := w.end(ctx, &f); err != nil {
		return f, err
	}
	after, err := w.size(ctx)
	if err != nil {
		return f, err
	}
	f.size = (after - before) / 1024 / float64(f.audits)
	for i := range alone {
		if err := c.submit(ctx, s.urls[i%len(s.urls):][:1]); err != nil {
			return f, err
		}
		time.Sleep(150 * time.Millisecond)
	}
	if err := w.drained(ctx); err != nil {
		return f, err
	}
	return f, w.conn.QueryRow(ctx, `
		SELECT 1000 * percentile_cont(0.5) WITHIN GROUP (ORDER BY wait), 1000 * percentile_cont(0.99) WITHIN GROUP (ORDER BY wait)
		FROM (SELECT extract(epoch FROM attempted_at - created_at)::float8 AS wait FROM river_job ORDER BY id DESC LIMIT $1) AS newest`, alone).Scan(&f.p50, &f.p99)
}

// idle is a pipeline that does nothing.
type idle struct{}

func (idle) Validate(audit.Target) *audit.Error { return nil }

func (idle) Run(context.Context, audit.Target, audit.Lang, []string, func(audit.Stage, string)) (*audit.Report, error) {
	return &audit.Report{Summary: "nothing was done", AuditedAt: time.Now()}, nil
}

func (idle) RulesVersion() string { return "none" }

// idleNode works off a database's queue with a pipeline that does nothing until it is told to stop.
func idleNode(ctx context.Context, database string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := postgres.Open(ctx, database)
	if err != nil {
		return err
	}
	v := service.New(service.Config{Store: s, Runner: idle{}})
	err = v.RunQueue(ctx, service.Workers{Node: fmt.Sprint("idle-", os.Getpid()), Count: 50, Grace: time.Second})
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, s.Close())
}

// measureQueue fills a queue, and has nodes work it off that do nothing else.
func measureQueue(ctx context.Context, database string, n, audits int) (f figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	s, err := postgres.Open(ctx, database)
	if err != nil {
		return f, err
	}
	v := service.New(service.Config{Store: s, Runner: idle{}})
	account, err := v.CreateAccount(ctx, "scale@example.com", audit.Unlimited, 0)
	caller := v.For(audit.Caller{AccountID: account.ID, KeyID: "key_1"})
	for at := 0; err == nil && at < audits; at += 50 {
		var urls []string
		for i := range 50 {
			urls = append(urls, fmt.Sprintf("https://site-%d.example/", at+i))
		}
		_, err = caller.Submit(ctx, audit.Submission{URLs: urls})
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return f, err
	}
	f.audits = audits
	self, err := os.Executable()
	if err != nil {
		return f, err
	}
	var cmds []*exec.Cmd
	var pids []int
	defer func() {
		for _, cmd := range cmds {
			cmd.Process.Signal(syscall.SIGINT) //nolint:errcheck // it may have ended
			cmd.Wait()                         //nolint:errcheck // likewise
		}
	}()
	for range n {
		cmd := exec.CommandContext(ctx, self, nodeCommand, database)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			return f, err
		}
		cmds, pids = append(cmds, cmd), append(pids, cmd.Process.Pid)
	}
	w, err := newWatch(ctx, database, pids)
	if err != nil {
		return f, err
	}
	defer w.close(ctx)
	w.begin()
	if err := w.drained(ctx); err != nil {
		return f, err
	}
	if err := w.end(ctx, &f); err != nil {
		return f, err
	}
	// From the first audit taken to the last ended: the start of processes is none of the queue's.
	var seconds float64
	err = w.conn.QueryRow(ctx, `SELECT extract(epoch FROM max(finalized_at) - min(attempted_at))::float8 FROM river_job`).Scan(&seconds)
	f.perSecond = float64(audits) / seconds
	return f, err
}

// watch looks at a database, and at the processor time of its server and of nodes.
type watch struct {
	conn        *pgx.Conn
	pids        []int
	postmaster  int
	began       time.Time
	nodes, ours float64 // seconds of processor at begin: nodes', the database server's
	connections int
}

func newWatch(ctx context.Context, database string, pids []int) (*watch, error) {
	u, err := url.Parse(database)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
	if err != nil {
		return nil, fmt.Errorf("finding the database server's process: %w", err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	w := &watch{pids: pids}
	if w.postmaster, err = strconv.Atoi(first); err != nil {
		return nil, err
	}
	w.conn, err = pgx.Connect(ctx, database)
	return w, err
}

func (w *watch) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	w.conn.Close(ctx) //nolint:errcheck // it was only read from
}

func (w *watch) begin() {
	w.began = time.Now()
	w.nodes, w.ours = sum(w.pids), serverTime(w.postmaster)
}

// drained waits until no audit is pending, and counts connections meanwhile.
func (w *watch) drained(ctx context.Context) error {
	for {
		var pending, connections int
		err := w.conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM audits WHERE status = 'pending'),
			(SELECT count(*) FROM pg_stat_activity WHERE application_name = 'auditctl' AND datname = current_database())`).Scan(&pending, &connections)
		if err != nil {
			return err
		}
		w.connections = max(w.connections, connections)
		if pending == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d audits are pending still: %w", pending, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (w *watch) end(ctx context.Context, f *figures) error {
	f.nodes = 1000 * (sum(w.pids) - w.nodes) / float64(f.audits)
	f.database = 1000 * (serverTime(w.postmaster) - w.ours) / float64(f.audits)
	f.perSecond, f.connections = float64(f.audits)/time.Since(w.began).Seconds(), w.connections
	var lost int
	if err := w.conn.QueryRow(ctx, `SELECT count(*) FROM audits WHERE status <> 'done'`).Scan(&lost); err != nil {
		return err
	}
	if lost > 0 {
		return fmt.Errorf("%d of %d audits are not done", lost, f.audits)
	}
	return nil
}

// size is the database's, in bytes.
func (w *watch) size(ctx context.Context) (bytes float64, err error) {
	err = w.conn.QueryRow(ctx, `SELECT pg_database_size(current_database())::float8`).Scan(&bytes)
	return bytes, err
}

// ticks are how the system counts processor time in /proc.
const ticks = 100

// times are a process's parent, its processor time, and that of its children that have ended.
func times(pid int) (parent int, own, children float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, 0
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name may hold spaces
	var user, system, childrensUser, childrensSystem float64
	if _, err := fmt.Sscan(fmt.Sprintf("%s %s %s %s %s", fields[1], fields[11], fields[12], fields[13], fields[14]), &parent, &user, &system, &childrensUser, &childrensSystem); err != nil {
		return 0, 0, 0
	}
	return parent, (user + system) / ticks, (childrensUser + childrensSystem) / ticks
}

func sum(pids []int) (seconds float64) {
	for _, pid := range pids {
		_, own, _ := times(pid)
		seconds += own
	}
	return seconds
}

// serverTime is what a database server used: its first process, those that live and those that have ended.
func serverTime(postmaster int) float64 {
	_, own, ended := times(postmaster)
	seconds := own + ended
	list, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return seconds
	}
	for _, path := range list {
		pid, err := strconv.Atoi(filepath.Base(path))
		if err != nil {
			continue
		}
		if parent, own, _ := times(pid); parent == postmaster {
			seconds += own
		}
	}
	return seconds
}

// harness is a test outside of tests, as far as pgtest asks for one.
type harness struct {
	testing.TB
	after []func()
}

func (*harness) Helper()            {}
func (h *harness) Cleanup(f func()) { h.after = append(h.after, f) }
func (*harness) Logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "scale: "+format+"\n", args...)
}
func (*harness) Skip(args ...any)  { panic(errors.New(fmt.Sprint(args...))) }
func (*harness) Fatal(args ...any) { panic(errors.New(fmt.Sprint(args...))) }
func (*harness) Fatalf(format string, args ...any) {
	panic(fmt.Errorf(format, args...))
}

// withServer gives a PostgreSQL server of its own.
func withServer(do func(*pgtest.Server) error) (err error) {
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
	return do(pgtest.Start(&h))
}
