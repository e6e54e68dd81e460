package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/auditctl/auditctl/internal/reference"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

// opened is a browser with a report in it, and what the browser had to say of it.
type opened struct {
	context.Context
	mu   sync.Mutex
	said []string // dialogs, errors, policies broken, requests other than for the report
}

// browser starts Chromium, or skips the test where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := render.Find("")
	if err != nil {
		t.Skipf("skipped: %v (scripts/chromium installs it)", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	allocator, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, closed := chromedp.NewContext(allocator)
	t.Cleanup(closed)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("starting the browser: %v", err)
	}
	return ctx
}

// unfold opens all that is folded.
const unfold = `document.querySelectorAll("details").forEach(d => { d.open = true });`

// open shows a report under the policy that a server sends with it.
func open(t *testing.T, browser context.Context, d Document, scheme string, width int) *opened {
	t.Helper()
	body := write(t, "html", d)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src '"+HTMLStyleHash(d.Brand)+"'; img-src data:")
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	tab, closed := chromedp.NewContext(browser)
	t.Cleanup(closed)
	ctx, end := context.WithTimeout(tab, time.Minute)
	t.Cleanup(end)
	o := &opened{Context: ctx}
	report := server.URL + "/report"
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("opening a tab: %v", err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		o.mu.Lock()
		defer o.mu.Unlock()
		switch e := event.(type) {
		case *page.EventJavascriptDialogOpening:
			o.said = append(o.said, "a dialog: "+e.Message)
		case *runtime.EventExceptionThrown:
			o.said = append(o.said, "an exception: "+e.ExceptionDetails.Text)
		case *network.EventRequestWillBeSent:
			if e.Request.URL != report && !strings.HasPrefix(e.Request.URL, "data:") {
				o.said = append(o.said, "a request: "+e.Request.URL)
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	}
	if err == nil {
		err = chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), 800), chromedp.Navigate(report))
	}
	if err != nil {
		t.Fatalf("opening the report: %v", err)
	}
	return o
}

func (o *opened) silent(t *testing.T, name string) {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.said {
		t.Errorf("%s: %s", name, s)
	}
}

// shown are reports that have every part there is, in a language.
func shown(lang audit.Lang) map[string]Document {
	one, before := madeWhole()
	brand := Brand{Name: "Nord & Fils", Color: "#ffb000", Logo: []byte(square)}
	return map[string]Document{
		"one": {
			Batch: batchOf(one), Lang: lang, Brand: brand, Before: map[string]*audit.Audit{one.AuditID: &before},
			Screenshots: map[string][]byte{one.AuditID: picture()},
		},
		"several": {Batch: batchOf(one, madeFailed(), madeOther("cafe.example", 15), madePending(), madeOther("inn.example", 40)), Lang: lang, Brand: brand},
		"failed":  {Batch: batchOf(madeFailed()), Lang: lang},
	}
}

// TestReportsHaveNoViolationThatAxeFinds runs axe-core in Chromium.
func TestReportsHaveNoViolationThatAxeFinds(t *testing.T) {
	folder, err := reference.Folder("lighthouse", "../../internal/reference/lighthouse/package-lock.json")
	if errors.Is(err, reference.ErrMissing) {
		t.Skipf("skipped: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	axe, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	browser := browser(t)
	// Every pair of kind, language and colours.
	for _, lang := range audit.Langs() {
		for name, d := range shown(lang) {
			for scheme, width := range map[string]int{"light": 1280, "dark": 360} {
				if (scheme == "dark") != ((lang == audit.French) != (name == "several")) {
					continue
				}
				name := fmt.Sprintf("%s, %s, %s, %d", name, lang, scheme, width)
				o := open(t, browser, d, scheme, width)
				const run = `axe.run().then(r => JSON.stringify(r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).slice(0, 3).join(" "))))`
				if err := chromedp.Do(o, chromedp.Evaluate[chromedp.Void](unfold+string(axe))); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				found, err := chromedp.Run(o, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				var violations []string
				if err := json.Unmarshal([]byte(found), &violations); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, v := range violations {
					t.Errorf("%s: %s", name, v)
				}
				o.silent(t, name)
			}
		}
	}
}

// tooWide names what is wider than the screen and not in a box that scrolls, if the page is.
const tooWide = `document.documentElement.scrollWidth <= innerWidth ? "" : [...document.querySelectorAll("main *, header *, nav *, footer *")]
  .filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll")).slice(0, 5)
  .map(e => e.closest("table, dl, ul, p, section, h2, h3, h4, h5, figure").className + " " + e.tagName + " " + e.className + " " + e.textContent.slice(0, 20)).join("; ")`

func TestReportsFitTheirScreenWhateverASiteSays(t *testing.T) {
	browser := browser(t)
	long := strings.Repeat("Donaudampfschifffahrtsgesellschaft", 40) + strings.Repeat("\u200b\u2060", 50) + strings.Repeat("Z\u0351\u0352\u0353", 300) + "\u202eשלום"
	for _, text := range []string{long, strings.Join(attacks, " ")} {
		one, before := madeWhole()
		list := []audit.Audit{one, madeOther("cafe.example", 15), madeFailed(), madeOther("inn.example", 40)}
		for i := range list {
			become(reflect.ValueOf(&list[i]), text)
			list[i].AuditID = fmt.Sprint("aud_", i)
		}
		for name, d := range map[string]Document{
			"one":     {Batch: batchOf(list[0]), Before: map[string]*audit.Audit{"aud_0": &before}, Screenshots: map[string][]byte{"aud_0": picture()}, Brand: Brand{Name: long[:90]}},
			"several": {Batch: batchOf(list...)},
		} {
			o := open(t, browser, d, "light", 360)
			wide, err := chromedp.Run(o, chromedp.Evaluate[string](unfold+tooWide))
			if err != nil {
				t.Fatalf("%.30q: %v", text, err)
			}
			if wide != "" {
				t.Errorf("%s, %.30q: wider than the screen: %s", name, text, wide)
			}
			o.silent(t, fmt.Sprintf("%s, %.30q", name, text))
		}
	}
}

// TestOnPaperAReportIsUnfoldedAndABatchShowsItsTables looks at what a printer is given.
func TestOnPaperAReportIsUnfoldedAndABatchShowsItsTables(t *testing.T) {
	browser := browser(t)
	for name, want := range map[string][2]bool{"one": {true, true}, "several": {false, false}} { // the finding, its evidence
		o := open(t, browser, shown(audit.English)[name], "light", 800)
		_, err := chromedp.Call(o, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		if err != nil {
			t.Fatal(err)
		}
		const seen = `[".finding p", ".finding details li"].map(s => document.querySelector(s).checkVisibility({contentVisibilityAuto: true}) && document.querySelector(s).getClientRects().length > 0)`
		got, err := chromedp.Run(o, chromedp.Evaluate[[2]bool](seen))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s: on paper the finding and its evidence are seen %v, want %v", name, got, want)
		}
	}
}
