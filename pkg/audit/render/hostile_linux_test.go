package render

import (
	_ "embed"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/chromium/observe"
)

// memory that no page's browser reaches, with all its processes.
const memory = 1 << 30

//go:embed testdata/hostile.html
var hostile string

func TestAPageTakesNoMoreThanItsMemoryAndDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		pageOf(hostile).ServeHTTP(w, &http.Request{URL: &url.URL{Path: "/"}}) // its script does what the address names
	}))
	t.Cleanup(server.Close)
	for _, name := range []string{
		"fills typed arrays", "fills from workers", "begins workers", "fills shared memory", "grows wasm memories", "draws canvases", "draws with WebGL",
		"keeps blobs", "fills IndexedDB", "fills private files", "fills caches", "opens windows", "opens frames", "keeps small things",
	} {
		t.Run(name, func(t *testing.T) {
			temporary, err := os.MkdirTemp("", "r") //nolint:usetesting // Chromium doesn't start where the path is long
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(temporary) })
			t.Setenv("TMPDIR", temporary)
			o := observe.Start(t)
			b := open(t, Config{Fetch: own(), Time: 12 * time.Second})
			begun := time.Now()
			_, err = b.Look(t.Context(), server.URL+"/"+strings.ReplaceAll(name, " ", "-"))
			t.Logf("%v, %d MiB at most, %d processes: %v", time.Since(begun).Round(time.Millisecond), o.Peak()>>20, o.Seen(), err)
			if reason := reasonOf(err); err != nil && reason != TooMuchMemory && reason != TooSlow && reason != Broke {
				t.Errorf("%v", err)
			}
			b.Close()
			if peak := o.Peak(); peak > memory {
				t.Errorf("its processes took %d MiB", peak>>20)
			}
			if at := o.Listening(); len(at) > 0 {
				t.Errorf("they listen at %v", at)
			}
			if left := o.Left(); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
			if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
				t.Errorf("files are left: %v, %v", left, err)
			}
		})
	}
}

// victim is the address of a page that is open in a process when that is killed.
const victim = "RENDER_VICTIM"

func TestAKilledProcessTakesItsBrowserWithIt(t *testing.T) {
	if address := os.Getenv(victim); address != "" {
		_, err := open(t, Config{Fetch: own(), Time: time.Minute}).Look(t.Context(), address)
		t.Fatal("it wasn't killed: ", err)
	}
	temporary, err := os.MkdirTemp("", "r") //nolint:usetesting // Chromium doesn't start where the path is long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temporary) })
	if _, err := Find(""); err != nil {
		t.Skip(err)
	}
	asked := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/begun" {
			asked <- struct{}{}
		}
		pageOf("<script>fetch('/begun').then(() => { for (;;) {} })</script>").ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	o := observe.Start(t)
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=2m")
	cmd.Env = append(os.Environ(), victim+"="+server.URL, "TMPDIR="+temporary)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if left := o.Left(); len(left) > 0 || o.Seen() < 5 {
		t.Errorf("%d processes, left: %v", o.Seen(), left)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		left, err := filepath.Glob(filepath.Join(temporary, "*"))
		if err == nil && len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("files are left: %v, %v", left, err)
		}
	}
}
