package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestRSLLicense(t *testing.T) {
	const licence = "https://example.com/license.xml"
	verdicts(t, crawlRSLLicense(), []verdict{
		{name: "none", facts: ruled("User-agent: *", "Allow: /"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "declared", facts: ruled("License: " + licence), want: audit.Pass, says: licence},
		{name: "relative", facts: ruled("License: /license.xml"), want: audit.Warn},
		{name: "gone", facts: changed(ruled("License: "+licence), func(f *page.Facts) {
			f.Failures = []page.Failure{{URL: licence, Status: 404, Code: "http_error"}}
		}), want: audit.Warn, says: "404"},
		{name: "no licence at its address", facts: changed(ruled("License: "+licence), func(f *page.Facts) {
			f.Survey = &page.Survey{Licenses: []page.Served{{URL: licence, Status: 200, ContentType: "text/html", Bytes: 9, HTML: true}}}
		}), want: audit.Warn, says: "status 200, text/html"},
		{name: "read", facts: changed(ruled("License: "+licence), func(f *page.Facts) {
			f.Survey = &page.Survey{Licenses: []page.Served{{URL: licence, Status: 200, ContentType: "application/rsl+xml", Bytes: 9, RSL: true}}}
		}), want: audit.Pass},
		{name: "a Creative Commons link is no RSL", facts: site(onMainPage(func(p *page.Page) {
			p.Licenses = []page.Reference{{URL: "https://creativecommons.org/licenses/by/4.0/"}}
		})), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "in the page", facts: site(noRobots, onMainPage(func(p *page.Page) {
			p.Licenses = []page.Reference{{URL: licence, Type: "application/rsl+xml"}}
		})), want: audit.Pass},
	})
}
