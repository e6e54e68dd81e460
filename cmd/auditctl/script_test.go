package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"auditctl": main})
}

// TestScripts runs testdata/*.txtar: the real command, in processes of its own, against sites of this one. The address of each site is in the variable of
// its name. Beside testscript's commands there are:
//
//	exits CODE COMMAND…      runs the command, which has to end with the exit code
//	interrupts SITE COMMAND… runs the command until the site is asked for something, then interrupts it; it has to end with 130
//	starts COMMAND…          runs the command meanwhile
//	says TEXT                waits until it has written the text to stderr
//	ends CODE                waits for its end, which has to be with the exit code
//	[!] asked SITE           the site has been asked for something since the last asked
//	[!] sent SITE HOST NAME VALUE
//	                         some request to the site, by that host name, had that header
//	release SITE             the site that waited, or was to change, goes on
//	harmless                 neither stdout nor stderr holds what a terminal obeys
//	remember VARIABLE FIELD FILE
//	                         the variable is the field's first value in the JSON file
//	expand FILE…             variables in the files are replaced
//	serves [FLAG…]           starts a server on loopback; AUDITCTL is its address, OPERATOR the operator's
//	stops                    ends it as an operator would; it has to end with 0
//	key VARIABLE FILE        the variable is the key in the file
//	unauthorized             the server refuses the key AUDITCTL_API_KEY, within two seconds
//	collects                 starts an OpenTelemetry collector and names it in the environment
//	collected NAME           a span of that name came to it
//	alike FILE FILE          the files are the same but for ids and times
//	repeats N FILE URL       writes a list of N addresses of the site
//	agent SITE COMMAND…      plays an AI agent's client with the command: it has the site audited, and asks for the quota
//	action CODE STEP         plays a step of action.yml, with its inputs in INPUT_…; it has to end with the exit code
//	mailbox HOW              starts a mail server on loopback that speaks TLS by starttls or tls, or not (off), and names it in the environment
//	[!] mailed FILE          the file is the next mail that came to it
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			all, stop := newSites()
			env.Defer(stop)
			env.Values["sites"] = all
			for name, s := range all {
				env.Setenv(name, s.URL)
				env.Setenv(name+"_PORT", s.port())
			}
			env.Setenv("AUDITCTL_BROWSER", "off") // but for the script that is about it
			env.Setenv("XDG_DATA_HOME", env.WorkDir+"/data")
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/config")
			env.Values["meanwhile"] = map[string]*meanwhile{}
			env.Values["served"] = map[string]*served{}
			env.Values[mailKey] = map[string]*post{}
			env.Values["spans"] = map[string]chan []byte{}
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			env.Setenv("REPOSITORY", filepath.Join(here, "..", ".."))
			env.Values["vars"] = env.Vars
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "interrupts": interrupts, "asked": asked, "sent": sent, "harmless": harmless, "remember": remember, "expand": expand,
			"serves": serves, "stops": stops, "key": key, "unauthorized": refusesKey, "alike": alike, "agent": agent, "action": playAction, "starts": starts, "says": says, "ends": ends, "repeats": repeats, "collects": collects, "collected": collected,
			"mailbox": mailbox, "mailed": mailed,
			"release": func(ts *testscript.TestScript, _ bool, args []string) { ts.Value("sites").(sites)[args[0]].release() },
		},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	checkExit(ts, want, ts.Exec(args[1], args[2:]...))
}

func checkExit(ts *testscript.TestScript, want int, err error) {
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

func interrupts(ts *testscript.TestScript, _ bool, args []string) {
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), ts.Value("vars").([]string)
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ts.Value("sites").(sites)[args[0]].reached:
		ts.Check(cmd.Process.Signal(os.Interrupt))
		err = <-ended
	case err = <-ended:
	}
	checkExit(ts, exitInterrupted, err)
}

// meanwhile is a command that runs while the script goes on.
type meanwhile struct {
	cmd *exec.Cmd
	out bytes.Buffer // read after its end
	mu  sync.Mutex
	err bytes.Buffer
}

// Write implements io.Writer, for stderr.
func (m *meanwhile) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err.Write(p)
}

func (m *meanwhile) said() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err.String()
}

func starts(ts *testscript.TestScript, _ bool, args []string) {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	m := &meanwhile{cmd: exec.Command(path, args[1:]...)}
	m.cmd.Dir, m.cmd.Env, m.cmd.Stdout, m.cmd.Stderr = ts.MkAbs("."), ts.Value("vars").([]string), &m.out, m
	ts.Check(m.cmd.Start())
	ts.Value("meanwhile").(map[string]*meanwhile)[""] = m
	ts.Defer(func() {
		if m.cmd.ProcessState == nil {
			m.cmd.Process.Kill()
			m.cmd.Wait()
		}
	})
}

