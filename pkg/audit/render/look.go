package render

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The bounds of one page.
const (
	MaxRequests = 200
	MaxBytes    = 20 << 20 // of all connections, both ways
	MaxHTML     = 5 << 20
	MaxPicture  = 1 << 20
	MaxText     = 64 << 10 // characters
)

// The viewports, in CSS pixels.
const (
	desktopWidth, desktopHeight = 1366, 900
	phoneWidth, phoneHeight     = 390, 844
)

// Rendered is a page as a browser shows it.
type Rendered struct {
	FinalURL string // after redirects, those by scripts too; without fragment
	Status   int    // of its document; 2xx
	// Desktop and Phone are JPEGs of what is seen before scrolling, on a screen of 1366 by 900 and one of 390 by 844; nil where one has more than 1 MiB.
	Desktop, Phone []byte
	// Seen are the things on Desktop, counted in the document's tree: heading, text, link, button, field, image, video, navigation, dialog.
	Seen     map[string]int
	HTML     string // of the document, after JavaScript; at most 5 MiB
	Text     string // what can be read of it, at most 65,536 characters
	Errors   int    // that scripts threw, or wrote to the console
	Requests int    // of the page and the frames in its process; at most 200 were answered
	Bytes    int64  // of all connections, both ways; at most 20 MiB
	// Shift is how much the layout of the desktop's screen moved while the page loaded, as the greatest session window of Cumulative Layout Shift.
	Shift float64
	Use   *page.Usability // on the telephone's screen; nil where it couldn't be measured
	Cut   bool            // a bound was reached: the rest of what the page wanted wasn't loaded
}

// Look shows a page in the browser and says what there is to see, within Config.Time from its turn. It knows nothing of other pages and leaves nothing
// behind. The error is an *Error.
func (b *Browser) Look(ctx context.Context, address string) (*Rendered, error) {
	t, refused := audit.ParseTarget(address)
	if refused != nil {
		return nil, fault(NotWeb, refused)
	}
	if refused := fetch.CheckTarget(t, b.config.Fetch); refused != nil {
		return nil, fault(NotReached, refused)
	}
	select {
	case b.turns <- struct{}{}:
		defer func() { <-b.turns }()
	case <-ctx.Done():
		return nil, fault(late(ctx, NoTurn), ctx.Err())
	}
	p, err := b.take(ctx)
	if err != nil {
		return nil, err
	}
	defer b.give(p)
	ctx, cancel := context.WithTimeout(ctx, b.config.Time)
	defer cancel()
	proxy, err := fetch.NewProxy(ctx, t, b.config.Fetch, MaxBytes)
	if err != nil {
		return nil, fault(NotStarted, err)
	}
	defer proxy.Close()
	v := &view{process: p, proxy: proxy, agent: b.config.Fetch.WithDefaults().UserAgent, todo: make(chan func(context.Context) error, 64), idle: make(chan struct{}, 1), crashed: make(chan struct{}, 1)}
	r, err := v.look(ctx, t.URL, b.config.Time)
	if err != nil {
		return nil, p.failed(ctx, err)
	}
	return r, nil
}

// failed returns the *Error of what failed in the browser, and ends a browser whose page may still be running.
func (p *process) failed(ctx context.Context, err error) error {
	why := p.because(ctx, err)
	switch why.Reason {
	case NoPage, NotReached, Untrusted, TooLarge:
	default:
		p.stop()
	}
	return why
}

// because gives the *Error of what failed in the browser.
func (p *process) because(ctx context.Context, err error) *Error {
	switch known, excess := (*Error)(nil), p.Excess(); {
	case excess != nil && excess.Disk:
		return fault(TooMuchDisk, excess)
	case excess != nil:
		return fault(TooMuchMemory, excess)
	case errors.As(err, &known):
		return known
	case ctx.Err() != nil:
		return fault(late(ctx, TooSlow), err)
	default:
		return fault(Broke, err)
	}
}

// late is the reason where the time was over, and Ended where whoever asked went away.
func late(ctx context.Context, r Reason) Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return r
	}
	return Ended
}

// view is one page on its way.
type view struct {
	process *process
	proxy   *fetch.Proxy
	agent   string
	frame   atomic.Value // cdp.FrameID of the page itself

	todo    chan func(context.Context) error // what the browser waits for an answer to
	idle    chan struct{}                    // the page has loaded, and rests
	crashed chan struct{}

	mu                       sync.Mutex
	requests, errors, status int
}

