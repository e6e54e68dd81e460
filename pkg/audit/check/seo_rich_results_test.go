package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// described puts one item of structured data on a page.
func described(typ string, properties ...string) func(*page.Page) {
	return func(p *page.Page) {
		n := page.Node{Types: []string{typ}, Format: "jsonld", Block: 1, Root: true, Context: true, Props: map[string][]page.Value{}}
		for i := 0; i < len(properties); i += 2 {
			n.Props[properties[i]] = []page.Value{{Text: properties[i+1]}}
		}
		p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{n}}
	}
}

func TestSeoRichResults(t *testing.T) {
	whole := described("WebSite", "name", "Acme", "url", "https://example.com/")
	verdicts(t, seoRichResults(), []verdict{
		{"complete", site(submitted(whole)), audit.Pass, "", "1 case"},
		{"a required property is missing", site(submitted(described("WebSite", "name", "Acme"))), audit.Fail, "", "jsonld block 1, WebSite\nsite-name: url: missing"},
		{"on another page", site(submitted(whole), further("/a", described("Recipe", "name", "Bread"))), audit.Warn, "", "recipe: image: missing"},
		{"a recommended one is missing", site(submitted(described("Organization", "name", "Acme", "url", "https://example.com/"))), audit.Warn, "", "logo: missing"},
		{"nobody has reviewed it yet", site(submitted(func(p *page.Page) {
			p.Graph = page.Graph{Blocks: 1, Nodes: []page.Node{
				{Types: []string{"Product"}, Format: "jsonld", Block: 1, Root: true, Props: map[string][]page.Value{
					"name": {{Text: "Tea"}}, "image": {{Text: "https://example.com/t.jpg"}}, "description": {{Text: "Green"}}, "brand": {{Text: "Acme"}}, "offers": {{Node: 2}},
				}},
				{Types: []string{"Offer"}, Format: "jsonld", Block: 1, Props: map[string][]page.Value{
					"price": {{Text: "6"}}, "priceCurrency": {{Text: "GBP"}}, "availability": {{Text: "InStock"}},
				}},
			}}
		})), audit.Pass, "", "2 cases"},
		{"a value in a wrong form", site(submitted(described("Event", "name", "Fair", "location", "Hall", "startDate", "in May"))), audit.Fail, "", "invalid_date (in May)"},
		{"a retired feature only", site(submitted(described("FAQPage"))), audit.NotAssessed, page.NotApplicable, ""},
		{"of no interest to Google", site(submitted(described("Thing", "name", "x"))), audit.NotAssessed, page.NotApplicable, ""},
		{"none", site(), audit.NotAssessed, page.NotApplicable, ""},
		{"an application adds it later", site(submitted(builtByScript)), audit.NotAssessed, page.NeedsRender, ""},
	})
}

func TestRichResultsOfAReportAreOfEveryPageAndBounded(t *testing.T) {
	f := site(submitted(described("WebSite", "name", "Acme")))
	for range 150 {
		further("/a", described("Person", "name", "Ada"))(f)
	}
	found := RichResults(f)
	if len(found) != 100 || found[0].Feature != "site-name" || found[0].URL != "https://example.com/" || found[0].Item != 1 ||
		len(found[0].Errors) != 1 || found[0].Errors[0] != (audit.RichIssue{Path: "url", Problem: "missing"}) || found[1].Feature != "person" {
		t.Errorf("%d: %+v", len(found), found[0])
	}
}
