package servertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const doc = `{
  "openapi": "3.1.0", "info": {"title": "test", "version": "1"},
  "paths": {"/thing/{id}": {"get": {
    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}, {"name": "n", "in": "query", "schema": {"type": "integer"}}],
    "responses": {
      "200": {"description": "a thing", "headers": {"X-Request-Id": {"required": true, "schema": {"type": "string"}}},
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}, "text/csv": {"schema": {"type": "string"}}}},
      "404": {"description": "none", "content": {"application/problem+json": {"schema": {"type": "object"}, "examples": {"not_found": {"value": {}}}}}}
    }
  }}},
  "components": {"schemas": {"Thing": {"type": "object", "required": ["name"], "properties": {"name": {"type": ["string", "null"]}}}}}
}`

// recorder takes what a test would be failed with.
type recorder struct {
	testing.TB
	faults []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

func TestAnAnswerThatIsNotAsDescribedIsAFault(t *testing.T) {
	for name, c := range map[string]struct {
		path, kind, id string
		status         int
		body, fault    string
	}{
		"as described":          {"/thing/1?n=1", "application/json", "r", 200, `{"name":null}`, ""},
		"a text":                {"/thing/1", "text/csv", "r", 200, "a,b", ""},
		"a refusal":             {"/thing/1?n=x", "application/problem+json", "r", 404, `{"code":"not_found"}`, ""},
		"not described at all":  {"/other", "application/json", "", 418, `{}`, ""},
		"a wrong type":          {"/thing/1", "application/json", "r", 200, `{"name":1}`, "name"},
		"a missing field":       {"/thing/1", "application/json", "r", 200, `{}`, "name"},
		"an unknown field":      {"/thing/1", "application/json", "r", 200, `{"name":"a","age":3}`, "age"},
		"a missing header":      {"/thing/1", "application/json", "", 200, `{"name":"a"}`, "X-Request-Id"},
		"an unknown status":     {"/thing/1", "application/json", "r", 418, `{}`, "status is not supported"},
		"an unknown kind":       {"/thing/1", "text/html", "r", 200, "<html>", "text/html"},
		"an unknown code":       {"/thing/1", "application/problem+json", "r", 404, `{"code":"gone"}`, "gone"},
		"a request too lenient": {"/thing/1?n=x", "application/json", "r", 200, `{"name":"a"}`, "was accepted"},
	} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			if c.id != "" {
				w.Header().Set("X-Request-Id", c.id)
			}
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		}))
		r := &recorder{TB: t}
		response, err := (&http.Client{Transport: Validating(r, []byte(doc), nil)}).Get(web.URL + c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(response.Body); err != nil || string(got) != c.body {
			t.Errorf("%s: read %q, %v", name, got, err)
		}
		response.Body.Close()
		web.Close()
		if faults := strings.Join(r.faults, "\n"); (c.fault == "") != (faults == "") || !strings.Contains(faults, c.fault) {
			t.Errorf("%s: want a fault with %q, got %q", name, c.fault, faults)
		}
	}
}
