package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	maxAnswer = 8 << 20 // bytes, decompressed
	retries   = 2       // attempts after the first

	// Attempts is how often a call is sent at most: once, and again where that helps.
	Attempts = 1 + retries

	firstWait   = 500 * time.Millisecond
	longestWait = time.Minute // that a service may ask for; past it the caller is told instead
	// How long an attempt must have been under way for its end by the caller's deadline to speak against the service, and to be a wait in vain.
	patience     = 5 * time.Second
	longPatience = 20 * time.Second
)

// errSlow ends an attempt that took too long.
var errSlow = errors.New("no answer in time")

// Service is what a Client talks to.
type Service struct {
	Provider string      // as operators write it
	Model    string      // as they configured it; empty where the service has none
	BaseURL  string      // without a trailing slash
	Header   http.Header // sent with every request, the key among it
	Key      Key         // to be taken out of whatever the service says
	Free     bool        // its calls cost nothing, whatever the ceiling
}

// Name is what prices and uses go by: "provider:model", or "provider" where there is no model.
func (s Service) Name() string {
	if s.Model == "" {
		return s.Provider
	}
	return s.Provider + ":" + s.Model
}

// Client sends requests to one service: bounded, limited, counted, and again where that helps. It doesn't follow redirects.
type Client struct {
	service Service
	meter   *Meter
	gate    *Gate
}

// NewClient gives a client. A nil meter counts for nobody.
func NewClient(s Service, m *Meter, g *Gate) *Client {
	if m == nil {
		m = NewMeter(nil, nil)
	}
	return &Client{service: s, meter: m, gate: g}
}

// Call is one request.
type Call struct {
	Path    string      // beneath the base URL
	Query   url.Values  // a key in it is in no error: what goes wrong is said without the address
	Header  http.Header // beside the service's
	Body    any         // sent as JSON, by POST; nil is a GET
	Worst   Usage       // the most that one attempt can use
	Timeout time.Duration
	// Follows says that the call belongs to one that is counted already, as when it asks whether the answer is ready.
	Follows bool
	// OwnErrors says that an error inside an answer with status 200 is read's to judge: it may stand beside an answer, or be one.
	OwnErrors bool

	// came is told of the answer while the call still has its turn at the gate: who is interrupted loses no more than the turns that there are.
	came func(answer []byte)
}

// Do sends the call and hands the body of the answer to read, which says what it used and what is wrong with it: an *Error, or any other error where it
// isn't what the service documents. What Do returns is the use of all attempts; its error is an *Error.
func (c *Client) Do(ctx context.Context, call Call, read func(body []byte) (Usage, error)) (Usage, error) {
	var body []byte
	if call.Body != nil {
		var err error
		if body, err = json.Marshal(call.Body); err != nil {
			return Usage{}, c.blame(&Error{Kind: Invalid, Detail: "the request can't be written as JSON", Err: err}, Usage{})
		}
	}
	if k := kept(ctx, call); k != nil {
		return c.once(ctx, k, call, body, read)
	}
	return c.send(ctx, call, body, read)
}

// send sends the call, and again where that helps.
func (c *Client) send(ctx context.Context, call Call, body []byte, read func(body []byte) (Usage, error)) (Usage, error) {
	var used Usage
	for n := 0; ; n++ {
		one, fault, again := c.attempt(ctx, call, body, read)
		used = used.Add(one)
		if fault == nil {
			return used, nil
		}
		wait := pause(n, fault.RetryAfter)
		deadline, limited := ctx.Deadline()
		switch {
		case !again, n == retries, fault.RetryAfter > longestWait, limited && deadline.Sub(c.gate.clock.Now()) < wait,
			n > 0 && errors.Is(fault.Err, errSlow), // who pays for an answer that nobody waited for is unknown: once is enough
			c.gate.broken(),
			c.gate.clock.Sleep(ctx, wait) != nil:
			return used, c.blame(fault, used)
		}
	}
}

// pause is the time before the attempt after the n-th, from 0, by chance a little off, so that many clients don't come back at once.
func pause(n int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked + time.Duration(rand.Float64()*float64(asked)/10)
	}
	return time.Duration((0.75 + rand.Float64()/2) * float64(firstWait<<n))
}

// Fault is the error of an answer that a provider can't use, complete and with the key taken out. used is what it took to get there.
func (c *Client) Fault(kind Kind, detail string, used Usage) error {
	return c.blame(&Error{Kind: kind, Detail: detail}, used)
}

// Pause waits, by the clock that the client's limits go by.
func (c *Client) Pause(ctx context.Context, d time.Duration) error { return c.gate.clock.Sleep(ctx, d) }

// blame completes an error, and takes the key out of it.
func (c *Client) blame(fault *Error, used Usage) *Error {
	complete := *fault
	complete.Provider, complete.Usage = c.service.Provider, used
	complete.Detail = c.service.Key.detail(fault.Detail)
	return &complete
}

