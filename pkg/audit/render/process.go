package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/auditctl/auditctl/internal/chromium"
)

const (
	maxMessage = 40 << 20  // bytes of one message of the browser: HTML in JSON can be six times as long
	maxHeard   = 256 << 20 // bytes that the browser may say between two pages
	maxSaid    = 4 << 10   // bytes kept of what a browser that doesn't start prints
)

// process is a running Chromium. chromedp speaks to it over its pipe; starting, watching and ending it is done here, since what a hostile
// page can have it say must have a bound, and all of its processes must end as one.
type process struct {
	*chromium.Process
	ctx  context.Context // of chromedp; ends where the browser died
	end  context.CancelFunc
	pipe *bounded
	conn *chromedp.PipeConn

	product, userAgent string

	once sync.Once
}

// launch starts Chromium and waits until it answers. The error is an *Error.
func launch(ctx context.Context, path string) (*process, error) {
	printed := &firstBytes{}
	started, err := chromium.Start(path, printed, flags()...)
	if err != nil {
		return nil, fault(NotStarted, err)
	}
	p := connect(started) //nolint:contextcheck // the browser outlives who needed it first
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	defer context.AfterFunc(ctx, p.end)()
	version, err := chromedp.CallBrowser(p.ctx, browser.GetVersion, cdp.Empty{}) //nolint:contextcheck // as above
	if err != nil {
		p.stop()
		reason := NotStarted
		if ctx.Err() != nil {
			reason, err = late(ctx, NotStarted), ctx.Err()
		}
		return nil, fault(reason, fmt.Errorf("speaking to %s: %w; it printed %q", path, err, printed))
	}
	p.product, p.userAgent = version.Product, version.UserAgent
	return p, nil
}

// connect has chromedp speak to a browser, until it ends.
func connect(started *chromium.Process) *process {
	p := &process{Process: started, pipe: &bounded{ReadCloser: started.Messages}}
	p.pipe.refill()
	p.conn = chromedp.NewPipeConn(p.pipe, started.Commands)
	base, end := context.WithCancel(context.Background())
	p.end = end
	allocator, _ := chromedp.NewAllocatorContext(base, piped{p.conn}) //nolint:govet // base ends it
	quiet := func(string, ...any) {}
	p.ctx, _ = chromedp.NewContext(allocator, chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet)) //nolint:govet // base ends it

	go func() { // it ends with the browser, which stop waits for
		<-p.Exited()
		end()
	}()
	return p
}

// stop ends the process with all that it started, waits for them, and removes their files.
func (p *process) stop() {
	p.once.Do(func() {
		p.end()
		_ = p.conn.Close()
		p.Stop()
	})
}

// piped gives chromedp a browser that runs already.
type piped struct{ conn *chromedp.PipeConn }

// Allocate connects to it.
func (a piped) Allocate(ctx context.Context, opts ...chromedp.BrowserOption) (*chromedp.Browser, error) {
	return chromedp.NewBrowserTransport(ctx, a.conn, opts...)
}

// Wait has nothing to wait for: stop does.
func (piped) Wait() {}

// Attaches says that chromedp starts and ends no process.
func (piped) Attaches() bool { return true }

// bounded reads what the browser says. A page can make it say much: what it logs, what it names things.
type bounded struct {
	io.ReadCloser
	left    atomic.Int64
	message int // bytes of the message under way; of the one reader
}

var errTalks = errors.New("the browser says more than is listened to")

func (b *bounded) refill() { b.left.Store(maxHeard) }

func (b *bounded) Read(data []byte) (int, error) {
	n, err := b.ReadCloser.Read(data)
	if at := bytes.LastIndexByte(data[:n], 0); at >= 0 {
		b.message = n - at - 1
	} else {
		b.message += n
	}
	if err == nil && (b.message > maxMessage || b.left.Add(-int64(n)) < 0) {
		err = errTalks
	}
	return n, err
}

// firstBytes keeps the beginning of what is written to it.
type firstBytes struct {
	mu   sync.Mutex
	text strings.Builder
}

func (f *firstBytes) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text.Write(b[:min(len(b), maxSaid-f.text.Len())])
	return len(b), nil
}

func (f *firstBytes) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.TrimSpace(f.text.String())
}
