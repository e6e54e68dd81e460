// Package render shows a page in a browser: what it looks like, and what it says after JavaScript. The browser is Chromium, a process of its own that
// reaches sites through package fetch's guard alone, has no way to this machine's files, and keeps nothing.
package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/fetch"
)

// Config is how pages are looked at. The zero value looks at public ones with the browser that is found.
type Config struct {
	Path  string       // of Chromium; where empty, CHROME_PATH names it, or the first of the usual names is taken
	Fetch fetch.Config // its guard holds for all that the browser reaches; its headers are not sent
	// Pages is how many are looked at at once, and how many reports are printed; half of the cores where it is 0.
	Pages int
	// Time is for one page, from its turn, in a browser that runs; 15 s where it is 0.
	Time time.Duration
}

const (
	defaultTime = 15 * time.Second
	startTime   = 20 * time.Second
	closeTime   = 2 * time.Second
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

// Browser is Chromium, started when it is needed first, and again where it died. It is safe for concurrent use.
type Browser struct {
	config Config
	path   string
	turns  chan struct{} // of those that look
	prints chan struct{} // of those that print: who waits for a report doesn't wait for all pages of a batch

	mu      sync.Mutex
	closed  bool
	running *process // nil until it is needed
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
	return &Browser{config: c, path: path, turns: make(chan struct{}, c.Pages), prints: make(chan struct{}, c.Pages)}, nil
}

// Close ends the browser with all its processes, waits for them, and removes their files. A Look under way ends with an error.
func (b *Browser) Close() {
	b.mu.Lock()
	p := b.running
	b.closed, b.running = true, nil
	b.mu.Unlock()
	if p != nil {
		p.stop()
	}
}

// Version starts the browser and gives its name and version.
func (b *Browser) Version(ctx context.Context) (string, error) {
	p, err := b.start(ctx)
	if err != nil {
		return "", err
	}
	return p.product, nil
}

// start gives the running browser. Only the starting is ended by ctx.
func (b *Browser) start(ctx context.Context) (*process, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, fault(Ended, errors.New("the browser is closed"))
	case b.running != nil && b.running.ctx.Err() == nil:
		return b.running, nil
	case b.running != nil: // it died
		b.running.stop()
		b.running = nil
	}
	p, err := launch(ctx, b.path)
	if err != nil {
		return nil, err
	}
	b.running = p
	return p, nil
}

// nowhere is the address of a proxy that there isn't.
const nowhere = "http://nowhere.invalid:1"

// flags are what Chromium is started with, beside the folder of its profile. What it would connect to on its own account leads to a proxy that there
// isn't, and no name is looked up by it; each page's own proxy is the guard's.
func flags() []string {
	list := []string{
		"--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--hide-scrollbars", "--mute-audio",
		"--force-color-profile=srgb", "--password-store=basic", "--use-mock-keychain",
		"--disable-extensions", "--disable-component-extensions-with-background-pages", "--disable-default-apps", "--disable-sync", "--disable-breakpad",
		"--disable-crash-reporter", "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability", "--disable-field-trial-config",
		"--disable-client-side-phishing-detection", "--metrics-recording-only", "--no-pings", "--no-service-autorun",
		"--disable-features=Translate,MediaRouter,DialMediaRouteProvider,OptimizationHints,AutofillServerCommunication,InterestFeedContentSuggestions",
		"--deny-permission-prompts", "--disable-notifications", "--disable-print-preview", "--block-new-web-contents",
		"--disable-gpu", "--disable-dev-shm-usage", // /dev/shm is too small in many containers
		"--js-flags=--max-old-space-size=512", // MB
		"--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--proxy-server=" + nowhere, "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	}
	if os.Geteuid() == 0 {
		list = append(list, "--no-sandbox") // Chromium refuses to be root with it
	}
	return list
}

// Chromium puts a socket into its temporary folder, and doesn't start where the path is too long for one.
const (
	socketName    = len("/org.chromium.Chromium.123456/SingletonSocket")
	maxSocketPath = 103 // on macOS; Linux has 107
)

// environment is what Chromium may know of ours: where programs, libraries and fonts are. Keys stand in the environment too.
func environment(home string) []string {
	list := []string{"HOME=" + home}
	if len(home)+socketName <= maxSocketPath {
		list = append(list, "TMPDIR="+home)
	} else { // a directory of it stays there where it is killed
		list = append(list, "TMPDIR="+os.TempDir())
	}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "SYSTEMROOT"} {
		if value, ok := os.LookupEnv(name); ok {
			list = append(list, name+"="+value)
		}
	}
	return list
}
