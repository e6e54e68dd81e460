package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignInterstitial(t *testing.T) {
	verdicts(t, designInterstitial(), []verdict{
		{name: "nothing", facts: home(clinic), want: audit.Pass},
		{name: "an open dialog", facts: home(`<dialog open>Join our list</dialog><p>x</p>`), want: audit.Warn},
		{
			name:  "a consent manager's",
			facts: home(`<script src="https://consent.cookiebot.com/uc.js"></script><dialog open>Cookies</dialog><p>x</p>`), want: audit.Pass,
		},
		{name: "a dialog that may be closed", facts: home(`<div role=dialog>Menu</div><p>x</p>`), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "a closed dialog", facts: home(`<dialog>Menu</dialog><p>x</p>`), want: audit.Pass},
	})
}
