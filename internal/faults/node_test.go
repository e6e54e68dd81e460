package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is auditctl, built once for all tests.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "auditctl-faults-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "auditctl")
	cmd := exec.Command("go", "build", "-o", path, "../../cmd/auditctl")
	if *watched {
		cmd.Args = slices.Insert(cmd.Args, 2, "-race")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building auditctl: %w\n%s", err, out)
	}
	return path, nil
})

// auditctl runs a command to its end and gives what it printed to stdout.
func auditctl(t *testing.T, args ...string) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Stdout, cmd.Stderr, cmd.Env = &stdout, &stderr, environment(t)
	if err := cmd.Run(); err != nil {
		t.Fatalf("auditctl %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return strings.TrimSpace(stdout.String())
}

func environment(t *testing.T) []string {
	t.Helper()
	return append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir(), "NO_COLOR=1")
}

// node is one process of the service, which is killed and started again on the same addresses.
type node struct {
	t        *testing.T
	args     []string
	api      string // host:port; empty where it only works
	operator string
	env      []string

	mu  sync.Mutex
	cmd *exec.Cmd
	log *os.File
}

// pid is the process's.
func (n *node) pid() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.cmd.Process.Pid
}

// newNode prepares a process that serves and works; start starts it.
func newNode(t *testing.T, store []string, more ...string) *node {
	t.Helper()
	n := newProcess(t, "serve", store)
	n.api = freeAddress(t)
	n.args = append(n.args, "--listen", n.api, "--rate", "100000", "--burst", "100000", "--connections-per-address", "0",
		"--failures-per-hour", "0", "--cache-age", "0s")
	n.args = append(n.args, more...)
	return n
}

// newProcess prepares a process of a command that works.
func newProcess(t *testing.T, command string, store []string) *node {
	t.Helper()
	begin(t)
	n := &node{t: t, operator: freeAddress(t), env: environment(t)}
	n.args = append([]string{command, "--allow-private", "--operator-listen", n.operator, "--pages", "1", "--workers", "20", "--grace", "5s"}, store...)
	f, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	n.log = f
	t.Cleanup(func() {
		n.kill()
		said, err := os.ReadFile(f.Name())
		if err != nil {
			t.Error(err)
		}
		if _, race, found := strings.Cut(string(said), "WARNING: DATA RACE"); found {
			t.Errorf("a data race: %.3000s", race)
		}
		if t.Failed() {
			t.Logf("the end of the log of auditctl %s:\n%s", strings.Join(n.args, " "), tail(f.Name(), 3000))
		}
		f.Close()
	})
	return n
}

func tail(path string, n int) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(data[max(0, len(data)-n):])
}

// given are the ports that freeAddress gave: tests that run side by side must not have the same before they listen.
var given sync.Map

// freeAddress gives an address that nobody listens on. It stays below the ports that systems give out by themselves, or another test's connection could
// take it while a process is dead.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		port := 10000 + rand.IntN(22000)
		if _, taken := given.LoadOrStore(port, true); taken {
			continue
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}

func (n *node) start() {
	n.t.Helper()
	path, err := program()
	if err != nil {
		n.t.Fatal(err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cmd = exec.Command(path, n.args...)
	n.cmd.Stderr, n.cmd.Env = n.log, n.env
	if err := n.cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
}

// ready waits until the node answers that it is.
func (n *node) ready() {
	n.t.Helper()
	eventually(n.t, patience, "ready: "+n.operator, func() error {
		resp, err := http.Get("http://" + n.operator + "/readyz")
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("readyz says %d", resp.StatusCode)
		}
		return nil
	})
}

// kill ends the process as a power cut would.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd != nil {
		n.cmd.Process.Kill()
		n.cmd.Wait()
		n.cmd = nil
	}
}

// stop ends the process as an operator would, and gives its exit code.
func (n *node) stop() int {
	n.t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		n.t.Fatal(err)
	}
	n.cmd.Wait()
	code := n.cmd.ProcessState.ExitCode()
	n.cmd = nil
	return code
}

func eventually(t *testing.T, within time.Duration, what string, do func() error) {
	t.Helper()
	deadline := time.Now().Add(within)
	for {
		err := do()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %v after %s", what, err, within)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// caller speaks to whichever of the nodes answers.
type caller struct {
	t     *testing.T
	nodes []*node
	key   string
	http  *http.Client
}

func newCaller(t *testing.T, key string, nodes ...*node) *caller {
	t.Helper()
	c := &caller{t: t, nodes: nodes, key: key, http: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}}
	return c
}

type receipt struct {
	BatchID string  `json:"batch_id"`
	Metered int     `json:"metered"`
	Audits  []entry `json:"audits"`
	Quota   quota   `json:"quota"`
}

type entry struct {
	AuditID    string `json:"audit_id"`
	URL        string `json:"url"`
	Status     string `json:"status"`
	Cached     bool   `json:"cached"`
	FinishedAt string `json:"finished_at"`
	Error      *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

type quota struct {
	Limit     int `json:"limit"`
	Remaining int `json:"remaining"`
}

type batch struct {
	Total     int     `json:"total"`
	Completed int     `json:"completed"`
	Pending   int     `json:"pending"`
	Failed    int     `json:"failed"`
	Audits    []entry `json:"audits"`
}

// errRefused is an answer that says no, not a connection that broke.
type errRefused struct {
	status int
	body   string
}

func (e errRefused) Error() string { return fmt.Sprintf("%d %s", e.status, e.body) }

// call asks one node.
func (c *caller) call(n *node, method, path, idempotency string, in, out any) error {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(context.Background(), method, "http://"+n.api+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("X-API-Key", c.key)
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if idempotency != "" {
		req.Header.Set("Idempotency-Key", idempotency)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return errRefused{resp.StatusCode, string(data)}
	}
	return json.Unmarshal(data, out)
}

// until asks the nodes in turn until one gives an answer that stands: broken connections, 409 and 503 are asked again.
func (c *caller) until(method, path, idempotency string, in, out any) {
	c.t.Helper()
	i := 0
	eventually(c.t, patience, method+" "+path, func() error {
		i++
		err := c.call(c.nodes[i%len(c.nodes)], method, path, idempotency, in, out)
		var no errRefused
		if errors.As(err, &no) && no.status != http.StatusConflict && no.status < 500 {
			c.t.Fatalf("%s %s: %v", method, path, err)
		}
		return err
	})
}

// ended waits until a batch has no pending audit.
func (c *caller) ended(id string, within time.Duration) batch {
	c.t.Helper()
	var b batch
	eventually(c.t, within, "batch "+id, func() error {
		b = batch{}
		c.until("GET", "/v1/batches/"+id, "", nil, &b)
		if b.Pending > 0 {
			return fmt.Errorf("%d of %d are pending", b.Pending, b.Total)
		}
		return nil
	})
	return b
}