// look has a tab of its own for the page. chromedp's contexts hold the browser, so the tab's comes from there, and ends with ctx.
//
//nolint:contextcheck // as said
func (v *view) look(ctx context.Context, address string, within time.Duration) (*Rendered, error) {
	tab, closeTab := chromedp.NewContext(v.process.ctx, chromedp.WithNewBrowserContext(func(p *target.CreateBrowserContextParams) {
		p.ProxyServer, p.ProxyBypassList = "http://"+v.proxy.Addr(), "<-loopback>"
	}))
	defer closeTab()
	tab, cancel := context.WithCancel(tab)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	if err := v.prepare(tab); err != nil {
		return nil, err
	}
	var answering sync.WaitGroup
	answering.Go(func() { v.answer(tab) })
	defer answering.Wait()
	defer cancel()
	if err := v.load(ctx, tab, address, within*2/3); err != nil {
		return nil, err
	}
	return v.see(tab)
}

// prepare opens the tab, and closes what a page may not do.
func (v *view) prepare(tab context.Context) error {
	if err := chromedp.Listen(tab, v.event); err != nil {
		return err
	}
	agent := strings.ReplaceAll(v.process.userAgent, "HeadlessChrome", "Chrome") + " " + v.agent
	_, err := chromedp.CallBrowser(tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: chromedp.FromContext(tab).BrowserContextID,
	})
	for _, step := range []func() error{
		call(tab, css.Disable, cdp.Empty{}), // chromedp keeps a copy of what these two tell
		call(tab, dom.Disable, cdp.Empty{}),
		call(tab, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent}),
		call(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: desktopWidth, Height: desktopHeight, DeviceScaleFactor: 1}),
		// The proxy asks the first document for its password; from then on the browser knows it.
		call(tab, cdpfetch.Enable, cdpfetch.EnableParams{HandleAuthRequests: new(true), Patterns: []*cdpfetch.RequestPattern{{ResourceType: network.ResourceTypeDocument}}}),
	} {
		if err != nil {
			return err
		}
		err = step()
	}
	return err
}

// call is a command whose answer says nothing.
func call[P, R any](tab context.Context, command cdp.Command[P, R], params P) func() error {
	return func() error {
		_, err := chromedp.Call(tab, command, params)
		return err
	}
}

// event takes notice. It runs where the browser's messages are read, so it neither waits nor asks.
func (v *view) event(event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if strings.HasPrefix(e.Request.URL, "http") {
			v.count()
		}
	case *network.EventWebSocketCreated:
		v.count()
	case *network.EventResponseReceived:
		if e.Type == network.ResourceTypeDocument && e.FrameID == v.frame.Load() {
			v.status = int(e.Response.Status)
		}
	case *runtime.EventExceptionThrown:
		v.errors++
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			v.errors++
		}
	case *cdppage.EventLifecycleEvent:
		if e.Name == "networkAlmostIdle" && e.FrameID == v.frame.Load() {
			signal(v.idle)
		}
	case *inspector.EventTargetCrashed:
		signal(v.crashed)
	case *cdppage.EventJavascriptDialogOpening:
		v.soon(func(tab context.Context) error {
			return call(tab, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: false})()
		})
	case *cdpfetch.EventRequestPaused:
		v.soon(func(tab context.Context) error {
			return call(tab, cdpfetch.ContinueRequest, cdpfetch.ContinueRequestParams{RequestID: e.RequestID})()
		})
	case *cdpfetch.EventAuthRequired:
		reply := &cdpfetch.AuthChallengeResponse{Response: cdpfetch.AuthChallengeResponseResponseCancelAuth}
		if e.AuthChallenge.Source == cdpfetch.AuthChallengeSourceProxy && e.AuthChallenge.Origin == "http://"+v.proxy.Addr() {
			reply.Response = cdpfetch.AuthChallengeResponseResponseProvideCredentials
			reply.Username, reply.Password = v.proxy.Credential()
		}
		v.soon(func(tab context.Context) error {
			return call(tab, cdpfetch.ContinueWithAuth, cdpfetch.ContinueWithAuthParams{RequestID: e.RequestID, AuthChallengeResponse: reply})()
		})
	}
}

