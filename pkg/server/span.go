package server

import (
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// span records one per request, named once its route is known. A stranger's trace is linked to, never continued: it would decide what is recorded.
// OpenTelemetry's own handler does the same and more; it would make the program 2 MB larger.
func (s *Server) span(next http.Handler) http.Handler {
	tracer := s.config.TracerProvider.Tracer("auditctl")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		options := []trace.SpanStartOption{
			trace.WithSpanKind(trace.SpanKindServer), trace.WithNewRoot(), trace.WithAttributes(attribute.String("http.request.method", method(r.Method))),
		}
		theirs := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header)))
		if theirs.IsValid() {
			options = append(options, trace.WithLinks(trace.Link{SpanContext: theirs}))
		}
		ctx, span := tracer.Start(r.Context(), method(r.Method), options...)
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// routed names the span of a request that found its route.
func routed(r *http.Request, route string) {
	span := trace.SpanFromContext(r.Context())
	span.SetName(r.Method + " " + route)
	span.SetAttributes(attribute.String("http.route", route))
}

// answered notes how a request ended on its span.
func answered(r *http.Request, status int) {
	span := trace.SpanFromContext(r.Context())
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}
