package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// served is a server in a process of its own.
type served struct {
	cmd  *exec.Cmd
	said chan string // all of its stderr, once it ended
}

const servedKey = "served"

func serves(ts *testscript.TestScript, _ bool, args []string) {
	path, err := exec.LookPath("auditctl")
	ts.Check(err)
	s := &served{said: make(chan string, 1)}
	s.cmd = exec.Command(path, append([]string{"serve", "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0", "--allow-private", "--grace", "5s"}, args...)...)
	s.cmd.Dir, s.cmd.Env = ts.MkAbs("."), append(slices.Clone(ts.Value("vars").([]string)), "OTEL_EXPORTER_OTLP_ENDPOINT="+ts.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"))
	stderr, err := s.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(s.cmd.Start())
	var log strings.Builder
	in := bufio.NewReader(stderr)
	var where struct{ API, Operator string }
	for where.API == "" {
		line, err := in.ReadString('\n')
		log.WriteString(line)
		if err != nil {
			ts.Fatalf("auditctl serve ended: %v\n%s", s.cmd.Wait(), log.String())
		}
		if err := json.Unmarshal([]byte(line), &where); err != nil {
			ts.Fatalf("its log is no JSON: %s", line)
		}
	}
	go func() { // ends with the process
		rest, _ := io.ReadAll(in)
		s.said <- log.String() + string(rest)
	}()
	ts.Setenv("AUDITCTL", where.API)
	ts.Setenv("AUDITCTL_HOST", strings.TrimPrefix(where.API, "http://"))
	ts.Setenv("OPERATOR", where.Operator)
	ts.Value("served").(map[string]*served)[servedKey] = s
	ts.Defer(func() {
		if s.cmd.ProcessState == nil {
			s.cmd.Process.Kill()
			<-s.said
			s.cmd.Wait()
		}
	})
}

func stops(ts *testscript.TestScript, _ bool, _ []string) {
	s := ts.Value("served").(map[string]*served)[servedKey]
	ts.Check(s.cmd.Process.Signal(syscall.SIGTERM))
	said := <-s.said
	err := s.cmd.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("served.log"), []byte(said), 0o644))
	if err != nil {
		ts.Fatalf("it ended with %v\n%s", err, said)
	}
}

// example is a block of shell in a document.
var example = regexp.MustCompile("(?s)```sh\n(.*?)```")

func curls(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(filepath.Join(ts.Getenv("REPOSITORY"), args[0]))
	ts.Check(err)
	blocks := example.FindAllStringSubmatch(string(text), -1)
	if len(blocks) == 0 {
		ts.Fatalf("%s has no examples", args[0])
	}
	for _, block := range blocks {
		cmd := exec.Command("sh", "-c", block[1])
		cmd.Dir = ts.MkAbs(".")
		cmd.Env = append(os.Environ(), ts.Value("vars").([]string)...)
		for _, name := range []string{"AUDITCTL", "AUDITCTL_API_KEY", "SITE", "AUDIT_ID", "BATCH_ID"} {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			ts.Fatalf("%s\n%v: %s %s", block[1], err, out, stderr.String())
		}
		var receipt struct {
			BatchID string `json:"batch_id"`
			Count   int
			Audits  []struct {
				AuditID string `json:"audit_id"`
			}
		}
		if json.Unmarshal(out, &receipt) == nil && receipt.Count > 0 {
			ts.Setenv("BATCH_ID", receipt.BatchID)
			ts.Setenv("AUDIT_ID", receipt.Audits[0].AuditID)
			ended(ts, receipt.BatchID)
		}
	}
}

// ended waits until a batch has nothing pending.
func ended(ts *testscript.TestScript, batch string) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		req, err := http.NewRequest(http.MethodGet, ts.Getenv("AUDITCTL")+"/v1/batches/"+batch, http.NoBody)
		ts.Check(err)
		req.Header.Set("X-API-Key", ts.Getenv("AUDITCTL_API_KEY"))
		resp, err := http.DefaultClient.Do(req)
		ts.Check(err)
		var b struct{ Pending, Total int }
		err = json.NewDecoder(resp.Body).Decode(&b)
		resp.Body.Close()
		ts.Check(err)
		if b.Total > 0 && b.Pending == 0 {
			return
		}
	}
	ts.Fatalf("batch %s didn't end", batch)
}

func key(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

func refusesKey(ts *testscript.TestScript, _ bool, _ []string) {
	status := 0
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		req, err := http.NewRequest(http.MethodGet, ts.Getenv("AUDITCTL")+"/v1/me", http.NoBody)
		ts.Check(err)
		req.Header.Set("X-API-Key", ts.Getenv("AUDITCTL_API_KEY"))
		resp, err := http.DefaultClient.Do(req)
		ts.Check(err)
		resp.Body.Close()
		if status = resp.StatusCode; status == http.StatusUnauthorized {
			return
		}
	}
	ts.Fatalf("it answers %d", status)
}

// collects stands for an OpenTelemetry collector.
func collects(ts *testscript.TestScript, _ bool, _ []string) {
	got := make(chan []byte, 1000)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err == nil && r.URL.Path == "/v1/traces" && r.Header.Get("Content-Type") == "application/x-protobuf" {
			got <- body
		}
	}))
	ts.Defer(collector.Close)
	ts.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	ts.Value("spans").(map[string]chan []byte)["spans"] = got
}

// collected says that a name came to the collector: protobuf writes names as they are, after their length.
func collected(ts *testscript.TestScript, _ bool, args []string) {
	spans := ts.Value("spans").(map[string]chan []byte)["spans"]
	var all []byte
	for len(spans) > 0 {
		all = append(all, <-spans...)
	}
	spans <- all
	if !bytes.Contains(all, append([]byte{byte(len(args[0]))}, args[0]...)) {
		ts.Fatalf("no span %q among %d bytes", args[0], len(all))
	}
}
