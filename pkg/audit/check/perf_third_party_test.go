package check

import (
	"fmt"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// TestThirdParty has no unknown: the markup that names the hosts is always read.
func TestThirdParty(t *testing.T) {
	from := func(n int) *page.Facts {
		return site(onMainPage(func(p *page.Page) {
			p.Images = []page.Image{{Src: "https://cdn.example.com/a.png"}, {Src: "data:"}}
			for i := range n {
				p.Scripts = append(p.Scripts, page.Script{Src: fmt.Sprintf("https://tracker%d.net/t.js", i)}, page.Script{Src: fmt.Sprintf("https://tracker%d.net/u.js", i)})
			}
		}))
	}
	verdicts(t, perfThirdParty(), []verdict{
		{name: "own subdomains are no third party", facts: from(0), want: audit.Pass, says: "loads nothing from third-party hosts"},
		{name: "ten", facts: from(10), want: audit.Pass, says: "10 serveurs tiers"},
		{name: "eleven", facts: from(11), want: audit.Warn, says: "and 6 more"},
	})
}
