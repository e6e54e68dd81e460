package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestMixedContent(t *testing.T) {
	script := func(p *page.Page) { p.Scripts = []page.Script{{Src: "http://example.com/a.js"}} }
	image := func(p *page.Page) { p.Images = []page.Image{{Src: "http://example.com/a.png"}} }
	verdicts(t, secMixedContent(), []verdict{
		{name: "none", facts: site(), want: audit.Pass},
		{name: "script", facts: site(onMainPage(script)), want: audit.Fail, says: "1 file of a kind that browsers block"},
		{name: "frame", facts: site(onMainPage(func(p *page.Page) { p.Resources = []page.Resource{{Element: "iframe", URL: "http://a.net/"}} })), want: audit.Fail},
		{name: "image", facts: site(onMainPage(image)), want: audit.Warn, says: "1 image ou média"},
		{name: "script on another page", facts: site(alsoRead("https://example.com/b", script)), want: audit.Warn, says: "https://example.com/b"},
		{name: "a connection hint loads nothing", facts: site(onMainPage(func(p *page.Page) { p.Resources = []page.Resource{{Element: "preconnect", URL: "http://a.net/"}} })), want: audit.Pass},
		{name: "upgraded by policy", facts: site(onMainPage(script), sends("Content-Security-Policy", "upgrade-insecure-requests")), want: audit.Pass},
		{name: "plain site", facts: site(plainHTTP, onMainPage(script)), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
