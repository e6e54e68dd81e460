package speed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/processgroup"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	lighthouseTime = 90 * time.Second
	startTime      = 20 * time.Second // for Chromium to be ready
	closeTime      = 2 * time.Second
	loadTime       = 30 * time.Second // that Lighthouse waits for the page to come to rest

	browserPerHost = 6 // connections to one host that Chromium opens by itself

	maxPage    = 100 << 20 // bytes of all connections of one run, both ways
	maxReport  = 32 << 20  // bytes of the result
	maxPrinted = 64 << 10  // bytes that Lighthouse may print; it is told to be quiet
	keptOfIt   = 2 << 10   // bytes of that for the operator
)

// LighthousePath names the program lighthouse in the environment.
const LighthousePath = "LIGHTHOUSE_PATH"

// FindLighthouse gives the path of lighthouse: path itself where it isn't empty, else what LIGHTHOUSE_PATH says, else the one in PATH. The error is an
// *Error: NotThere.
func FindLighthouse(path string) (string, error) {
	name := cmp.Or(path, os.Getenv(LighthousePath), "lighthouse")
	found, err := exec.LookPath(name)
	if err == nil {
		found, err = filepath.Abs(found)
	}
	if err != nil {
		return "", fault(NotThere, fmt.Errorf("%s was not found", name))
	}
	return found, nil
}

// LighthouseConfig is how Lighthouse is run.
type LighthouseConfig struct {
	Path     string // of lighthouse, as FindLighthouse gives it
	Chromium string // its path
	// Runs is how often a page is measured, 1 to MaxRuns; 1 where it is 0.
	Runs int
	// Fetch is the guard of all that the browser reaches. Where it has headers, nothing is measured: a browser would send them to everybody.
	Fetch fetch.Config
	// Time is for one run, 90 s where it is 0.
	Time time.Duration
}

// Lighthouse is the program of that name on this machine, with a Chromium of its own that reaches the web through package fetch's guard alone. It measures
// one page at a time: two would slow each other down.
type Lighthouse struct {
	config LighthouseConfig
	turn   chan struct{}
}

// NewLighthouse starts nothing yet.
func NewLighthouse(c LighthouseConfig) *Lighthouse {
	if c.Time <= 0 {
		c.Time = lighthouseTime
	}
	return &Lighthouse{config: c, turn: make(chan struct{}, 1)}
}

// Measure runs Lighthouse for a telephone, once its turn has come.
func (l *Lighthouse) Measure(ctx context.Context, address string, lang audit.Lang) (page.Speed, error) {
	t, refused := audit.ParseTarget(address)
	if refused == nil {
		refused = fetch.CheckTarget(t, l.config.Fetch)
	}
	switch {
	case refused != nil:
		return page.Speed{}, fault(NotReached, refused)
	case len(l.config.Fetch.Header) > 0:
		return page.Speed{}, fault(Headers, nil)
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return page.Speed{}, asError(ctx, TooSlow, ctx.Err())
	}
	m, err := repeat(max(1, l.config.Runs), func() (measured, error) {
		ctx, cancel := context.WithTimeout(ctx, l.config.Time)
		defer cancel()
		m, err := l.once(ctx, t, lang)
		if err != nil {
			return m, asError(ctx, Broke, err)
		}
		return m, nil
	})
	if err != nil {
		return page.Speed{}, err
	}
	return page.Speed{Tool: "Lighthouse", Version: m.version, URL: cmp.Or(m.url, t.URL), At: m.at, Mobile: &m.lab}, nil
}

