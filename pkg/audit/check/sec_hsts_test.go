package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestHSTS(t *testing.T) {
	hsts := func(value string) *page.Facts { return changed(encrypted(), sends("Strict-Transport-Security", value)) }
	verdicts(t, secHSTS(), []verdict{
		{name: "180 days", facts: hsts("max-age=15552000"), want: audit.Pass},
		{name: "quoted, in capitals", facts: hsts(`MAX-AGE="31536000" ; includeSubDomains`), want: audit.Pass},
		{name: "preload", facts: hsts("max-age=63072000; includeSubDomains; preload"), want: audit.Pass, says: "preloading"},
		{name: "a second less", facts: hsts("max-age=15551999"), want: audit.Warn},
		{name: "switched off", facts: hsts("max-age=0"), want: audit.Warn},
		{name: "no max-age", facts: hsts("includeSubDomains"), want: audit.Fail},
		{name: "max-age twice", facts: hsts("max-age=31536000; max-age=31536000"), want: audit.Warn, says: "ignore"},
		{name: "no number", facts: hsts("max-age=forever"), want: audit.Warn, says: "ignore"},
		{name: "sent twice", facts: hsts("max-age=31536000, max-age=31536000"), want: audit.Fail},
		{name: "missing", facts: site(), want: audit.Fail},
		{name: "over plain http", facts: site(plainHTTP, sends("Strict-Transport-Security", "max-age=31536000")), want: audit.Fail, says: "ignore"},
		{name: "with a bad certificate", facts: changed(encrypted(faulty("expired")), sends("Strict-Transport-Security", "max-age=31536000")), want: audit.Fail},
		{name: "an address has no HSTS", facts: site(onMainPage(func(p *page.Page) { p.FinalURL = "https://127.0.0.1:8443/" })), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
