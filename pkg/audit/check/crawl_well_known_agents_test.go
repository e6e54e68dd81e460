package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestWellKnownAgents(t *testing.T) {
	verdicts(t, crawlWellKnownAgents(), []verdict{
		{name: "an agent card", facts: serving("/.well-known/agent-card.json", 200, "application/json", `{"name": "x"}`), want: audit.Pass, says: "/.well-known/agent-card.json"},
		{name: "a retired plugin", facts: serving("/.well-known/ai-plugin.json", 200, "application/json", `{"schema_version": "v1"}`), want: audit.Pass, says: "no product reads"},
		{name: "a private key", facts: serving("/.well-known/ucp", 200, "application/json", `{"signing_keys": [{"kty": "EC", "d": "secret"}]}`), want: audit.Fail, says: "/.well-known/ucp"},
		{name: "no JSON", facts: serving("/.well-known/agent-card.json", 200, "text/plain", "soon"), want: audit.Warn, says: "text/plain, not JSON"},
		{name: "the page for every address", facts: serving("/.well-known/ucp", 200, "text/html", "<!doctype html><title>x</title>"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "none", facts: serving("/.well-known/ucp", 404, "text/plain", "no"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "only security.txt asked", facts: serving("/.well-known/security.txt", 200, "text/plain", "Contact: x"), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}

func TestAPublishedKeyIsNotRepeated(t *testing.T) {
	c := crawlWellKnownAgents()
	got := c.Assess(serving("/.well-known/ucp", 200, "application/json", `{"kty": "OKP", "d": "c2VjcmV0"}`))
	for _, e := range got.Evidence {
		if e.Excerpt != "private part present (not shown)" {
			t.Errorf("the report shows %q", e.Excerpt)
		}
	}
}