// once runs Lighthouse with a fresh browser in a folder of its own, and leaves neither.
func (l *Lighthouse) once(ctx context.Context, t audit.Target, lang audit.Lang) (m measured, err error) {
	home, err := os.MkdirTemp("", "auditctl-speed-*")
	if err != nil {
		return m, fmt.Errorf("making a folder for Lighthouse: %w", err)
	}
	defer os.RemoveAll(home)
	guard := l.config.Fetch
	guard.MaxPerHost = browserPerHost
	proxy, err := fetch.NewProxy(ctx, t, guard, maxPage)
	if err != nil {
		return m, err
	}
	defer proxy.Close()
	if err := proxy.Unlock(ctx, t); err != nil {
		return m, fault(NotReached, err)
	}
	browser, err := startChromium(ctx, l.config.Chromium, home, proxy.Addr())
	if err != nil {
		return m, err
	}
	defer browser.stop()
	report := filepath.Join(home, "report.json")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	said := &printed{over: cancel}
	cmd := exec.CommandContext(ctx, l.config.Path, t.URL, "--output=json", "--output-path="+report, "--port="+browser.port, "--quiet",
		"--no-enable-error-reporting", "--only-categories=performance", "--form-factor=mobile", "--locale="+string(lang), "--disable-full-page-screenshot",
		fmt.Sprintf("--max-wait-for-load=%d", loadTime.Milliseconds()))
	cmd.Dir, cmd.Env = home, environment(home, filepath.Dir(l.config.Path))
	cmd.Stdout, cmd.Stderr = said, said
	ran := runGroup(cmd)
	switch {
	case said.size > maxPrinted:
		return m, errors.New("Lighthouse prints more than is listened to")
	case ctx.Err() != nil:
		return m, ctx.Err()
	}
	m, err = readReport(report)
	switch {
	case !errors.Is(err, os.ErrNotExist):
		return m, err // it ends with 1 where the page has a fault, and says so in the report
	case ran != nil:
		return m, fmt.Errorf("running Lighthouse: %w; it printed %q", ran, said)
	}
	return m, errors.New("Lighthouse wrote no report")
}

// runGroup runs a program in a group of its own; when it returns, all of the group have ended.
func runGroup(cmd *exec.Cmd) error {
	processgroup.Own(cmd)
	cmd.Cancel = func() error {
		processgroup.Kill(cmd.Process.Pid)
		return nil
	}
	cmd.WaitDelay = closeTime
	err := cmd.Run()
	if cmd.Process != nil {
		processgroup.Kill(cmd.Process.Pid) // children that it left
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil // they held what it printed to
	}
	return err
}

func readReport(path string) (measured, error) {
	f, err := os.Open(path)
	if err != nil {
		return measured{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxReport+1))
	switch {
	case err != nil:
		return measured{}, fmt.Errorf("reading the result of Lighthouse: %w", err)
	case len(data) > maxReport:
		return measured{}, fault(Broke, fmt.Errorf("the result of Lighthouse is longer than %d MB", maxReport>>20))
	}
	return parse(data)
}

// Chromium puts a socket into its temporary folder, and doesn't start where the path is too long for one.
const (
	socketName    = len("/org.chromium.Chromium.123456/SingletonSocket")
	maxSocketPath = 103 // on macOS; Linux has 107
)

// environment is what the programs may know of ours. Keys stand in the environment too. What lies beside lighthouse comes first: its node, as a rule.
func environment(home, beside string) []string {
	temp := home
	if len(home)+socketName > maxSocketPath { // a directory of it stays there where it is killed
		temp = os.TempDir()
	}
	list := []string{
		"HOME=" + home, "TMPDIR=" + temp, "TEMP=" + temp, "TMP=" + temp, "CI=1",
		"PATH=" + strings.Join([]string{beside, os.Getenv("PATH")}, string(os.PathListSeparator)),
	}
	for _, name := range []string{"LANG", "LC_ALL", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "SYSTEMROOT"} {
		if value, ok := os.LookupEnv(name); ok {
			list = append(list, name+"="+value)
		}
	}
	return list
}

// printed keeps the beginning of what a program prints. It is written to by one goroutine.
type printed struct {
	text strings.Builder
	size int
	over func() // called where it is more than maxPrinted; nil where that is no matter
}

// Write counts what is printed.
func (p *printed) Write(b []byte) (int, error) {
	p.text.Write(b[:min(len(b), keptOfIt-p.text.Len())])
	if p.size += len(b); p.size > maxPrinted && p.over != nil {
		p.over()
	}
	return len(b), nil
}

func (p *printed) String() string { return audit.Printable(strings.TrimSpace(p.text.String())) }
