package client

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// ServerError says that the server gave no answer, half an answer, or one that no auditctl server gives, such as a proxy's page. What the server
// itself refuses is an *audit.Error.
type ServerError struct {
	Host       string
	Status     int           // HTTP status of the answer; 0 where none came
	Message    string        // for the user, with what to check
	RetryAfter time.Duration // when the same call may do better; 0 where nothing is known
	Err        error         // the cause, for logs only; nil where the answer is the cause

	temporary bool
}

func (e *ServerError) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *ServerError) Unwrap() error { return e.Err }

// Temporary says that the same call may do better later: the connection was lost, or a proxy is waiting for the server to come back.
func (e *ServerError) Temporary() bool { return e.temporary }

var (
	errSlow     = errors.New("no answer in time")
	errTooLarge = errors.New("the answer is too large")
	errProxy    = errors.New("the proxy refused")
)

// fault is why an attempt failed, and whether another may do better.
type fault struct {
	err   error
	again bool
	after time.Duration // what the server asked to wait; 0 where it didn't
	lost  bool          // the server may have done what was asked
}

// unanswered is the fault of an attempt that got no whole answer.
func (c *Client) unanswered(ctx context.Context, err error) *fault {
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errSlow) {
		return &fault{err: fmt.Errorf("waiting for %s: %w", c.host, ctx.Err())}
	}
	var said *ServerError // while the body was read
	if errors.As(err, &said) {
		return &fault{err: err, again: said.temporary, lost: true}
	}
	var (
		dns         *net.DNSError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		op          *net.OpError
		message     string
		temporary   = true
	)
	switch {
	case errors.Is(err, errTooLarge):
		message, temporary = fmt.Sprintf("the answer of %s is larger than %d MiB; ask for its audits one by one", c.host, maxAnswer>>20), false
	case errors.Is(context.Cause(ctx), errSlow):
		message = fmt.Sprintf("%s didn't answer within %s; check its address and the network, or allow more time", c.host, c.timeout)
	case errors.Is(err, errProxy):
		message, temporary = fmt.Sprintf("the proxy on the way to %s refuses to connect to it; check HTTPS_PROXY and what the proxy allows, or exempt the host in NO_PROXY",
			c.host), false
	case errors.As(err, &op) && op.Op == "proxyconnect":
		message = fmt.Sprintf("the proxy on the way to %s can't be reached; check HTTPS_PROXY and HTTP_PROXY, or exempt the host in NO_PROXY", c.host)
	case errors.As(err, &dns) && dns.IsNotFound:
		message, temporary = fmt.Sprintf("there is no host %s; check the server's address", c.host), false
	case errors.As(err, &dns):
		message = fmt.Sprintf("the name of %s can't be looked up; check the network", c.host)
	case errors.As(err, &certificate):
		message, temporary = fmt.Sprintf("the certificate of %s can't be trusted (%s); check the server's address and this machine's clock, or name your own authority's "+
			"certificate in SSL_CERT_FILE", c.host, c.clean(certificate.Err.Error())), false
	case errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &record):
		message, temporary = fmt.Sprintf("%s doesn't speak TLS; check the port and the scheme of the server's address", c.host), false
	case errors.As(err, &op) && op.Op == "dial":
		message = fmt.Sprintf("%s can't be reached; check that the server runs there, its port, and the network", c.host)
	default:
		message = fmt.Sprintf("the connection to %s broke off before its answer was complete; check the network, and try again", c.host)
	}
	return &fault{err: &ServerError{Host: c.host, Message: message, Err: err, temporary: temporary}, again: temporary, lost: true}
}

