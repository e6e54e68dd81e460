package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoStructuredDataParse(t *testing.T) {
	verdicts(t, seoStructuredDataParse(), []verdict{
		{"sound", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{{Types: []string{"Organization"}, Context: true}}}
		})), audit.Pass, "", "1 item"},
		{"microdata alone", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Product"}, Format: "microdata", Context: true}}}
		})), audit.Pass, "", ""},
		{"a syntax error", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Errors: []page.GraphError{{Format: "jsonld", Block: 1, Problem: "syntax", Detail: "line 3: a comma is missing"}}}
		})), audit.Fail, "", "line 3"},
		{"no type", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{{Types: []string{"Organization"}, Context: true}}, Errors: []page.GraphError{{Format: "jsonld", Block: 1, Problem: "no_type"}}}
		})), audit.Fail, "", ""},
		{"longer than we read", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{{Types: []string{"Organization"}, Context: true}}, Errors: []page.GraphError{{Format: "jsonld", Block: 2, Problem: "too_large"}}}
		})), audit.Pass, "", ""},
		{"an error elsewhere", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{{Types: []string{"Organization"}, Context: true}}}
		}), further("/a", func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{{Types: []string{"Organization"}, Context: true}}, Errors: []page.GraphError{{Format: "jsonld", Block: 1, Problem: "no_context"}}}
		})), audit.Warn, "", "/a"},
		{"none", site(), audit.NotAssessed, page.NotApplicable, ""},
		{"an application adds it later", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}
