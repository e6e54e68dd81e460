package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoMojibake(t *testing.T) {
	verdicts(t, seoMojibake(), []verdict{
		{"clean", site(), audit.Pass, "", ""},
		{"garbled", site(submitted(func(p *page.Page) { p.Mojibake = []string{"trÃ¨s bien"} })), audit.Fail, "", "trÃ¨s bien"},
		{"garbled elsewhere", site(further("/a", func(p *page.Page) { p.Mojibake = []string{"\uFFFD"} })), audit.Warn, "", "/a"},
	})
}
