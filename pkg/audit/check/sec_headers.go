package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The header checks take MDN HTTP Observatory's modifiers (algorithm version 6) as verdicts: 0 or better passes, down to -10 warns, -20 and worse
// fails. Weights follow the size of the modifier.
const (
	observatory     = "MDN HTTP Observatory, algorithm version 6"
	observatoryLink = "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring"
)

// header gives all values of a response header as one list, as RFC 9110 section 5.3 joins them.
func header(p *page.Page, name string) string { return strings.Join(p.Response.Header[name], ", ") }

// overHTTPS says that the page came over https.
func overHTTPS(p *page.Page) bool { return strings.HasPrefix(p.FinalURL, "https://") }

// byAddress says that the site is named by an IP address, where rules that are kept by name have no meaning.
func byAddress(f *page.Facts) bool {
	u, err := weburl.Parse(f.Main().FinalURL)
	if err != nil {
		return false
	}
	_, ip := u.IP()
	return ip
}

// noHTTPS answers a check that asks for encryption where there is none; sec.https-only speaks of that.
func noHTTPS() Finding {
	return unassessed(page.NotApplicable, "The site doesn't use https.", "Le site n'utilise pas https.")
}
