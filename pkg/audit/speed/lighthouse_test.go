//go:build unix

package speed

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/reference"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

// here lets loopback be measured.
var here = fetch.Config{AllowPrivate: true, AllowSubmittedPort: true}

// site is a page on loopback that counts who asks for it.
func site(t *testing.T) (address string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><h1>A page to be measured</h1></html>`))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// script writes a program.
func script(t *testing.T, name, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// browser plays Chromium: it says nothing, and leaves a process of its own behind.
const browser = `sleep 600 & wait`

// installed is a Lighthouse whose node is a script.
func installed(t *testing.T, node string) Installation {
	t.Helper()
	return Installation{Folder: t.TempDir(), Node: script(t, "node", node)}
}

// gone waits until the process whose number is in the file has ended.
func gone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil && strings.Contains(string(state), ") Z ") {
			return // ended, if perhaps nobody has asked how
		}
		if time.Now().After(deadline) {
			t.Fatalf("process %d runs on", pid)
		}
	}
}

func TestALighthouseThatMisbehavesIsAReasonAndLeavesNothing(t *testing.T) {
	report, err := filepath.Abs("testdata/lighthouse_12.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, program, browser string
		time                   time.Duration
		reason                 Reason // empty: it is measured
		says                   string
	}{
		{name: "well", program: `cp ` + report + ` report.json`},
		{name: "leaves children", program: `sleep 600 & echo $! >"$CHILD"; cp ` + report + ` report.json`},
		{name: "hangs", program: `sleep 600 & echo $! >"$CHILD"; wait`, time: 4 * time.Second, reason: TooSlow},
		{
			name: "doesn't end when asked to", program: `trap '' TERM INT; sleep 600 & echo $! >"$CHILD"; while :; do wait; done`,
			time: 4 * time.Second, reason: TooSlow,
		},
		{
			name: "prints 100 MB", program: `head -c 100000000 /dev/zero; sleep 600`, time: 5 * time.Minute, reason: Broke,
			says: "prints more",
		},
		{name: "prints why it can't", program: `echo 'Error: no Chrome' >&2; exit 1`, reason: Broke, says: "no Chrome"},
		{name: "writes nothing", program: `exit 0`, reason: Broke, says: "no report"},
		{name: "writes half of it", program: `head -c 500 ` + report + ` >report.json`, reason: Broke},
		{name: "writes 40 MB", program: `head -c 40000000 /dev/zero >report.json`, reason: Broke, says: "longer than"},
		{
			name:    "says what is wrong with the page, and ends so",
			program: `echo '{"runtimeError":{"code":"NOT_HTML","message":"x"}}' >report.json; exit 1`, reason: NoPage, says: "NOT_HTML",
		},
		{
			name: "has a browser that ends at once", browser: `echo no display; exit 1`, program: `sleep 600 & echo $! >"$CHILD"; wait`,
			reason: Broke, says: "no display",
		},
		{name: "has a browser that says nothing", program: `exit 3`, reason: NotThere},
		{
			name: "has a browser that takes all memory", program: `sleep 600 & echo $! >"$CHILD"; wait`, reason: TooMuch,
			says:    "1024 MiB of memory",
			browser: `for n in 1 2 3 4 5 6; do (x=$(head -c 200m /dev/zero | tr '\0' x); sleep 600; :) & done; sleep 600`,
		},
		{
			name: "has a browser that takes the disk", program: `sleep 600 & echo $! >"$CHILD"; wait`, reason: TooMuch,
			says:    "512 MiB of disk",
			browser: `head -c 600m /dev/zero >large; sleep 600`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			temp, child := t.TempDir(), filepath.Join(t.TempDir(), "child")
			t.Setenv("TMPDIR", temp)
			address, _ := site(t)
			chromium := browser
			if row.browser != "" {
				chromium = row.browser
			}
			tool := NewLighthouse(LighthouseConfig{
				Installation: installed(t, "CHILD="+child+"\n"+row.program),
				Chromium:     script(t, "chromium", "echo $$ >"+child+".browser\n"+chromium), Fetch: here, Time: row.time,
			})
			s, err := tool.Measure(t.Context(), address+"/", audit.English)
			var why *Error
			switch {
			case row.reason == "" && (err != nil || s.Mobile.Score != 64 || s.Tool != "Lighthouse" || s.Version != "12.8.2"):
				t.Errorf("%+v, %v", s, err)
			case row.reason != "" && (!errors.As(err, &why) || why.Reason != row.reason || s.Mobile != nil || !strings.Contains(err.Error(), row.says)):
				t.Errorf("%+v, %v", s, err)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("it left %v (%v)", left, err)
			}
			gone(t, child+".browser")
			if strings.Contains(row.program, "CHILD") {
				gone(t, child)
			}
		})
	}
}

func TestLighthouseKnowsNoKeysAndIsToldWhatToMeasure(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	seen := filepath.Join(t.TempDir(), "seen")
	address, _ := site(t)
	tool := NewLighthouse(LighthouseConfig{
		Installation: installed(t, `{ env; echo "arguments: $*"; cat; } >`+seen), Chromium: script(t, "chromium", browser), Fetch: here,
	})
	if _, err := tool.Measure(t.Context(), address+"/?a=$(id)&b='", audit.French); err == nil {
		t.Fatal("it was measured")
	}
	said, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	rest, told, _ := strings.Cut(string(said), "\n{")
	var task task
	if err := json.Unmarshal([]byte("{"+told), &task); err != nil {
		t.Fatal(err)
	}
	if task.URL != address+"/?a=$(id)&b=%27" || task.Password == "" || task.Flags["locale"] != "fr" ||
		task.Flags["formFactor"] != "mobile" {
		t.Errorf("it is told %+v", task)
	}
	if strings.Contains(string(said), "sk-secret") || strings.Contains(rest, task.Password) {
		t.Errorf("it knows a key, or others see the proxy's password:\n%s", rest)
	}
}

func TestWhatTheGuardForbidsIsNotMeasured(t *testing.T) {
	address, asked := site(t)
	for _, row := range []struct {
		name   string
		fetch  fetch.Config
		reason Reason
	}{
		{"a private address", fetch.Config{AllowSubmittedPort: true}, NotReached},
		{"a port", fetch.Config{AllowPrivate: true}, NotReached},
		{"a site read with headers", fetch.Config{AllowPrivate: true, AllowSubmittedPort: true, Header: http.Header{"X-Token": {"x"}}}, Headers},
	} {
		ran := filepath.Join(t.TempDir(), "ran")
		tool := NewLighthouse(LighthouseConfig{
			Installation: installed(t, "touch "+ran), Chromium: script(t, "chromium", "touch "+ran), Fetch: row.fetch,
		})
		_, err := tool.Measure(t.Context(), address, audit.English)
		var why *Error
		if _, started := os.Stat(ran); !errors.As(err, &why) || why.Reason != row.reason || started == nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if asked.Load() > 0 {
		t.Error("the site was asked")
	}
}

func TestWhoeverGoesAwayEndsLighthouse(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	address, _ := site(t)
	tool := NewLighthouse(LighthouseConfig{
		Installation: installed(t, "echo $$ >"+child+"\nsleep 600"), Chromium: script(t, "chromium", browser), Fetch: here,
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := tool.Measure(ctx, address, audit.English)
		ended <- err
	}()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(child); err == nil && strings.HasSuffix(string(text), "\n") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("it never began")
		}
	}
	cancel()
	var why *Error
	if err := <-ended; !errors.As(err, &why) || why.Reason != Ended {
		t.Errorf("%v", err)
	}
	gone(t, child)
}

// real is Lighthouse itself with a Chromium; without them the test is skipped. What it puts into temporary folders goes to temp.
func real(t *testing.T) (tool *Lighthouse, temp string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes a quarter of a minute")
	}
	folder, err := reference.Folder("lighthouse", "../../../internal/reference/lighthouse/package-lock.json")
	if err != nil {
		t.Skip("Lighthouse is", err)
	}
	chromium, err := render.Find("")
	if err != nil {
		t.Skip("scripts/chromium brings Chromium where it can: ", err)
	}
	found, err := FindLighthouse(filepath.Join(folder, "node_modules", ".bin", "lighthouse"))
	if err != nil {
		t.Fatal(err)
	}
	temp, err = os.MkdirTemp("", "s") //nolint:usetesting // Chromium doesn't start where the path is long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temp) })
	t.Setenv("TMPDIR", temp)
	return NewLighthouse(LighthouseConfig{Installation: found, Chromium: chromium, Fetch: here}), temp
}

func TestLighthouseItselfMeasuresAPageOnLoopback(t *testing.T) {
	tool, temp := real(t)
	address, asked := site(t)
	s, err := tool.Measure(t.Context(), address+"/", audit.French)
	if err != nil {
		t.Fatal(err)
	}
	lab := s.Mobile
	if s.Version != "13.5.0" || s.URL != address+"/" || lab.Score < 50 || lab.LCP == nil || lab.CLS == nil || lab.TBT == nil || lab.FCP == nil || lab.SI == nil || asked.Load() == 0 {
		t.Errorf("%+v, %+v", s, lab)
	}
	t.Logf("Lighthouse %s: %d", s.Version, lab.Score)
	_, err = tool.Measure(t.Context(), address+"/nowhere", audit.English)
	var why *Error
	if !errors.As(err, &why) || why.Reason != NoPage || why.Code != "ERRORED_DOCUMENT_REQUEST" {
		t.Errorf("a page that isn't there: %v", err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("it left %v (%v)", left, err)
	}
}
