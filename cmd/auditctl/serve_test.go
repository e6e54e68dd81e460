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

func key(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

func refusesKey(ts *testscript.TestScript, _ bool, _ []string) {
	status := 0
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
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
