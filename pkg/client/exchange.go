package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	maxAnswer  = 64 << 20 // bytes, decompressed: 50 audits with their checks take a fraction
	maxRefusal = 1 << 20  // bytes

	firstBackoff   = 500 * time.Millisecond
	longestBackoff = 10 * time.Second
	// longestWait is how long a server may ask to wait before the same call; past it the caller is told instead.
	longestWait = time.Minute
)

// request is one call.
type request struct {
	method string
	path   string            // with {id}
	id     string            // of an audit or a batch
	query  map[string]string // empty values aren't sent
	header map[string]string
	body   any
	keep   bool // the answer may be kept, and asked for on condition that it changed
}

// ask makes a call and reads its answer, which is JSON, into out. What is kept of earlier answers is decoded again each time, so that the caller owns out.
func (c *Client) ask(ctx context.Context, r request, out any) (http.Header, error) {
	var header http.Header
	_, err := c.attempt(ctx, func() *fault {
		ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, errSlow)
		defer cancel()
		address := fmt.Sprint(r.path, r.id, r.query)
		var earlier whole
		if r.keep {
			earlier = c.kept.get(address)
		}
		resp, fault := c.send(ctx, r, earlier.etag)
		if fault != nil {
			return fault
		}
		defer resp.Body.Close()
		header = resp.Header
		body := earlier.body
		switch {
		case resp.StatusCode == http.StatusNotModified && earlier.etag != "":
		case resp.StatusCode/100 != 2:
			return c.refused(resp)
		case !isJSON(header):
			return c.foreign(resp, nil)
		default:
			var err error
			if body, err = io.ReadAll(resp.Body); err != nil {
				return c.unanswered(ctx, err)
			}
		}
		if err := json.Unmarshal(body, out); err != nil {
			return c.foreign(resp, fmt.Errorf("reading the answer of %s: %w", c.host, err))
		}
		if r.keep && resp.StatusCode == http.StatusOK {
			c.kept.put(whole{address: address, etag: header.Get("ETag"), body: body})
		}
		return nil
	})
	return header, err
}

// open makes a call whose answer is handed on as it comes, and must be closed. kind is its media type, any where empty.
func (c *Client) open(ctx context.Context, r request, kind string) (body io.ReadCloser, contentType string, err error) {
	_, err = c.attempt(ctx, func() *fault {
		resp, fault := c.send(ctx, r, "")
		if fault != nil {
			return fault
		}
		contentType = resp.Header.Get("Content-Type")
		got, _, _ := mime.ParseMediaType(contentType)
		switch {
		case resp.StatusCode/100 != 2:
			fault = c.refused(resp)
		case kind != "" && got != kind:
			fault = c.foreign(resp, nil)
		default:
			body = resp.Body
			return nil
		}
		resp.Body.Close()
		return fault
	})
	return body, contentType, err
}

// attempt calls once until it has an answer, or a fault that another attempt wouldn't change. lost says that the server may have done what was asked
// in an attempt whose answer never came. (resty's own repetition leaks streamed bodies, asks earlier than a server's Retry-After where that is long,
// and waits in vain where the caller's deadline is nearer.)
func (c *Client) attempt(ctx context.Context, once func() *fault) (lost bool, err error) {
	for n := 0; ; n++ {
		fault := once()
		if fault == nil {
			return lost, nil
		}
		lost = lost || fault.lost
		wait := backoff(n)
		if fault.after > 0 {
			wait += fault.after
		}
		deadline, bounded := ctx.Deadline()
		if !fault.again || n == c.retries || fault.after > longestWait || bounded && time.Until(deadline) < wait {
			return lost, fault.err
		}
		if c.sleep(ctx, wait) != nil {
			return lost, c.unanswered(ctx, nil).err
		}
	}
}

// backoff gives the pause after the n-th attempt, from 0, half of it by chance, so that many clients don't come back at once.
func backoff(n int) time.Duration {
	d := min(firstBackoff<<min(n, 10), longestBackoff)
	return d/2 + rand.N(d/2)
}

// send makes one attempt, up to the answer's header. Its body is bounded in bytes, and in the time of every read.
func (c *Client) send(ctx context.Context, r request, etag string) (*http.Response, *fault) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(c.timeout, func() { cancel(errSlow) })
	req := c.rest.R().SetContext(ctx).SetPathParam("id", r.id).SetHeaders(r.header)
	for name, value := range r.query {
		if value != "" {
			req.SetQueryParam(name, value)
		}
	}
	if etag != "" {
		req.SetHeader("If-None-Match", etag)
	}
	if r.body != nil {
		req.SetBody(r.body)
	}
	got, err := req.Execute(r.method, r.path)
	timer.Stop()
	if err != nil {
		defer cancel(nil) // once it is told why ctx ended, where it did
		return nil, c.unanswered(ctx, err)
	}
	resp := got.RawResponse
	c.observe(resp.Header)
	resp.Body = &answer{client: c, ctx: ctx, cancel: cancel, body: resp.Body, timer: timer, left: maxAnswer}
	return resp, nil
}

// observe keeps what an answer says of the quota.
func (c *Client) observe(h http.Header) {
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	if err != nil {
		return
	}
	remaining, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quota = &audit.Quota{Limit: limit, Remaining: remaining, Window: audit.QuotaWindowName}
}

// answer is a body on its way. Its errors are for the user.
type answer struct {
	client *Client
	ctx    context.Context // the attempt's, which ends with the answer
	cancel context.CancelCauseFunc
	body   io.ReadCloser
	timer  *time.Timer // ends ctx where the server falls silent
	left   int64       // bytes that may still come
}

func (a *answer) Read(p []byte) (int, error) {
	a.timer.Reset(a.client.timeout)
	n, err := a.body.Read(p)
	a.timer.Stop()
	if a.left -= int64(n); a.left < 0 {
		err = errTooLarge
	}
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, a.client.unanswered(a.ctx, err).err
}

func (a *answer) Close() error {
	a.timer.Stop()
	err := a.body.Close()
	a.cancel(nil)
	return err
}
