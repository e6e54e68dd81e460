package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSchemaRetiredTypes(t *testing.T) {
	verdicts(t, seoSchemaRetiredTypes(), []verdict{
		{"none", site(), audit.Pass, "", "retired"},
		{"a FAQ does no harm", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"FAQPage"}}, {Types: []string{"HowTo"}}}}
		})), audit.Pass, "", "FAQPage (2026-05), HowTo (2023-09)"},
	})
}
