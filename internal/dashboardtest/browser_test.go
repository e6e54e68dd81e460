package dashboardtest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/auditctl/auditctl/internal/reference"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

var pictures = flag.String("pictures", "", "write a picture of every page to this `folder`")

// visitor is a browser of its own, with its cookies, that notes what a page must not do.
type visitor struct {
	t    *testing.T
	ctx  context.Context
	base string
	axe  string // the script of axe-core; empty where it isn't here

	mu     sync.Mutex
	faults []string // errors of the console, requests to elsewhere
	files  string   // folder of downloads
}

// newVisitor starts a browser; the test is skipped where there is none.
func newVisitor(t *testing.T, base string) *visitor {
	t.Helper()
	path, err := render.Find("")
	if err != nil {
		t.Skipf("skipped: %v (scripts/chromium installs it)", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("lang", "en"), chromedp.UserDataDir(t.TempDir()))
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	v := &visitor{t: t, ctx: ctx, base: base, files: t.TempDir()}
	if folder, err := reference.Folder("lighthouse", "../reference/lighthouse/package-lock.json"); err == nil {
		script, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			t.Fatal(err)
		}
		v.axe = string(script)
	} else if !errors.Is(err, reference.ErrMissing) {
		t.Fatal(err)
	} else {
		t.Logf("axe-core is not asked: %v", err)
	}
	// The first that is run starts the browser, and ends it with its context.
	if err := chromedp.Listen(ctx, v.watch); err != nil {
		t.Fatal(err)
	}
	ask(v, log.Enable, cdp.Empty{})
	ask(v, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": "en"}})
	_, err = chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: v.files,
	})
	if err != nil {
		t.Fatal(err)
	}
	v.screen(1280)
	return v
}

// ask has the browser do a command of its protocol.
func ask[P, R any](v *visitor, command cdp.Command[P, R], params P) R {
	v.t.Helper()
	got, err := chromedp.Call(v.ctx, command, params)
	if err != nil {
		v.t.Fatalf("%s: %v", command.Method, err)
	}
	return got
}

// screen makes the window so many pixels wide.
func (v *visitor) screen(width int64) {
	ask(v, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width < 600})
}

func (v *visitor) scheme(name string) {
	ask(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

func (v *visitor) watch(event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			v.faults = append(v.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		v.faults = append(v.faults, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			v.faults = append(v.faults, fmt.Sprint(e.Args))
		}
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, v.base+"/") && !strings.HasPrefix(u, "data:") {
			v.faults = append(v.faults, "a request to "+u)
		}
	}
}

// seen gives what pages did that they must not do, and forgets it.
func (v *visitor) seen() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	faults := v.faults
	v.faults = nil
	return faults
}

func (v *visitor) do(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		v.t.Fatalf("in the browser: %v", err)
	}
}

// open opens a page and gives its status.
func (v *visitor) open(path string) int64 {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, 30*time.Second)
	defer cancel()
	if !strings.HasPrefix(path, "http") {
		path = v.base + path
	}
	response, err := chromedp.RunResponse(ctx, chromedp.Navigate(path))
	if err != nil {
		v.t.Fatalf("opening %s: %v", path, err)
	}
	return response.Status
}

// press presses a button or a link, and waits for the page that it leads to.
func (v *visitor) press(selector string) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, 30*time.Second)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		v.t.Fatalf("pressing %s: %v", selector, err)
	}
}

// fill writes into an empty field as a person does.
func (v *visitor) fill(selector, text string) {
	v.t.Helper()
	v.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// tell evaluates an expression in the page.
func tell[T any](v *visitor, expression string) T {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, 30*time.Second)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatalf("evaluating %s: %v", expression[:min(len(expression), 100)], err)
	}
	return got
}

// until waits for an expression to be true in the page.
func (v *visitor) until(within time.Duration, expression string) {
	v.t.Helper()
	deadline := time.Now().Add(within)
	for !tell[bool](v, expression) {
		if time.Now().After(deadline) {
			v.t.Fatalf("after %s it isn't so: %s\n%s", within, expression, tell[string](v, "document.body.innerText"))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// heading is the page's.
func (v *visitor) heading() string { return tell[string](v, "document.querySelector('h1').innerText") }

// download presses a link and gives what was saved under a name that ends so.
func (v *visitor) download(selector, ending string) []byte {
	v.t.Helper()
	v.do(chromedp.Click(chromedp.CSS(selector)))
	deadline := time.Now().Add(5 * time.Minute)
	for {
		found, err := filepath.Glob(filepath.Join(v.files, "*"+ending))
		if err != nil {
			v.t.Fatal(err)
		}
		if len(found) > 0 {
			data, err := os.ReadFile(found[0])
			if err != nil {
				v.t.Fatal(err)
			}
			return data
		}
		if time.Now().After(deadline) {
			v.t.Fatalf("pressing %s saved nothing", selector)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// inspect holds the open page to what every page promises: light and dark, on a telephone and on a desk.
func (v *visitor) inspect(name string) {
	v.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		v.scheme(scheme)
		v.accessible(name+", "+scheme, map[string]string{"light": "{}", "dark": "{runOnly: ['color-contrast']}"}[scheme])
		for _, width := range []int64{360, 1280} {
			if scheme == "dark" && *pictures == "" {
				continue
			}
			v.screen(width)
			if wide := tell[int64](v, "document.documentElement.scrollWidth"); wide > width {
				v.t.Errorf("%s is %d pixels wide at %d", name, wide, width)
			}
			v.picture(fmt.Sprintf("%s-%d-%s", name, width, scheme))
		}
	}
	v.scheme("light")
	for _, fault := range v.seen() {
		v.t.Errorf("%s: %s", name, fault)
	}
}

// accessible asks axe-core about the open page.
func (v *visitor) accessible(name, options string) {
	v.t.Helper()
	if v.axe == "" {
		return
	}
	var said []struct {
		ID    string `json:"id"`
		Help  string `json:"help"`
		Nodes []struct {
			HTML    string `json:"html"`
			Summary string `json:"failureSummary"`
		} `json:"nodes"`
	}
	text := tell[string](v, v.axe+"; axe.run(document, "+options+").then(said => JSON.stringify(said.violations))")
	if err := json.Unmarshal([]byte(text), &said); err != nil {
		v.t.Fatal(err)
	}
	for _, violation := range said {
		for _, n := range violation.Nodes {
			v.t.Errorf("%s: axe-core, %s: %s\n%s\n%s", name, violation.ID, violation.Help, n.HTML, n.Summary)
		}
	}
}

// picture keeps what the page looks like, where that was asked for.
func (v *visitor) picture(name string) {
	v.t.Helper()
	if *pictures == "" {
		return
	}
	got := ask(v, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), got.Data, 0o600); err != nil {
		v.t.Fatal(err)
	}
}
