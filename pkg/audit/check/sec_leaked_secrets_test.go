package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLeakedSecrets(t *testing.T) {
	key := func(p *page.Page) {
		p.Secrets = []page.Secret{{Vendor: "Stripe", Masked: "sk_live_…9f2", Where: "script"}}
	}
	verdicts(t, secLeakedSecrets(), []verdict{
		{name: "none", facts: site(), want: audit.Pass},
		{name: "one on two pages", facts: site(onMainPage(key), alsoRead("https://example.com/b", key)), want: audit.Fail, says: "1 secret key stands"},
		{name: "masked", facts: site(onMainPage(key)), want: audit.Fail, says: "Stripe: sk_live_…9f2"},
	})
}