// foreign is the fault of an answer that no auditctl server gives.
func (c *Client) foreign(resp *http.Response, err error) *fault {
	what := resp.Header.Get("Content-Type")
	if what == "" {
		what = "no content type"
	}
	e := &ServerError{Host: c.host, Status: resp.StatusCode, Err: err, RetryAfter: retryAfter(resp.Header)}
	got := strconv.Itoa(resp.StatusCode) + " " + http.StatusText(resp.StatusCode)
	switch location, _ := url.Parse(resp.Header.Get("Location")); {
	case resp.StatusCode == http.StatusBadGateway || resp.StatusCode == http.StatusServiceUnavailable || resp.StatusCode == http.StatusGatewayTimeout:
		e.Message = fmt.Sprintf("%s answered %s: what stands before the auditctl server gets no answer from it; try again later, or ask its operator", c.host, got)
		e.temporary = true
	case resp.StatusCode >= 500:
		e.Message = fmt.Sprintf("%s answered %s, and nothing that explains it; ask its operator", c.host, got)
	case resp.StatusCode == http.StatusRequestEntityTooLarge:
		e.Message = fmt.Sprintf("%s answered %s; send fewer addresses at once", c.host, got)
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && location != nil && location.Host != "":
		e.Message = fmt.Sprintf("%s answered with a redirect to %s, which isn't followed, so that the API key goes nowhere else; if the server is there, use that address",
			c.host, c.clean(location.Scheme+"://"+location.Host))
	case resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusMethodNotAllowed:
		e.Message = fmt.Sprintf("%s answered %s with %s: it is no auditctl server, or an older one; check its address, and the path in it", c.host, got, c.clean(what))
	default:
		e.Message = fmt.Sprintf("%s doesn't answer like an auditctl server (%s with %s); check its address, and whether a proxy or a sign-in page stands before it",
			c.host, got, c.clean(what))
	}
	return &fault{err: e, again: e.temporary, after: e.RetryAfter, lost: e.temporary}
}

// problem is the body of a refusal, RFC 9457 with the service's own members.
type problem struct {
	Title     string             `json:"title"`
	Detail    string             `json:"detail"`
	Code      audit.Code         `json:"code"`
	Errors    []audit.FieldError `json:"errors"`
	RequestID string             `json:"request_id"`
}

// refused is the fault that an answer with another status than 2xx tells of.
func (c *Client) refused(resp *http.Response) *fault {
	var p problem
	// What can't be read whole is no problem document; the status speaks then.
	if text, err := io.ReadAll(io.LimitReader(resp.Body, maxRefusal)); err != nil || !isJSON(resp.Header) || json.Unmarshal(text, &p) != nil {
		p = problem{}
	}
	e := &audit.Error{Code: audit.Code(c.clean(string(p.Code))), Message: c.clean(p.Detail), RequestID: c.clean(p.RequestID), RetryAfter: retryAfter(resp.Header)}
	for _, f := range p.Errors {
		e.Fields = append(e.Fields, audit.FieldError{Pointer: c.clean(f.Pointer), Code: c.clean(f.Code), Detail: c.clean(f.Detail)})
	}
	if e.RequestID == "" {
		e.RequestID = c.clean(resp.Header.Get("X-Request-Id"))
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("%s answered %d %s", c.host, resp.StatusCode, c.clean(p.Title))
	}
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		e.Code = audit.CodeUnauthorized
		e.Message = fmt.Sprintf("%s doesn't accept the API key: it may be revoked, expired, or another server's; make a new one in its dashboard, or ask its operator", c.host)
	case p.Code == "" && resp.StatusCode == http.StatusTooManyRequests:
		e.Code = audit.CodeRateLimited
		e.Message = fmt.Sprintf("%s is asked too often; wait, and ask less often", c.host)
	case p.Code == "":
		return c.foreign(resp, nil)
	}
	f := &fault{err: e, after: e.RetryAfter}
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		// Waiting a moment gives back neither an allowance nor the patience of audited sites.
		f.again = e.Code != audit.CodeTooManyFailures && e.Code != audit.CodeQuotaExceeded
	case http.StatusConflict:
		f.again = e.Code == audit.CodeIdempotencyInProgress
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		f.again, f.lost = true, true
	}
	return f
}

// clean makes the server's words fit for a terminal, and masks the key, should it be among them.
func (c *Client) clean(s string) string { return audit.Printable(c.redact(s)) }

// isJSON says that a body is said to be JSON, of any vocabulary.
func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"))
}

// retryAfter reads Retry-After; 0 where it says nothing. A date is measured by the server's own clock, where it tells it.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(0, at.Sub(now))
}
