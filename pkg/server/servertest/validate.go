// Package servertest holds requests and answers to the server's own description of them.
package servertest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// Validating gives a RoundTripper that fails t where an answer isn't as the OpenAPI document doc describes it, or where a request that was accepted isn't.
// Fields that the document doesn't know are faults here, though clients must ignore them. Paths that it doesn't know aren't looked at. nil is
// http.DefaultTransport.
func Validating(t testing.TB, doc []byte, base http.RoundTripper) http.RoundTripper {
	t.Helper()
	d, err := openapi3.NewLoader().LoadFromData(doc)
	if err != nil {
		t.Fatalf("the OpenAPI document can't be read: %v", err)
	}
	if err := d.Validate(t.Context()); err != nil {
		t.Fatalf("the OpenAPI document isn't valid: %v", err)
	}
	for name, s := range d.Components.Schemas {
		if s.Value.Type.Is("object") && s.Value.AdditionalProperties.Schema == nil {
			d.Components.Schemas[name].Value.AdditionalProperties = openapi3.AdditionalProperties{Has: new(bool)}
		}
	}
	d.Servers = nil // wherever it runs
	router, err := gorillamux.NewRouter(d)
	if err != nil {
		t.Fatalf("the OpenAPI document makes no router: %v", err)
	}
	if base == nil {
		base = http.DefaultTransport
	}
	return &validating{t: t, router: router, base: base}
}

type validating struct {
	t      testing.TB
	router routers.Router
	base   http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (v *validating) RoundTrip(r *http.Request) (*http.Response, error) {
	asked, sent, body, err := copies(r)
	if err != nil {
		return nil, err
	}
	answer, err := v.base.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	route, path, err := v.router.FindRoute(asked)
	if err != nil {
		return answer, nil //nolint:nilerr // not described
	}
	got, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(got))
	if err != nil {
		return answer, nil //nolint:nilerr // who asked reads the same, and the same end
	}
	kind := answer.Header.Get("Content-Type")
	texts := kind != "application/json" && kind != "application/problem+json" // of which only the kind is described
	options := &openapi3filter.Options{
		IncludeResponseStatus: true, MultiError: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, ExcludeResponseBody: r.Method == http.MethodHead || texts,
	}
	request := &openapi3filter.RequestValidationInput{Request: asked, PathParams: path, Route: route, Options: options}
	if answer.StatusCode < http.StatusBadRequest {
		asked.Body = io.NopCloser(bytes.NewReader(body))
		if err := openapi3filter.ValidateRequest(r.Context(), request); err != nil {
			v.t.Errorf("%s %s was accepted, but isn't as described: %v", r.Method, r.URL.Path, err)
		}
	}
	err = openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: request, Status: answer.StatusCode, Header: answer.Header, Body: io.NopCloser(bytes.NewReader(got)), Options: options,
	})
	if err == nil && r.Method != http.MethodHead {
		err = describedBody(route, answer, got)
	}
	if err != nil {
		v.t.Errorf("%s %s answered %d, which isn't as described: %v", r.Method, r.URL.Path, answer.StatusCode, err)
	}
	return answer, nil
}

// copies gives two requests in place of r, one to validate and one to send, and the body of both. HEAD is described as GET.
func copies(r *http.Request) (asked, sent *http.Request, body []byte, err error) {
	asked, sent = r.Clone(r.Context()), r.Clone(r.Context())
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, nil, nil, fmt.Errorf("reading the request's body: %w", err)
		}
		r.Body.Close()
		sent.Body = io.NopCloser(bytes.NewReader(body))
	}
	if asked.Method == http.MethodHead {
		asked.Method = http.MethodGet
	}
	return asked, sent, body, nil
}

// describedBody says that the kind of a text is described, and that the code of a problem is one that the operation lists for its status: the examples
// are named by them.
func describedBody(route *routers.Route, answer *http.Response, body []byte) error {
	kind := answer.Header.Get("Content-Type")
	if len(body) == 0 || answer.StatusCode == http.StatusNotModified {
		return nil
	}
	described := route.Operation.Responses.Status(answer.StatusCode).Value.Content.Get(kind)
	if described == nil {
		return fmt.Errorf("%s isn't among its kinds of content", kind)
	}
	if !strings.HasPrefix(kind, "application/problem+json") {
		return nil
	}
	for code := range described.Examples {
		if bytes.Contains(body, []byte(`"code":"`+code+`"`)) {
			return nil
		}
	}
	return fmt.Errorf("its code isn't among those described: %s", body)
}