func (v *view) count() {
	if v.requests++; v.requests > MaxRequests {
		v.proxy.Stop()
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// soon leaves an answer to answer. Where a page opens so many frames and dialogs that there is no room, they stay without one.
func (v *view) soon(answer func(context.Context) error) {
	select {
	case v.todo <- answer:
	default:
	}
}

// answer gives the browser what it waits for. An answer that comes too late, after a frame is gone, is an error that nobody needs.
func (v *view) answer(tab context.Context) {
	for {
		select {
		case <-tab.Done():
			return
		case answer := <-v.todo:
			_ = answer(tab)
		}
	}
}

// load goes to the address, and waits until the page has loaded and rests, or the time is over: what is there by then is looked at.
func (v *view) load(ctx, tab context.Context, address string, within time.Duration) error {
	tree, err := chromedp.Call(tab, cdppage.GetFrameTree, cdp.Empty{})
	if err != nil {
		return err
	}
	v.frame.Store(tree.FrameTree.Frame.ID)
	over := time.NewTimer(within)
	defer over.Stop()
	loading, cancel := context.WithTimeout(tab, within)
	defer cancel()
	went, err := chromedp.Call(loading, cdppage.Navigate, cdppage.NavigateParams{URL: address})
	switch {
	case err != nil && loading.Err() != nil && tab.Err() == nil:
		return fault(TooSlow, err)
	case err != nil:
		return err
	case went.IsDownload:
		return fault(NoPage, errors.New("it is a download"))
	case strings.HasPrefix(went.ErrorText, "net::ERR_CERT_"):
		return fault(Untrusted, errors.New(went.ErrorText))
	case went.ErrorText == "net::ERR_ABORTED", went.ErrorText == "net::ERR_HTTP_RESPONSE_CODE_FAILURE":
		return fault(NoPage, errors.New(went.ErrorText))
	case went.ErrorText != "":
		return fault(NotReached, errors.New(went.ErrorText))
	}
	select {
	case <-v.idle:
	case <-over.C:
	case <-v.crashed:
		return fault(Broke, errors.New("the page crashed"))
	case <-tab.Done():
		return tab.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

//go:embed measure.js
var measure string

//go:embed usability.js
var usability string

// see takes down what there is.
func (v *view) see(tab context.Context) (*Rendered, error) {
	tree, err := chromedp.Call(tab, cdppage.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	frame := tree.FrameTree.Frame
	if at, err := url.Parse(frame.URL); err != nil || at.Scheme != "http" && at.Scheme != "https" {
		return nil, fault(NoPage, errors.New("the page went to what is no web address"))
	}
	v.mu.Lock()
	r := &Rendered{FinalURL: frame.URL, Status: v.status, Errors: v.errors, Requests: v.requests}
	v.mu.Unlock()
	if r.Status/100 != 2 {
		return nil, fault(NoPage, fmt.Errorf("it is answered with %d", r.Status))
	}
	world, err := chromedp.Call(tab, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{FrameID: frame.ID, WorldName: "auditctl"})
	if err != nil {
		return nil, err
	}
	script := strings.NewReplacer("HTML)", strconv.Itoa(MaxHTML)+")", "TEXT)", strconv.Itoa(MaxText)+")").Replace(measure)
	found, err := chromedp.Call(tab, runtime.Evaluate, runtime.EvaluateParams{Expression: script, ContextID: world.ExecutionContextID, ReturnByValue: new(true)})
	if err != nil {
		return nil, err
	}
	if found.ExceptionDetails != nil {
		return nil, fault(Broke, fmt.Errorf("measuring the page: %s", found.ExceptionDetails.Text))
	}
	if err := json.Unmarshal(found.Result.Value, r); err != nil {
		return nil, fmt.Errorf("reading what was measured: %w", err)
	}
	r.HTML = strings.ToValidUTF8(r.HTML[:min(len(r.HTML), MaxHTML)], "")
	if r.Desktop, err = picture(tab); err != nil {
		return nil, err
	}
	if err := call(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: phoneWidth, Height: phoneHeight, DeviceScaleFactor: 1, Mobile: true})(); err != nil {
		return nil, err
	}
	if r.Phone, err = picture(tab); err != nil {
		return nil, err
	}
	if r.Use, err = v.use(tab, world.ExecutionContextID); err != nil {
		return nil, err
	}
	r.Bytes, r.Cut = v.proxy.Bytes(), v.proxy.Spent()
	return r, nil
}

// use measures how the page can be used; nil where the page defies measuring: the rest of what was seen holds all the same.
func (v *view) use(tab context.Context, world runtime.ExecutionContextID) (*page.Usability, error) {
	found, err := chromedp.Call(tab, runtime.Evaluate, runtime.EvaluateParams{Expression: usability, ContextID: world, ReturnByValue: new(true)})
	if err != nil {
		return nil, err
	}
	if found.ExceptionDetails != nil {
		return nil, nil
	}
	u := new(page.Usability)
	if err := json.Unmarshal(found.Result.Value, u); err != nil {
		return nil, fmt.Errorf("reading how the page can be used: %w", err)
	}
	return u, nil
}

// picture is what is seen, as a JPEG; nil where it is too large even when coarse.
func picture(tab context.Context) ([]byte, error) {
	for _, quality := range []int64{80, 40} {
		shot, err := chromedp.Call(tab, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{Format: cdppage.CaptureScreenshotFormatJpeg, Quality: &quality})
		if err != nil {
			return nil, err
		}
		if len(shot.Data) <= MaxPicture {
			return shot.Data, nil
		}
	}
	return nil, nil
}
