//go:build unix

package speed

import (
	"context"
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

// browser plays Chromium: it says where it can be spoken to, and leaves a process of its own behind.
const browser = `for a; do case "$a" in --user-data-dir=*) d=${a#*=};; esac; done
mkdir -p "$d" && printf '9222\n/devtools/browser/x\n' >"$d/new" && mv "$d/new" "$d/DevToolsActivePort"
sleep 600 & wait`

// into sets $out to the file that the report belongs in.
const into = `for a; do case "$a" in --output-path=*) out=${a#*=};; esac; done
`

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
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
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
		{name: "well", program: into + `cp ` + report + ` "$out"`},
		{name: "leaves children", program: into + `sleep 600 & echo $! >"$CHILD"; cp ` + report + ` "$out"`},
		{name: "hangs", program: `sleep 600 & echo $! >"$CHILD"; wait`, time: 500 * time.Millisecond, reason: TooSlow},
		{name: "doesn't end when asked to", program: `trap '' TERM INT; sleep 600 & echo $! >"$CHILD"; while :; do wait; done`, time: 500 * time.Millisecond, reason: TooSlow},
		{name: "prints 100 MB", program: `head -c 100000000 /dev/zero; sleep 600`, time: 20 * time.Second, reason: Broke, says: "prints more"},
		{name: "prints why it can't", program: `echo 'Error: no Chrome' >&2; exit 1`, reason: Broke, says: "no Chrome"},
		{name: "writes nothing", program: `exit 0`, reason: Broke, says: "no report"},
		{name: "writes half of it", program: into + `head -c 500 ` + report + ` >"$out"`, reason: Broke},
		{name: "writes 40 MB", program: into + `head -c 40000000 /dev/zero >"$out"`, reason: Broke, says: "longer than"},
		{name: "says what is wrong with the page, and ends so", program: into + `echo '{"runtimeError":{"code":"NOT_HTML","message":"x"}}' >"$out"; exit 1`, reason: NoPage, says: "NOT_HTML"},
		{name: "has a browser that ends at once", browser: `exit 3`, program: `sleep 600`, reason: NotThere},
		{name: "has a browser that says nothing", browser: `sleep 600`, program: `exit 0`, time: 300 * time.Millisecond, reason: NotThere},
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
				Path:     script(t, "lighthouse", "CHILD="+child+"\n"+row.program),
				Chromium: script(t, "chromium", "echo $$ >"+child+".browser\n"+chromium), Fetch: here, Time: row.time,
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
		Path: script(t, "lighthouse", `{ env; for a; do echo "$a"; done; } >`+seen), Chromium: script(t, "chromium", browser), Fetch: here,
	})
	if _, err := tool.Measure(t.Context(), address+"/?a=$(id)&b='", audit.French); err == nil {
		t.Fatal("it was measured")
	}
	said, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n" + address + "/?a=$(id)&b=%27\n", "--port=9222", "--locale=fr", "--form-factor=mobile", "--only-categories=performance"} {
		if !strings.Contains(string(said), want) {
			t.Errorf("%q isn't in:\n%s", want, said)
		}
	}
	if strings.Contains(string(said), "sk-secret") {
		t.Error("it knows a key")
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
		tool := NewLighthouse(LighthouseConfig{Path: script(t, "lighthouse", "touch "+ran), Chromium: script(t, "chromium", "touch "+ran), Fetch: row.fetch})
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
	tool := NewLighthouse(LighthouseConfig{Path: script(t, "lighthouse", "echo $$ >"+child+"\nsleep 600"), Chromium: script(t, "chromium", browser), Fetch: here})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := tool.Measure(ctx, address, audit.English)
		ended <- err
	}()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
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

func TestLighthouseItselfMeasuresAPageOnLoopback(t *testing.T) {
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
	temp, err := os.MkdirTemp("", "s") //nolint:usetesting // Chromium doesn't start where the path is long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temp) })
	t.Setenv("TMPDIR", temp)
	address, asked := site(t)
	tool := NewLighthouse(LighthouseConfig{Path: filepath.Join(folder, "node_modules", ".bin", "lighthouse"), Chromium: chromium, Fetch: here})
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
