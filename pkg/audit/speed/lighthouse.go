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

	"github.com/auditctl/auditctl/internal/chromium"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	lighthouseTime = 90 * time.Second
	closeTime      = 2 * time.Second
	loadTime       = 30 * time.Second // that Lighthouse waits for the page to come to rest

	browserPerHost = 6 // connections to one host that Chromium opens by itself

	maxPage    = 100 << 20 // bytes of all connections of one run, both ways
	maxReport  = 32 << 20  // bytes of the result
	maxPrinted = 64 << 10  // bytes that Lighthouse may print; it is told to be quiet
	keptOfIt   = 2 << 10   // bytes of that for the operator
)

// LighthouseConfig is how Lighthouse is run.
type LighthouseConfig struct {
	Installation
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
	guard := l.config.Fetch
	guard.MaxPerHost = browserPerHost
	proxy, err := fetch.NewProxy(ctx, t, guard, maxPage)
	if err != nil {
		return m, err
	}
	defer proxy.Close()
	told := &printed{}
	browser, err := chromium.Start(l.config.Chromium, told, flags...)
	if err != nil {
		return m, fault(NotThere, err)
	}
	defer browser.Stop()
	said, ran, err := l.run(ctx, browser, newTask(l.config.Folder, t.URL, proxy, lang))
	if err != nil {
		return m, err
	}
	switch excess := cmp.Or(browser.Excess(), ran.Excess()); {
	case excess != nil:
		return m, fault(TooMuch, excess)
	case said.size > maxPrinted:
		return m, errors.New("Lighthouse prints more than is listened to")
	case ctx.Err() != nil:
		return m, ctx.Err()
	}
	m, err = readReport(filepath.Join(browser.Home, report))
	if !errors.Is(err, os.ErrNotExist) {
		return m, err // it ends well where the page has a fault, and says so in the report
	}
	browser.Stop() // and what it prints is all there
	ended := cmp.Or(ran.Err(), errors.New("it ended well"))
	err = fmt.Errorf("Lighthouse wrote no report: %w; it printed %q, and the browser %q", ended, said, told)
	if exit := (*exec.ExitError)(nil); errors.As(ended, &exit) && exit.ExitCode() == noBrowser {
		return m, fault(NotThere, err)
	}
	return m, err
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
