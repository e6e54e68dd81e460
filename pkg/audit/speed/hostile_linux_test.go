package speed

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/chromium/observe"
	"github.com/auditctl/auditctl/pkg/audit"
)

// A page that is well, and one that fills memory, while somebody else looks for a port that the browser could be spoken to at.
func TestLighthousesBrowserHasNoPortAndABound(t *testing.T) {
	tool, temp := real(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">`+
			`<title>A page</title><h1>A page to be measured</h1>`)
		if r.URL.Path == "/fills" {
			fmt.Fprint(w, `<script>const keep = []; setInterval(() => keep.push(new Uint8Array(32 << 20).fill(7)))</script>`)
		}
	}))
	t.Cleanup(server.Close)
	for _, path := range []string{"/", "/fills"} {
		if path == "/fills" {
			tool.config.Time = 30 * time.Second // it has no end
		}
		o := observe.Start(t)
		s, err := tool.Measure(t.Context(), server.URL+path, audit.English)
		t.Logf("%s: %d MiB at most, %d processes: %v", path, o.Peak()>>20, o.Seen(), err)
		if path == "/" && (err != nil || s.Mobile == nil) {
			t.Errorf("%s: %+v, %v", path, s, err)
		}
		if peak := o.Peak(); peak > 2<<30 { // Chromium and Node.js have 1 GiB each
			t.Errorf("%s: its processes took %d MiB", path, peak>>20)
		}
		if at := o.Listening(); len(at) > 0 || o.Seen() < 5 {
			t.Errorf("%s: %d processes listen at %v", path, o.Seen(), at)
		}
		if left := o.Left(); len(left) > 0 {
			t.Errorf("%s: processes are left: %v", path, left)
		}
		o.Stop()
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s left %v (%v)", path, left, err)
		}
	}
}
