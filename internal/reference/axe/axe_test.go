package axe

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/reference"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

// sample is the body of a page.
type sample struct{ name, body string }

var samples = []sample{
	{"grey on white", `<p style="color:#888">Hard to read</p><p style="color:#767676">Just enough</p><p style="color:#777">Not quite</p>`},
	{"large and bold", `<p style="color:#949494;font-size:24px">Large</p><p style="color:#959595;font-size:24px">Large</p><p style="color:#949494;font-size:19px;font-weight:700">Bold</p><p style="color:#888;font-size:18px">Not large</p>`},
	{"on colours", `<div style="background:#0057b8"><p style="color:#fff">White</p><p style="color:#000">Black</p><p style="color:#ffd700">Gold</p></div>`},
	{"half transparent", `<div style="background:rgba(0,0,0,.4)"><p style="color:#fff">White</p></div><p style="color:rgba(0,0,0,.5)">Black</p><p style="color:rgba(0,0,0,.6)">Black</p>`},
	{"a button and a field", `<button style="background:#4caf50;color:#fff;border:0;padding:20px">Order</button><a href=/x style="color:#9bf;display:inline-block;margin:40px">Pale link of some length</a>`},
	{"a picture behind", `<div style="background:url(/p.png)"><p style="color:#fff">Over a picture</p></div><p style="background:linear-gradient(#fff,#eee);color:#ccc">Over a gradient</p>`},
	{"a layer behind", `<div style="position:relative;height:60px"><div style="position:absolute;inset:0;background:#000"></div><p style="position:relative;color:#fff">Readable</p></div>`},
	{"what isn't read", `<p hidden style="color:#fff">Hidden</p><button disabled style="color:#bbb;padding:20px">Off</button><p aria-hidden=true style="color:#ddd">Decoration</p>`},
	{"icons side by side", `<a href=/a style="display:inline-block;width:16px;height:16px">x</a><a href=/b style="display:inline-block;width:16px;height:16px">y</a>`},
	{"icons in a row", `<div style="display:flex"><a href=/a style="width:16px;height:16px">x</a><a href=/b style="width:16px;height:16px">y</a></div>`},
	{"one link three times", strings.Repeat(`<a href=/a style="display:inline-block;width:16px;height:16px">x</a>`, 3)},
	{"icons far apart", strings.Repeat(`<a href=/a style="display:inline-block;width:16px;height:16px;margin:8px">x</a>`, 3)},
	{"links in a sentence", `<p>We bake <a href=/b>bread</a>, <a href=/c>cake</a> and <a href=/d>buns</a> every morning.</p>`},
	{"a list of links", `<ul style="list-style:none;line-height:1.1;font-size:14px"><li><a href=/a>Bread and rolls</a><li><a href=/b>Cake and pies</a><li><a href=/c>Hours and place</a></ul>`},
	{"a list with room", `<ul style="list-style:none"><li style="margin:14px"><a href=/a>Bread</a><li style="margin:14px"><a href=/b>Cake</a></ul>`},
	{"buttons", `<button>One</button><button>Two</button> <button style="font-size:8px;padding:0;border:0">3</button><button style="font-size:8px;padding:0;border:0">4</button>`},
	{"boxes and fields", `<label><input type=checkbox> Rye</label><br><label><input type=checkbox> Wheat</label><br><label>Name <input></label><br><label>Mail <input></label>`},
}

var told = regexp.MustCompile(`data-axe="([^"]*)"`)

// TestMeasuresAgreeWithAxe counts what each of both objects to.
func TestMeasuresAgreeWithAxe(t *testing.T) {
	folder, err := reference.Folder("lighthouse", "../lighthouse/package-lock.json")
	if errors.Is(err, reference.ErrMissing) {
		t.Skipf("skipped: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := render.New(render.Config{Pages: 4, Time: time.Minute, Fetch: fetch.Config{AllowPrivate: true, AllowSubmittedPort: true}})
	if err != nil {
		t.Skipf("skipped: %v (scripts/chromium installs it)", err)
	}
	defer b.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/axe.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(script)
	})
	for i, s := range samples {
		mux.HandleFunc(fmt.Sprintf("/%d", i), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Sample</title><body><main style="width:360px">%s</main><script src=/axe.js></script>
<script>axe.run({ runOnly: ['color-contrast', 'target-size'] }).then(said => {
  document.documentElement.dataset.axe = JSON.stringify(Object.fromEntries(said.violations.map(v => [v.id, v.nodes.length])));
})</script>`, s.body)
		})
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	var mu sync.Mutex
	cases, agree := 0, 0
	var asked sync.WaitGroup
	for i, s := range samples {
		asked.Go(func() {
			var r *render.Rendered
			var found []string
			for tries := 0; found == nil && tries < 5; tries++ { // a busy machine takes down the page before axe-core is done
				var err error
				if r, err = b.Look(t.Context(), fmt.Sprintf("%s/%d", server.URL, i)); err != nil || r.Use == nil {
					t.Errorf("%s: %+v, %v", s.name, r, err)
					return
				}
				found = told.FindStringSubmatch(r.HTML)
			}
			theirs := map[string]int{}
			if found == nil {
				t.Errorf("%s: axe-core said nothing", s.name)
				return
			}
			if err := json.Unmarshal([]byte(html.UnescapeString(found[1])), &theirs); err != nil {
				t.Errorf("%s: %v", s.name, err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			for rule, ours := range map[string]int{"color-contrast": r.Use.Contrast.Low, "target-size": r.Use.Taps.Small} {
				cases++
				if ours == theirs[rule] {
					agree++
				} else {
					t.Errorf("%s, %s: %d for us, %d for axe-core: %+v %+v", s.name, rule, ours, theirs[rule], r.Use.Contrast, r.Use.Taps)
				}
			}
		})
	}
	asked.Wait()
	t.Logf("accuracy: axe-core, contrast and target size in a browser: %d cases, %d agree", cases, agree)
}
