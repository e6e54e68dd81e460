package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestNoAIDirectives(t *testing.T) {
	noai := func(p *page.Page) { p.Robots = []page.Directive{{Agent: "robots", Name: "noai", Source: "meta"}} }
	verdicts(t, crawlNoAIDirectives(), []verdict{
		{name: "none", facts: site(), want: audit.Pass},
		{name: "on the page", facts: site(onMainPage(noai)), want: audit.Warn, says: "1 page carries"},
		{name: "on two", facts: site(onMainPage(noai), alsoRead("https://example.com/b", noai)), want: audit.Warn, says: "2 pages carry"},
	})
}
