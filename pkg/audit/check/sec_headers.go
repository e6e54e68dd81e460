package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The header checks take the HTTP Observatory's verdicts (package observatory): no points lost passes, up to 10 warns, more fails. Their weights are
// the most points that the test can take, divided by five. Where the Observatory lets something pass that no browser obeys, the check warns, and the
// Observatory's points stay as they are.
const (
	observatorySource = "MDN HTTP Observatory, algorithm version 6"
	observatoryLink   = "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring"
)

// observed makes a check's Run of one that is told the verdict of an Observatory test. Where the finding has no status, it gets the test's.
func observed(test string, run func(f *page.Facts, result string) Finding) func(*page.Facts) Finding {
	return func(f *page.Facts) Finding {
		verdict := observatory.Test(f, test)
		finding := run(f, verdict.Result)
		finding.Points = []int{verdict.Modifier}
		if finding.Status == "" {
			finding.Status = byPoints(verdict.Modifier)
		}
		return finding
	}
}

func byPoints(modifier int) audit.Outcome {
	switch {
	case modifier >= 0:
		return audit.Pass
	case modifier >= -10:
		return audit.Warn
	}
	return audit.Fail
}

// noted is a finding whose status the test gives.
func noted(en, fr string, args ...any) Finding { return Finding{Detail: text(en, fr, args...)} }

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

// directive gives the sources of the first directive of that name in a list of Content Security Policies.
func directive(policies, name string) (sources []string, ok bool) {
	for _, d := range strings.FieldsFunc(strings.ToLower(policies), func(r rune) bool { return r == ',' || r == ';' }) {
		if words := strings.Fields(d); len(words) > 0 && words[0] == name {
			return words[1:], true
		}
	}
	return nil, false
}