// attempt sends the call once.
func (c *Client) attempt(ctx context.Context, call Call, body []byte, read func(body []byte) (Usage, error)) (used Usage, fault *Error, again bool) {
	leave, fault := c.gate.enter(ctx)
	if fault != nil {
		return used, fault, false
	}
	defer leave()
	name := c.service.Name()
	held, fault := c.meter.hold(name, call.Worst, c.service.Free)
	if fault != nil {
		c.gate.unknown()
		return used, fault, false
	}
	unknown := false // what the attempt cost
	defer func() {
		if !call.Follows {
			used.Calls = 1
		}
		used.USD = c.price(used)
		c.meter.settle(name, held, used, unknown)
	}()

	began := c.gate.clock.Now()
	status, header, answer, err := c.exchange(ctx, call, body)
	if err != nil {
		unknown = !isUnsent(err)
		fault, again = c.unanswered(ctx, began, err)
		return used, fault, again
	}
	if status/100 != 2 || !call.OwnErrors {
		fault, again = complain(status, header, answer, c.gate.clock.Now())
	}
	if fault != nil && status/100 != 2 {
		if fault.Kind == Temporary {
			c.gate.failed(began, false)
		} else {
			c.gate.answered()
		}
		return used, fault, again
	}
	used, err = read(answer)
	var own *Error
	switch {
	case fault != nil: // an error in a 200; read was asked for its usage alone
	case err == nil:
	case errors.As(err, &own):
		fault, again = own, own.Kind == Rate || own.Kind == Temporary
	default:
		unknown = true
		fault = &Error{Kind: Malformed, Detail: "what came isn't what the service documents", Err: err}
	}
	if fault != nil && fault.Kind == Temporary {
		c.gate.failed(began, false)
	} else {
		c.gate.answered()
	}
	if fault == nil && call.came != nil {
		call.came(answer)
	}
	return used, fault, again
}

// price is what a call cost, in USD, as the service said or else as configured; nil where nobody knows.
func (c *Client) price(used Usage) *float64 {
	switch {
	case used.USD != nil:
		return used.USD
	case c.service.Free:
		return new(float64)
	}
	return c.meter.Price(c.service.Name(), used)
}

// unanswered says why no answer came, and tells the gate.
func (c *Client) unanswered(ctx context.Context, began time.Time, err error) (fault *Error, again bool) {
	lasted := c.gate.clock.Now().Sub(began)
	var foreign *url.Error // its text repeats the address
	if errors.As(err, &foreign) {
		err = foreign.Err
	}
	switch {
	case errors.Is(err, errTooLong):
		c.gate.answered()
		return &Error{Kind: Malformed, Detail: err.Error(), Err: err}, false
	case ctx.Err() != nil:
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && lasted >= patience {
			c.gate.failed(began, lasted >= longPatience)
		} else {
			c.gate.unknown()
		}
		return ended(ctx), false
	case errors.Is(err, errSlow):
		c.gate.failed(began, true)
	default:
		c.gate.failed(began, false)
	}
	return &Error{Kind: Network, Detail: err.Error(), Err: err}, true
}

var errTooLong = fmt.Errorf("the answer is longer than %d MB", maxAnswer>>20)

// exchange sends one request and reads the whole answer.
func (c *Client) exchange(ctx context.Context, call Call, body []byte) (status int, header http.Header, answer []byte, err error) {
	timeout := call.Timeout
	if c.gate.limits.Timeout > 0 {
		timeout = c.gate.limits.Timeout
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("%w: waited %s", errSlow, timeout))
	defer cancel()
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), errSlow) {
			err = context.Cause(ctx)
		}
	}()
	method, address := http.MethodGet, c.service.BaseURL+call.Path
	if call.Body != nil {
		method = http.MethodPost
	}
	if len(call.Query) > 0 {
		address += "?" + call.Query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	for _, header := range []http.Header{c.service.Header, call.Header} {
		for name, values := range header {
			req.Header[name] = values
		}
	}
	if call.Body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "auditctl")
	resp, err := c.gate.http.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case len(answer) > maxAnswer:
		return 0, nil, nil, errTooLong
	case err != nil:
		return 0, nil, nil, fmt.Errorf("reading the answer: %w", err)
	}
	return resp.StatusCode, resp.Header, answer, nil
}

// isUnsent says that nothing reached the service, so that nothing can be charged.
func isUnsent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// newHTTP gives an HTTP client that stays with the host it was sent to: a redirect would carry the key along.
func newHTTP(inFlight int) *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConnsPerHost: inFlight, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: 64 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// BaseURL checks and trims the address of a service.
func BaseURL(text string) (string, error) {
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(text), "/"))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", errors.New("the base URL must be http(s)://host, with a path where the service has one")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("the base URL must have no user, query or fragment: keys have a setting of their own")
	}
	return u.String(), nil
}
