package server

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/auditctl/auditctl/pkg/audit"
)

// exchange is one request's answer, and what is noted of both.
type exchange struct {
	http.ResponseWriter
	id      string // of the request
	route   string // the pattern that the path matched
	caller  audit.Caller
	service Service       // the caller's
	account audit.Account // the caller's; accountErr where it couldn't be had
	code    audit.Code    // of the refusal
	status  int           // 0 while nothing is written
	bytes   int64         // of the body

	accountErr error
}

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(b []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(b)
	x.bytes += int64(n)
	return n, err
}

// Unwrap gives http.ResponseController what is beneath.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// observe names a request, guards its answer with headers, logs and counts it, and turns a panic into a refusal.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		s.pace.note(began)
		x := &exchange{ResponseWriter: w, id: "req_" + strings.ToLower(rand.Text()), route: "unmatched"}
		defer func() { s.finish(x, r, began) }()
		defer s.catch(x, r)
		s.guard(x, r)
		if s.stopping.Load() {
			x.Header().Set("Connection", "close")
			s.refuse(x, r, &audit.Error{Code: audit.CodeInterrupted, Message: "The service is stopping; try again.", RetryAfter: time.Second})
			return
		}
		if s.crossOrigin(x, r) {
			return
		}
		next.ServeHTTP(x, r)
	})
}

// guarding are the headers of every answer; their values are shared by all answers and only ever replaced.
func guarding() http.Header {
	return http.Header{
		"X-Content-Type-Options":  {"nosniff"},
		"Content-Security-Policy": {"default-src 'none'; frame-ancestors 'none'"},
		"Referrer-Policy":         {"no-referrer"},
		"X-Frame-Options":         {"DENY"},
		"Cache-Control":           {"private, no-store"},
	}
}

// guard sets the headers of every answer.
func (s *Server) guard(x *exchange, r *http.Request) {
	h := x.Header()
	maps.Copy(h, s.guarding)
	h.Set("X-Request-Id", x.id)
	if r.TLS != nil {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// crossOrigin lets the configured origins' scripts in, and says whether the request was their browser's question beforehand, which it answers.
func (s *Server) crossOrigin(x *exchange, r *http.Request) bool {
	if len(s.config.CORSOrigins) == 0 {
		return false
	}
	h := x.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !slices.Contains(s.config.CORSOrigins, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		h.Set("Access-Control-Expose-Headers", "ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id")
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-API-Key")
	h.Set("Access-Control-Max-Age", "600")
	x.WriteHeader(http.StatusNoContent)
	return true
}

// catch answers a panic as any fault; where the answer had begun, the connection is cut, so that half of it can't pass for the whole.
func (s *Server) catch(x *exchange, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it like this
		panic(p)
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "panic", slog.String("request_id", x.id), slog.String("panic", fmt.Sprint(p)), slog.String("stack", string(debug.Stack())))
	if x.status != 0 {
		panic(http.ErrAbortHandler)
	}
	s.refuse(x, r, fmt.Errorf("panic: %v", p))
}

// finish counts a request and writes its line: never its key, its query or its body.
func (s *Server) finish(x *exchange, r *http.Request, began time.Time) {
	took := time.Since(began)
	status := x.status
	if status == 0 { // nothing was written: net/http answers 200
		status = http.StatusOK
	}
	s.metrics.request(x.route, r.Method, status, took)
	if s.config.TracerProvider != nil {
		answered(r, status)
	}
	if !s.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	// A record made by hand doesn't look for the line of code that logs: it is this one.
	line := slog.NewRecord(began.Add(took), slog.LevelInfo, "request", 0)
	line.AddAttrs(
		slog.String("method", method(r.Method)), slog.String("route", x.route), slog.Int("status", status),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000), slog.Int64("bytes", x.bytes), slog.String("request_id", x.id),
	)
	if x.code != "" {
		line.AddAttrs(slog.String("code", string(x.code)))
	}
	if x.caller.KeyID != "" {
		line.AddAttrs(slog.String("account_id", x.caller.AccountID), slog.String("key_id", x.caller.KeyID))
	}
	if span := trace.SpanContextFromContext(r.Context()); span.IsValid() {
		line.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	s.log.Handler().Handle(r.Context(), line) //nolint:errcheck // as slog.Logger does: there is nowhere to say that the log can't be written
}
