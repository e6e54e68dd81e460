package render

import (
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

// What each page's script does for ever. fill(n) gives n MiB that are written to.
var hostile = map[string]string{
	"fills typed arrays":           `setInterval(() => keep.push(fill(64)))`,
	"fills from eight workers":     `for (let i = 0; i < 8; i++) work('const keep = []; for (;;) keep.push(new Uint8Array(32 << 20).fill(7))')`,
	"begins workers without end":   `setInterval(() => work('setInterval(() => 1, 1000)'))`,
	"fills shared memory":          `setInterval(() => { try { keep.push(new Uint8Array(new SharedArrayBuffer(64 << 20)).fill(7)) } catch { keep.push(fill(64)) } })`,
	"grows wasm memories":          `setInterval(() => { const m = new WebAssembly.Memory({initial: 1024}); new Uint8Array(m.buffer).fill(7); keep.push(m) })`,
	"draws large canvases":         `setInterval(() => { const c = document.createElement("canvas"); c.width = c.height = 4096; const x = c.getContext("2d"); x.fillRect(0, 0, 4096, 4096); x.getImageData(0, 0, 9, 9); keep.push(c) })`,
	"draws with WebGL":             `setInterval(() => { const g = document.createElement("canvas").getContext("webgl"); if (!g) { keep.push(fill(16)); return } const t = g.createTexture(); g.bindTexture(g.TEXTURE_2D, t); g.texImage2D(g.TEXTURE_2D, 0, g.RGBA, 2048, 2048, 0, g.RGBA, g.UNSIGNED_BYTE, fill(16)); keep.push(g, t) })`,
	"keeps blobs":                  `setInterval(() => keep.push(new Blob([fill(16)])))`,
	"fills IndexedDB":              `const o = indexedDB.open("x"); o.onupgradeneeded = () => o.result.createObjectStore("s"); let n = 0; o.onsuccess = () => setInterval(() => o.result.transaction("s", "readwrite").objectStore("s").put(noise(4), n++), 5)`,
	"fills its private files":      `navigator.storage.getDirectory().then(async d => { for (let n = 0;; n++) { const w = await (await d.getFileHandle("f" + n, {create: true})).createWritable(); await w.write(noise(8)); await w.close() } })`,
	"fills the cache of a worker":  `caches.open("x").then(async c => { for (let n = 0;; n++) await c.put("/c" + n, new Response(noise(8))) })`,
	"opens windows":                `setInterval(() => { open("/fills"); open("data:text/html,<script>for(;;);</scr" + "ipt>") }, 1); document.body.click()`,
	"opens frames":                 `setInterval(() => { const f = document.createElement("iframe"); f.src = "/fills?" + Math.random(); document.body.append(f) }, 20)`,
	"makes a tree of a deep store": `let n = 0; setInterval(() => { for (let i = 0; i < 2e4; i++) keep.push({n: "x".repeat(50) + n++}) })`,
}

const tools = `<h1>Bakery</h1><script>
const keep = [], fill = n => new Uint8Array(n << 20).fill(7), work = code => keep.push(new Worker(URL.createObjectURL(new Blob([code]))));
const noise = n => { const a = new Uint8Array(n << 20); for (let i = 0; i < a.length; i += 65536) crypto.getRandomValues(a.subarray(i, i + 65536)); return a };
SCRIPT</script>`

func TestAPageTakesNoMoreThanItsMemoryAndDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		script := hostile[strings.ReplaceAll(strings.Trim(r.URL.Path, "/"), "-", " ")]
		if r.URL.Path == "/fills" {
			script = `keep.push(fill(32))`
		}
		pageOf(strings.Replace(tools, "SCRIPT", script, 1)).ServeHTTP(w, &http.Request{URL: &url.URL{Path: "/"}})
	}))
	t.Cleanup(server.Close)
	for name := range hostile {
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
