package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// tracing sends spans to a collector where OpenTelemetry's own variables name one (OTEL_EXPORTER_OTLP_ENDPOINT and those beside it); else nowhere.
func tracing(ctx context.Context) (trace.TracerProvider, func(context.Context) error, error) {
	named := os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
	if !named || strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return noop.NewTracerProvider(), func(context.Context) error { return nil }, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("sending traces: %w", err)
	}
	about, err := resource.Merge(resource.NewSchemaless(attribute.String("service.name", "auditctl"), attribute.String("service.version", buildVersion())), resource.Environment())
	if err != nil {
		return nil, nil, fmt.Errorf("sending traces: %w", err)
	}
	p := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	return p, p.Shutdown, nil
}
