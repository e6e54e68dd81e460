package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestFormHTTPS(t *testing.T) {
	form := func(f page.Form) func(*page.Page) { return func(p *page.Page) { p.Forms = []page.Form{f} } }
	secure, plain := page.Form{Action: "https://example.com/send"}, page.Form{Action: "http://example.com/send"}
	verdicts(t, secFormHTTPS(), []verdict{
		{name: "no form", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "encrypted", facts: site(onMainPage(form(secure))), want: audit.Pass},
		{name: "leaves encryption", facts: site(onMainPage(form(plain))), want: audit.Fail, says: "http://example.com/send"},
		{name: "on another page", facts: site(alsoRead("https://example.com/b", form(plain))), want: audit.Warn},
		{name: "a search on a plain page is another check's", facts: site(plainHTTP, onMainPage(form(plain))), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a password on a plain page", facts: site(plainHTTP, onMainPage(form(page.Form{Action: "http://example.com/login", Password: true}))), want: audit.Fail},
	})
}
