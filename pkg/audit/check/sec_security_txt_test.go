package check

import (
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSecurityTxt(t *testing.T) {
	holding := func(url, body string) *page.Facts {
		return changed(surveyed(page.Survey{SecurityTxt: page.Known(page.ParseSecurityTxt(url, []byte(body)))}),
			func(f *page.Facts) { f.ReadAt = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) })
	}
	const address = "https://example.com/.well-known/security.txt"
	without := func(reason page.Reason) *page.Facts {
		return surveyed(page.Survey{SecurityTxt: page.Unknown[page.SecurityTxt](reason, "")})
	}
	verdicts(t, secSecurityTxt(), []verdict{
		{name: "whole", facts: holding(address, "Contact: mailto:a@example.com\nExpires: 2027-01-01T00:00:00Z\n"), want: audit.Pass, says: "2027-01-01"},
		{name: "expired", facts: holding(address, "Contact: https://example.com/report\nExpires: 2026-11-20T00:00:00Z\n"), want: audit.Warn, says: "it has expired"},
		{name: "no date", facts: holding(address, "Contact: tel:+33-1\n"), want: audit.Warn, says: "one Expires date"},
		{name: "two dates", facts: holding(address, "Contact: tel:+33-1\nExpires: 2027-01-01T00:00:00Z\nExpires: 2028-01-01T00:00:00Z\n"), want: audit.Warn, says: "2 times"},
		{name: "another form of date", facts: holding(address, "Contact: tel:+33-1\nExpires: next year\n"), want: audit.Warn, says: "can't be read"},
		{name: "no contact", facts: holding(address, "Expires: 2027-01-01T00:00:00Z\n"), want: audit.Warn, says: "no contact"},
		{name: "a bare mail address", facts: holding(address, "Contact: a@example.com\nExpires: 2027-01-01T00:00:00Z\n"), want: audit.Warn, says: "a@example.com"},
		{name: "http", facts: holding("http://example.com/security.txt", "Contact: tel:+33-1\nExpires: 2027-01-01T00:00:00Z\n"), want: audit.Warn, says: "over http"},
		{name: "a line that is none", facts: holding(address, "Contact: tel:+33-1\nExpires: 2027-01-01T00:00:00Z\nhello there\n"), want: audit.Warn, says: "hello there"},
		{name: "none", facts: without(page.NotApplicable), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "unread", facts: without(page.Unread), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