func says(ts *testscript.TestScript, _ bool, args []string) {
	m := ts.Value("meanwhile").(map[string]*meanwhile)[""]
	for deadline := time.Now().Add(5 * time.Minute); !strings.Contains(m.said(), args[0]); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			ts.Fatalf("it said %q", m.said())
		}
	}
}

func ends(ts *testscript.TestScript, _ bool, args []string) {
	m := ts.Value("meanwhile").(map[string]*meanwhile)[""]
	err := m.cmd.Wait()
	ts.Stdout().Write(m.out.Bytes())
	io.WriteString(ts.Stderr(), m.said())
	want, wrong := strconv.Atoi(args[0])
	ts.Check(wrong)
	checkExit(ts, want, err)
}

func asked(ts *testscript.TestScript, neg bool, args []string) {
	if n := len(ts.Value("sites").(sites)[args[0]].forget()); (n > 0) == neg {
		ts.Fatalf("%s was asked %d times", args[0], n)
	}
}

func sent(ts *testscript.TestScript, neg bool, args []string) {
	host, name, value := args[1], args[2], args[3]
	requests, found := 0, false
	for _, r := range ts.Value("sites").(sites)[args[0]].seen() {
		if got, _, _ := strings.Cut(r.Host, ":"); got == host {
			requests++
			found = found || slices.Contains(r.Header.Values(name), value)
		}
	}
	if requests == 0 || found == neg {
		ts.Fatalf("%d requests to %s, %s: %s among them: %t", requests, host, name, value, found)
	}
}

func harmless(ts *testscript.TestScript, _ bool, _ []string) {
	for _, name := range []string{"stdout", "stderr"} {
		for i, r := range ts.ReadFile(name) {
			if r != '\n' && r != '\r' && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r)) {
				ts.Fatalf("%s holds %q at byte %d", name, r, i)
			}
		}
	}
}

func remember(ts *testscript.TestScript, _ bool, args []string) {
	_, rest, found := strings.Cut(ts.ReadFile(args[2]), `"`+args[1]+`": "`)
	value, _, _ := strings.Cut(rest, `"`)
	if !found {
		ts.Fatalf("%s has no %s", args[2], args[1])
	}
	ts.Setenv(args[0], value)
}

// masked are the ids and times of every format.
var masked = regexp.MustCompile(`(aud|bat)_[0-9a-z]{26}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)?|"[a-z_]+_ms": ?\d+|\d+ ms\b|time="[\d.]+"`)

func alike(ts *testscript.TestScript, _ bool, args []string) {
	one, other := masked.ReplaceAllString(ts.ReadFile(args[0]), "…"), masked.ReplaceAllString(ts.ReadFile(args[1]), "…")
	if difference := cmp.Diff(strings.Split(one, "\n"), strings.Split(other, "\n")); difference != "" || one == "" {
		ts.Fatalf("%s and %s differ (%d bytes):\n%s", args[0], args[1], len(one), difference)
	}
}

func repeats(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "%s/%d\n", args[2], i)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(list.String()), 0o644))
}

func expand(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := os.Expand(ts.ReadFile(name), ts.Getenv)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// run runs the command line in this process, in a folder of its own, and gives what it wrote.
func run(t testing.TB, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr strings.Builder
	code = Main(append([]string{"--db", t.TempDir() + "/h.db"}, args...), Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestEveryCommandHelps asks every command for its help: examples before the usage, the exit codes last, all of it on stdout.
func TestEveryCommandHelps(t *testing.T) {
	var names [][]string
	root := newRoot(&app{})
	names = append(names, nil)
	for _, c := range root.Commands() {
		names = append(names, []string{c.Name()})
		if c.Name() != "completion" { // the shells' scripts have instructions in place of examples
			for _, sub := range c.Commands() {
				names = append(names, []string{c.Name(), sub.Name()})
			}
		}
	}
	for _, name := range names {
		t.Run(fmt.Sprint(name), func(t *testing.T) {
			code, out, said := run(t, append(slices.Clone(name), "--help")...)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			examples, usage := strings.Index(out, "\nExamples:\n"), strings.Index(out, "\nUsage:\n")
			if code != exitDone || said != "" || examples < 0 || examples > usage || !strings.HasPrefix(lines[len(lines)-1], "Exit codes: 0 done") {
				t.Errorf("%d %s\n%s", code, said, out)
			}
		})
	}
}
