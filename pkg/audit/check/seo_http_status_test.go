package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHTTPStatus(t *testing.T) {
	verdicts(t, seoHTTPStatus(), []verdict{
		{"200", site(), audit.Pass, "", "répond 200"},
		{"404", site(submitted(func(p *page.Page) { p.Response.Status = 404 })), audit.Fail, "", "404"},
		{"no content", site(submitted(func(p *page.Page) { p.Response.Status = 204 })), audit.Warn, "", ""},
		{"turned away", site(submitted(func(p *page.Page) { p.Response.Status = 403 })), audit.NotAssessed, page.Blocked, ""},
	})
}
