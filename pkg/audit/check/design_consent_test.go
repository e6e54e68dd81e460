package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignConsent(t *testing.T) {
	verdicts(t, designConsent(), []verdict{
		{
			name:  "a manager",
			facts: home(`<script src="https://consent.cookiebot.com/uc.js"></script><script src="https://www.googletagmanager.com/gtm.js"></script>`),
			want:  audit.Pass, says: "Cookiebot",
		},
		{
			name: "a tracker alone", facts: home(`<script src="https://www.googletagmanager.com/gtm.js"></script><p>We use cookies.</p>`),
			want: audit.Warn, says: "www.googletagmanager.com",
		},
		{name: "neither", facts: home(`<p class="cookie-consent">We use cookies.</p>`), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
