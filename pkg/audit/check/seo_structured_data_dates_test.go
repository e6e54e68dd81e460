package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoStructuredDataDates(t *testing.T) {
	verdicts(t, seoStructuredDataDates(), []verdict{
		{"a day", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Article"}, Props: map[string][]page.Value{"datePublished": {{Text: "2026-03-10"}}}}}}
		})), audit.Pass, "", ""},
		{"a time with a zone", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Article"}, Props: map[string][]page.Value{"datePublished": {{Text: "2026-03-10T09:30:00.000+01:00"}}}}}}
		})), audit.Pass, "", ""},
		{"the basic form", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Article"}, Props: map[string][]page.Value{"datePublished": {{Text: "20260310T0930Z"}}}}}}
		})), audit.Pass, "", ""},
		{"as people write it", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Article"}, Props: map[string][]page.Value{"datePublished": {{Text: "March 10, 2026"}}}}}}
		})), audit.Warn, "", "March 10, 2026"},
		{"the French way", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Article"}, Props: map[string][]page.Value{"datePublished": {{Text: "10/03/2026"}}}}}}
		})), audit.Warn, "", ""},
		{"no such month", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Nodes: []page.Node{{Types: []string{"Article"}, Props: map[string][]page.Value{"datePublished": {{Text: "2026-13-10"}}}}}}
		})), audit.Warn, "", ""},
		{"no dates", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}
