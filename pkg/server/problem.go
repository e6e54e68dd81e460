package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// problem is the body of every refusal: RFC 9457 application/problem+json.
type problem struct {
	Type      string             `json:"type"`
	Title     string             `json:"title"`
	Status    int                `json:"status"`
	Detail    string             `json:"detail"`
	Success   bool               `json:"success"`
	Code      audit.Code         `json:"code"`
	Errors    []audit.FieldError `json:"errors,omitempty"`
	RequestID string             `json:"request_id"`
}

// problemType names the kind of problem: a URI reference that is the same on every server. It identifies; nothing is served under it.
func problemType(code audit.Code) string { return "/problems/" + string(code) }

// refusal is how a code is shown.
type refusal struct {
	status int
	title  string
	// detail stands for every message of the code: where it must not depend on what is behind the door. Empty: the message is the service's.
	detail string
}

// refusals gives every code of a call its HTTP status. The codes of audits (why an address is invalid, why a site couldn't be read, an exhausted
// quota) are states of a 202, never answers: they aren't here, and a call that ends with one ended with a fault of ours.
func refusals() map[audit.Code]refusal {
	return map[audit.Code]refusal{
		audit.CodeMalformedBody:    {status: http.StatusBadRequest, title: "The body can't be read"},
		audit.CodeUnauthorized:     {status: http.StatusUnauthorized, title: "No valid API key", detail: "Send a valid API key in X-API-Key, or in Authorization as a Bearer token, and in one of them only."},
		audit.CodeNotFound:         {status: http.StatusNotFound, title: "Not found", detail: "There is nothing under this address, or not for this key."},
		audit.CodeMethodNotAllowed: {status: http.StatusMethodNotAllowed, title: "Method not allowed"},
		audit.CodeAuditPending:     {status: http.StatusConflict, title: "The audit is still pending"},
		audit.CodeIdempotencyInProgress: {
			status: http.StatusConflict, title: "The first request with this idempotency key is still running",
		},
		audit.CodePayloadTooLarge:      {status: http.StatusRequestEntityTooLarge, title: "The body is too large"},
		audit.CodeUnsupportedMediaType: {status: http.StatusUnsupportedMediaType, title: "The body isn't application/json"},
		audit.CodeValidationFailed:     {status: http.StatusUnprocessableEntity, title: "The request isn't valid"},
		audit.CodeIdempotencyKeyReused: {status: http.StatusUnprocessableEntity, title: "The idempotency key was used for another request"},
		audit.CodeRateLimited:          {status: http.StatusTooManyRequests, title: "Too many requests"},
		audit.CodeTooManyFailures:      {status: http.StatusTooManyRequests, title: "Too many failed audits"},
		audit.CodeInternal: {
			status: http.StatusInternalServerError, title: "A fault of the service",
			detail: "Something went wrong here, not in the request. Try again, and if it stays, tell the operator the request_id.",
		},
		audit.CodeNoBrowser: {
			status: http.StatusNotImplemented, title: "There is no browser on this server",
			detail: "A PDF is printed by a browser, and this server has none. Ask for format=html and print that from a browser of yours, or have the operator install Chromium.",
		},
		audit.CodeOverloaded:  {status: http.StatusServiceUnavailable, title: "The service can't take this now"},
		audit.CodeInterrupted: {status: http.StatusServiceUnavailable, title: "The service is stopping"},
	}
}

// refuse answers with the problem that err is. What err holds besides its message and fields is for the log.
func (s *Server) refuse(x *exchange, r *http.Request, err error) {
	var e *audit.Error
	if !errors.As(err, &e) {
		e = &audit.Error{Code: audit.CodeInternal, Err: err}
		if r.Context().Err() != nil { // the client left, or the server stops: no fault
			e = &audit.Error{Code: audit.CodeInterrupted, Message: "The request was interrupted.", RetryAfter: time.Second, Err: err}
		}
	}
	shown, ok := s.refusals[e.Code]
	if !ok {
		e = &audit.Error{Code: audit.CodeInternal, Err: err}
		shown = s.refusals[audit.CodeInternal]
	}
	x.code = e.Code
	switch {
	case e.Code == audit.CodeInternal:
		s.log.LogAttrs(r.Context(), slog.LevelError, "request failed", slog.String("request_id", x.id), slog.String("route", x.route), slog.Any("error", cause(err)))
	case shown.status == http.StatusServiceUnavailable && e.Err != nil && !errors.Is(e.Err, context.Canceled):
		s.log.LogAttrs(r.Context(), slog.LevelWarn, "request refused", slog.String("request_id", x.id), slog.String("route", x.route), slog.Any("error", cause(err)))
	}

	p := problem{
		Type: problemType(e.Code), Title: shown.title, Status: shown.status, Detail: shown.detail, Code: e.Code, Errors: e.Fields, RequestID: x.id,
	}
	if p.Detail == "" {
		p.Detail = e.Message
	}
	h := x.Header()
	// What an answer that didn't come about had set.
	for _, name := range []string{"ETag", "Content-Disposition", "Content-Length"} {
		h.Del(name)
	}
	h.Set("Cache-Control", "private, no-store")
	h.Set("Content-Type", "application/problem+json")
	switch {
	case e.RetryAfter > 0:
		h.Set("Retry-After", seconds(e.RetryAfter))
	case shown.status == http.StatusTooManyRequests || shown.status == http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	}
	if e.Code == audit.CodeUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="auditctl"`)
	}
	body, err := json.Marshal(p)
	if err != nil { // strings and numbers can always be encoded
		panic(err)
	}
	x.WriteHeader(p.Status)
	x.Write(body) //nolint:errcheck // nobody is left to be told of a client that is gone
}

// cause is the error with what it wraps, for the log: the message of an *audit.Error is the user's.
func cause(err error) error {
	var e *audit.Error
	if errors.As(err, &e) && e.Err != nil {
		return e.Err
	}
	return err
}

// seconds writes a time to wait in whole seconds, at least 1.
func seconds(d time.Duration) string {
	return strconv.Itoa(int(max(1, (d+time.Second-1)/time.Second)))
}
