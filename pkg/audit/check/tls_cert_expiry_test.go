package check

import (
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestCertExpiry(t *testing.T) {
	lives := func(life, left time.Duration) *page.Facts {
		return encrypted(func(t *page.TLS) {
			t.Chain[0].NotAfter = readAt.Add(left)
			t.Chain[0].NotBefore = t.Chain[0].NotAfter.Add(-life)
		})
	}
	const day = 24 * time.Hour
	verdicts(t, tlsCertExpiry(), []verdict{
		{name: "31 days", facts: lives(90*day, 31*day), want: audit.Pass, says: "2026-12-22"},
		{name: "20 days", facts: lives(90*day, 20*day), want: audit.Warn, says: "in 20 days"},
		{name: "14 days", facts: lives(90*day, 14*day), want: audit.Fail},
		{name: "a single day", facts: lives(90*day, 36*time.Hour), want: audit.Fail, says: "dans 1 jour"},
		{name: "ended", facts: lives(90*day, -day), want: audit.Fail, says: "expired on"},
		{name: "short-lived, fresh", facts: lives(6*day, 4*day), want: audit.Pass},
		{name: "short-lived, last third", facts: lives(45*day, 14*day), want: audit.Warn},
		{name: "short-lived, last tenth", facts: lives(45*day, 4*day), want: audit.Fail},
		{name: "no dates", facts: encrypted(func(t *page.TLS) { t.Chain = nil }), want: audit.NotAssessed, reason: page.Unread},
	})
}
