package server

import (
	"testing"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
)

func TestTheDocumentChangesOnlyWithItsGolden(t *testing.T) {
	golden.Check(t, "openapi.json", string(start(t).OpenAPI()))
}

func TestTheServerGivesTheDocument(t *testing.T) {
	r := start(t)
	if a := r.ask("GET", "/openapi.json", ""); a.StatusCode != 200 || a.body != string(r.OpenAPI()) || a.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %s", a.StatusCode, a.Header.Get("Content-Type"))
	}
	if a := r.ask("GET", "/openapi.json", "", "X-API-Key", ""); a.StatusCode != 401 {
		t.Errorf("without a key: %d", a.StatusCode)
	}
	r = start(t, func(c *Config) { c.PublicOpenAPI = true })
	if a := r.ask("GET", "/openapi.json", "", "X-API-Key", ""); a.StatusCode != 200 {
		t.Errorf("to all: %d", a.StatusCode)
	}
	r = start(t, func(c *Config) { c.PublicOpenAPI, c.FailureRate, c.FailureBurst = true, 0.001, 1 })
	r.ask("GET", "/openapi.json", "", "X-API-Key", "")
	if a := r.ask("GET", "/openapi.json", "", "X-API-Key", ""); a.StatusCode != 429 {
		t.Errorf("to all, too often: %d", a.StatusCode)
	}
	r = start(t, func(c *Config) { c.PublicOpenAPI = true })
	if a := r.ask("GET", "/openapi.json", "", "X-API-Key", "wrong"); a.StatusCode != 401 {
		t.Errorf("to all, with a wrong key: %d", a.StatusCode)
	}
}

func TestEveryCodeIsAnAnswerOrAStateOfAudits(t *testing.T) {
	states := map[audit.Code]bool{audit.CodeQuotaExceeded: true}
	for _, c := range audit.Codes() {
		if c.Invalid() {
			states[c] = true
		}
	}
	for _, c := range []audit.Code{
		audit.CodeDNSNotFound, audit.CodeDNSError, audit.CodeDNSTimeout, audit.CodeConnectFailed, audit.CodeConnectTimeout, audit.CodeTLSError,
		audit.CodeRedirectNotAllowed, audit.CodeTooManyRedirects, audit.CodeRedirectLoop, audit.CodeResponseTimeout, audit.CodeMalformedResponse,
		audit.CodeResponseTooLarge, audit.CodeUnsupportedEncoding, audit.CodeNotHTML, audit.CodeEmptyPage, audit.CodeHTTPError,
		audit.CodeBlockedBySite, audit.CodeTimeout,
	} {
		states[c] = true
	}
	answers := refusals()
	for _, c := range audit.Codes() {
		shown, answered := answers[c]
		if answered == states[c] {
			t.Errorf("%s: an answer %v, a state of audits %v", c, answered, states[c])
		}
		if answered && (shown.status < 400 || shown.title == "") {
			t.Errorf("%s: %+v", c, shown)
		}
	}
}
