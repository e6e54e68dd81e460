package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoMetaDescriptionLength(t *testing.T) {
	verdicts(t, seoMetaDescriptionLength(), []verdict{
		{"usual", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		})), audit.Pass, "", ""},
		{"accents count once", site(submitted(func(p *page.Page) { p.Descriptions = []string{strings.Repeat("é", 160)} })), audit.Pass, "", "160"},
		{"long", site(submitted(func(p *page.Page) { p.Descriptions = []string{strings.Repeat("x", 161)} })), audit.Warn, "", "161"},
		{"short elsewhere", site(submitted(func(p *page.Page) {
			p.Descriptions = []string{"What a visitor finds here, told in one plain sentence that is neither long nor short."}
		}), further("/a", func(p *page.Page) { p.Descriptions = []string{"Contact"} })), audit.Warn, "", "7 characters"},
		{"none", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}
