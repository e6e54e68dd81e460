// Package render shows a page in a browser: what it looks like, and what it says after JavaScript. The browser is Chromium, a process of its own that
// reaches sites through package fetch's guard alone, has no way to this machine's files, and keeps nothing.
package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/fetch"
)

// Config is how pages are looked at. The zero value looks at public ones with the browser that is found.
type Config struct {
	Path  string       // of Chromium; where empty, CHROME_PATH names it, or the first of the usual names is taken
	Fetch fetch.Config // its guard holds for all that the browser reaches; its headers are not sent
	// Pages is the number of pages opened at once, and of reports printed at once. 0 means half of the cores. Each page has its own
	// Chromium, so a page that exceeds the limits affects no other.
	Pages int
	// Time is for one page, from its turn, in a browser that runs; 15 s where it is 0.
	Time time.Duration
}

const (
	defaultTime = 15 * time.Second
	startTime   = 20 * time.Second
)

// Variable names Chromium where no setting does.
const Variable = "CHROME_PATH"

// names are those of Chromium and of what is built on it, by which it is looked for.
var names = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless_shell",
	"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// Find gives the path of Chromium: path itself where it isn't empty, else what CHROME_PATH says, else the first of the usual names. The error is an
// *Error: NotThere.
func Find(path string) (string, error) {
	candidates := names
	if named := cmp.Or(path, os.Getenv(Variable)); named != "" {
		candidates = []string{named}
	}
	for _, name := range candidates {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", fault(NotThere, fmt.Errorf("%s was not found", candidates[0]))
}

// Browser is Chromium, started when a page needs one and none is free, so also where one died. It is safe for concurrent use.
type Browser struct {
	config Config
	path   string
	turns  chan struct{} // of those that look
	prints chan struct{} // of those that print: who waits for a report doesn't wait for all pages of a batch

	mu     sync.Mutex
	closed bool
	busy   map[*process]bool
	free   *process // stays ready for the next page; may be nil
}

// New finds Chromium and starts nothing yet. The error is an *Error: NotThere. Close must be called.
func New(c Config) (*Browser, error) {
	path, err := Find(c.Path)
	if err != nil {
		return nil, err
	}
	if c.Pages <= 0 {
		c.Pages = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if c.Time <= 0 {
		c.Time = defaultTime
	}
	turns, prints := make(chan struct{}, c.Pages), make(chan struct{}, c.Pages)
	return &Browser{config: c, path: path, turns: turns, prints: prints, busy: map[*process]bool{}}, nil
}

// Close ends the browser with all its processes, waits for them, and removes their files. A Look under way ends with an error.
func (b *Browser) Close() {
	b.mu.Lock()
	all := slices.Collect(maps.Keys(b.busy))
	if b.free != nil {
		all = append(all, b.free)
	}
	b.closed, b.free = true, nil
	clear(b.busy)
	b.mu.Unlock()
	for _, p := range all {
		p.stop()
	}
}

// Version starts the browser and gives its name and version.
func (b *Browser) Version(ctx context.Context) (string, error) {
	p, err := b.take(ctx)
	if err != nil {
		return "", err
	}
	defer b.give(p)
	return p.product, nil
}

// take returns a running browser for exclusive use until the caller gives it back. ctx ends only the start. The error is an *Error.
func (b *Browser) take(ctx context.Context) (*process, error) {
	b.mu.Lock()
	p := b.free
	b.free = nil
	b.mu.Unlock()
	if p != nil && p.ctx.Err() != nil { // it died
		p.stop()
		p = nil
	}
	if p == nil {
		started, err := launch(ctx, b.path)
		if err != nil {
			return nil, err
		}
		p = started
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		p.stop()
		return nil, fault(Ended, errors.New("the browser is closed"))
	}
	b.busy[p] = true
	p.pipe.refill()
	return p, nil
}

// give accepts a browser that a caller has finished with. It ends the browser if another is free or if it died.
func (b *Browser) give(p *process) {
	b.mu.Lock()
	delete(b.busy, p)
	keep := !b.closed && b.free == nil && p.ctx.Err() == nil
	if keep {
		b.free = p
	}
	b.mu.Unlock()
	if !keep {
		p.stop()
	}
}

// flags are what Chromium is started with here, beside those of every Chromium.
func flags() []string {
	return []string{
		"--headless", "--force-color-profile=srgb", "--disable-field-trial-config", "--disable-print-preview", "--disable-gpu",
		"--js-flags=--max-old-space-size=512", // MB
	}
}
