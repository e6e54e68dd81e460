package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// sends adds a response header to the submitted page.
func sends(name string, values ...string) func(*page.Facts) {
	return func(f *page.Facts) { f.Main().Response.Header[name] = values }
}

func TestWAFIdentified(t *testing.T) {
	walled := asAgent("OAI-SearchBot", 403, 0)
	walled.Wall = "DataDome"
	verdicts(t, crawlWAFIdentified(), []verdict{
		{name: "none", facts: site(sends("Server", "nginx")), want: audit.Pass, says: "No known firewall"},
		{name: "by its answers", facts: site(onMainPage(func(p *page.Page) { p.Response.Edge = "Imperva" })), want: audit.Pass, says: "Imperva stands"},
		{name: "by its wall", facts: probed(walled), want: audit.Pass, says: "DataDome answered"},
	})
}
