package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoDoctype(t *testing.T) {
	verdicts(t, seoDoctype(), []verdict{
		{"html", site(), audit.Pass, "", ""},
		{"capitals", site(submitted(func(p *page.Page) { p.Doctype = "HTML" })), audit.Pass, "", ""},
		{"none", site(submitted(func(p *page.Page) { p.Doctype = "" })), audit.Fail, "", ""},
		{"of 1999", site(submitted(func(p *page.Page) { p.Doctype = "-//W3C//DTD HTML 4.01//EN" })), audit.Warn, "", "HTML 4.01"},
		{"none elsewhere", site(further("/a", func(p *page.Page) { p.Doctype = "" })), audit.Warn, "", ""},
	})
}
