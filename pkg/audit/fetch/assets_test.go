package fetch

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSubResourcesAreLookedAtWhereMoreRequestsAreWanted(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 1200, 630))); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var far []string
	s := business(t, "127.0.0.2:0")
	other := newSite(t, strings.Replace(strings.TrimPrefix(s.url, "http://"), "127.0.0.2", "127.0.0.3", 1)) // a port that may be visited
	other.before = func(w http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		far = append(far, r.Method+" "+r.URL.Path)
		w.Header().Set("Content-Type", "text/javascript")
		return true // without a length
	}
	head := `<link rel="icon" href="/icon.png"><meta property="og:image" content="` + s.url + `/preview.png">` +
		`<link rel="stylesheet" href="/site.css"><script src="/app.js"></script><script src="` + other.url + `/far.js"></script>` +
		`<script src="/private/x.js"></script></head>`
	s.pages["/"] = strings.Replace(s.pages["/"], "</head>", head, 1)
	s.pages["/"] = strings.Replace(s.pages["/"], "</main>", `<img src="/photo.jpg" alt="A roof"><img src="/photo.jpg" alt="The same"></main>`, 1)
	s.text("/robots.txt", "User-agent: auditctl\nDisallow: /private/\n")
	var asked []string
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		asked = append(asked, r.Method+" "+r.URL.Path)
		mu.Unlock()
		switch r.URL.Path {
		case "/icon.png", "/preview.png":
			w.Header().Set("Content-Type", "image/png")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(append(picture.Bytes(), make([]byte, 100_000)...)))
		case "/site.css":
			w.Header().Set("Content-Type", "text/css")
			w.Header().Set("Cache-Control", "max-age=86400")
			w.Header().Set("Etag", `"1"`)
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Length", "1234")
			if r.Method != http.MethodHead {
				t.Error("the style sheet was loaded, although its length was known")
			}
		case "/app.js":
			w.Header().Set("Content-Type", "text/javascript")
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush() // so that no length is said
			_, _ = fmt.Fprint(w, strings.Repeat("x", 3000))
		case "/photo.jpg":
			w.WriteHeader(http.StatusNotFound)
		default:
			return false
		}
		return true
	}
	if f := gather(t, s.url, Options{Pages: 2}); f.Assets != nil || slices.ContainsFunc(asked, func(a string) bool { return strings.Contains(a, ".png") }) {
		t.Errorf("looked at unasked: %v", f.Assets)
	}
	f := gather(t, s.url, Options{Pages: 2, Probing: ProbeAll})
	want := map[string]page.Asset{
		s.url + "/icon.png":    {Status: 200, ContentType: "image/png", Bytes: int64(picture.Len()) + 100_000},
		s.url + "/preview.png": {Status: 200, ContentType: "image/png", Bytes: int64(picture.Len()) + 100_000, Width: 1200, Height: 630},
		s.url + "/site.css":    {Status: 200, ContentType: "text/css", Bytes: 1234, Encoding: "gzip", CacheControl: "max-age=86400", Validator: true},
		s.url + "/app.js":      {Status: 200, ContentType: "text/javascript", Bytes: 3000},
		s.url + "/photo.jpg":   {Status: 404, Bytes: -1},
		other.url + "/far.js":  {Status: 200, ContentType: "text/javascript", Bytes: -1},
	}
	if d := cmp.Diff(want, f.Assets); d != "" {
		t.Errorf("want (-), got (+)\n%s", d)
	}
	if !slices.Equal(far, []string{"HEAD /far.js"}) {
		t.Errorf("another site was asked %q", far)
	}
}

func TestOnlySoManySubResourcesAreLookedAt(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	var many strings.Builder
	for i := range 100 {
		_, _ = fmt.Fprintf(&many, `<img src="/i%d.png" alt=""><script src="/s%d.js"></script>`, i, i)
	}
	s.pages["/"] = strings.Replace(s.pages["/"], "</main>", many.String()+"</main>", 1)
	f := gather(t, s.url, Options{Pages: 1, Probing: ProbeAll})
	if len(f.Assets) != maxAssets {
		t.Errorf("%d looked at, want %d", len(f.Assets), maxAssets)
	}
	if _, ok := f.Assets[s.url+"/favicon.ico"]; !ok {
		t.Error("the icon in the usual place wasn't looked at")
	}
}
