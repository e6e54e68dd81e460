package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHTMLSize(t *testing.T) {
	verdicts(t, seoHTMLSize(), []verdict{
		{"small", site(submitted(func(p *page.Page) { p.Response.Bytes = 80 << 10 })), audit.Pass, "", "80 KiB"},
		{"large", site(submitted(func(p *page.Page) { p.Response.Bytes = 1500 << 10 })), audit.Warn, "", "1500 KiB"},
		{"beyond what Google reads", site(submitted(func(p *page.Page) { p.Response.Bytes = 3 << 20 })), audit.Fail, "", "2 048"},
		{"large elsewhere", site(further("/a", func(p *page.Page) { p.Response.Bytes = 3 << 20 })), audit.Warn, "", "/a"},
	})
}
