package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCookies(t *testing.T) {
	jar := func(all ...page.Cookie) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Response.Cookies = all })
	}
	hsts := sends("Strict-Transport-Security", "max-age=31536000")
	verdicts(t, secCookies(), []verdict{
		{name: "none", facts: site(), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "protected", facts: site(jar(page.Cookie{Name: "PHPSESSID", Secure: true, HTTPOnly: true, SameSite: "lax"})), want: audit.Pass, says: "cookies set (1)"},
		{name: "scripts may read a preference", facts: site(jar(page.Cookie{Name: "theme", Secure: true})), want: audit.Pass},
		{name: "session readable by scripts", facts: site(jar(page.Cookie{Name: "PHPSESSID", Secure: true})), want: audit.Fail, says: "lisible par les scripts"},
		{name: "session unencrypted", facts: site(jar(page.Cookie{Name: "sessionid", HTTPOnly: true})), want: audit.Fail, says: "session cookie without Secure"},
		{name: "the same under HSTS", facts: changed(encrypted(), hsts, jar(page.Cookie{Name: "sessionid", HTTPOnly: true})), want: audit.Warn},
		{name: "unknown SameSite", facts: site(jar(page.Cookie{Name: "a", Secure: true, SameSite: "sometimes", SameSiteUnknown: true})), want: audit.Fail},
		{name: "csrf without SameSite", facts: site(jar(page.Cookie{Name: "csrftoken", Secure: true})), want: audit.Fail},
		{name: "the same cookie on two pages is one", facts: site(jar(page.Cookie{Name: "a"}), alsoRead("https://example.com/b", func(p *page.Page) {
			p.Response.Cookies = []page.Cookie{{Name: "a"}, {Name: "b"}}
		})), want: audit.Fail, says: "2 of 2"},
		{name: "on a page that the Observatory doesn't look at", facts: site(alsoRead("https://example.com/b", func(p *page.Page) {
			p.Response.Cookies = []page.Cookie{{Name: "login"}}
		})), want: audit.Warn, says: "1 of 1"},
		{name: "one that browsers don't keep", facts: site(jar(page.Cookie{Name: "a", Refused: true})), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
